/**
 * How a table writes numbers, dates and times: plain decimals and ISO 8601 unless the manifest
 * declares otherwise.
 */

import {
  excerpt,
  formatInstant,
  microsPerDay,
  microsPerMinute,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import {
  delimiterOf,
  scaleDivisor,
  type DialectKeys,
  type TimestampZone,
} from '../manifest/dataset-manifest.js';
import { dateFormat, epochInstant, fittingFormats } from '../manifest/date-format.js';
import { rowDefect, type RowDefect } from './row-defect.js';
import { parseDate, parseNumber, parseZonedInstant } from './zoned-time.js';

type DialectTable = DialectKeys & { readonly timestampZone?: TimestampZone | undefined };

const known = new WeakMap<DialectTable, Dialect>();

/**
 * The dialect of a table; one object per table. Its parsers return undefined for a text that the
 * table disallows.
 */
export function dialectOf(table: DialectTable): Dialect {
  const made = known.get(table) ?? makeDialect(table);
  known.set(table, made);
  return made;
}

export type Dialect = ReturnType<typeof makeDialect>;

const prices = new Set([
  'open',
  'high',
  'low',
  'close',
  'adj_close',
  'vwap',
  'price',
  'bid',
  'ask',
]);
const quantities = new Set(['volume', 'size', 'bid_size', 'ask_size']);
const asWritten = (_field: string, value: number): number => value;

function fieldScale({ scale, lotSize }: DialectKeys): typeof asWritten {
  const divisor = scale === undefined ? undefined : scaleDivisor(scale);
  if (divisor === undefined && lotSize === undefined) return asWritten;
  return (field, value) => {
    if (divisor !== undefined && prices.has(field)) return value / divisor;
    return lotSize !== undefined && quantities.has(field) ? value * lotSize : value;
  };
}

const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?(Z|[+-][\d:]+)?$/;

function makeDialect(table: DialectTable) {
  const { dates, epoch, timestampZone: zone = 'UTC' } = table;
  const unknown = new Set(['', ...(table.unknown ?? [])]);
  const format = dates === undefined ? undefined : dateFormat(dates);
  const iso = (text: string): string => (format ? (format(text) ?? '') : text);
  const number = numberParser(table);
  const delimiter = delimiterOf(table);
  const instant = (text: string): Instant | undefined =>
    epoch === undefined ? parseZonedInstant(iso(text), zone) : epochInstant(text, epoch);
  const ofField = fieldScale(table);
  const isoText = (text: string): string => {
    if (epoch === undefined) return iso(text);
    const at = epochInstant(text, epoch);
    return at === undefined ? '' : formatInstant(at);
  };
  return {
    /** The date or time in ISO 8601, a count with `Z`; empty for a text in another format. */
    isoText,
    /** The date of a text that is one, or its midnight without an offset. */
    midnightDate: (text: string): CivilDate | undefined => {
      const written = isoText(text);
      const [, day = written, offset = ''] = midnight.exec(written) ?? [];
      return offset === '' ? parseDate(day) : undefined;
    },
    /** Whether the byte parsers can read the fields. */
    isPlain:
      ofField === asWritten &&
      number === parseNumber &&
      !format &&
      epoch === undefined &&
      delimiter === ',',
    delimiter,
    number,
    /**
     * The number of a field, from the one that is written: prices by `scale`, volumes and
     * sizes by `lotSize`.
     */
    ofField,
    instant,
    date: (text: string): CivilDate | undefined => {
      if (epoch === undefined) return parseDate(iso(text));
      const at = epochInstant(text, epoch) ?? NaN;
      return at % microsPerDay === 0 ? utcDateOf(at) : undefined;
    },
    /**
     * The date of a daily stamp; undefined if it is neither a date nor a time. Midnight
     * without an offset is a date. Of a market that closes, a time is the date in the zone
     * where it is midnight: its own, UTC, or that of the calendar; any other belongs to the
     * session that it opens, else to the one that contains it. Where days touch, it must be
     * where one of the calendar's begins or ends: throws `RowDefect` if it is not, as the bar
     * would be known too early.
     */
    day: (text: string, calendar: SessionCalendar): CivilDate | undefined => {
      const written = epoch === undefined ? iso(text) : '';
      const [, day = written, offset = ''] = midnight.exec(written) ?? [];
      const isRound = isAlwaysOpen(calendar);
      const date = isRound && offset !== '' ? undefined : parseDate(day);
      if (date !== undefined) return date;
      const at = instant(text);
      if (at === undefined) return undefined;
      return isRound ? dayOfEdge(at, calendar, text) : dayOfInstant(at, calendar);
    },
    /** Whether the text means that the value is unknown. */
    isUnknown: (text: string): boolean => unknown.has(text),
    /** The defect of an unreadable date or time: which format was expected, and which would fit. */
    unreadable: (what: string, field: string, text: unknown): RowDefect => {
      const expected = epoch === undefined ? (dates ?? 'YYYY-MM-DD') : countsOf(epoch);
      const fitting = fittingFormats(String(text)).filter((key) => key !== `dates: ${expected}`);
      const fits = fitting.length === 0 ? '' : ` (${fitting.join(' or ')} would fit)`;
      return rowDefect(what, { field, expected: `${expected}${fits}`, found: excerpt(text) });
    },
  };
}

const countsOf = (epoch: string): string =>
  epoch === 'digits' ? 's, ms, us or ns since 1970, by their digits' : `${epoch} since 1970`;

function dayOfInstant(instant: Instant, calendar: SessionCalendar): CivilDate {
  if (instant % microsPerDay === 0) return utcDateOf(instant);
  const date = calendar.dateOf(instant);
  const { firstDate, lastDate } = calendar;
  if (!(date >= firstDate && date < lastDate)) return date;
  if (calendar.instantAt(date, 0) === instant) return date;
  if (instant > calendar.closeOf(calendar.sessionOnOrBefore(lastDate))) return lastDate + 1;
  const session = calendar.sessionClosingAtOrAfter(instant);
  if (calendar.closeOf(session) !== instant || session >= lastDate) return session;
  const next = calendar.sessionOnOrAfter(session + 1);
  return calendar.openOf(next) === instant ? next : session;
}

/** Whether the days of a calendar touch: one ends where the next begins. */
const isAlwaysOpen = ({ name }: SessionCalendar): boolean => name.startsWith('24/');

/** How long before its end a vendor may stamp a day: `23:59`, `23:59:59.999`. */
const lastMoment = microsPerMinute;

/**
 * The date of the session that begins at an instant, or ends at it or in the minute after; on a
 * weekend, the date of the day that would begin then. Throws `RowDefect` for any other instant.
 */
function dayOfEdge(instant: Instant, calendar: SessionCalendar, text: string): CivilDate {
  const { firstDate, lastDate } = calendar;
  const date = calendar.dateOf(instant);
  if (!(date > firstDate && date < lastDate - 1)) return date;
  const session = calendar.sessionClosingAtOrAfter(instant);
  const next = calendar.sessionOnOrAfter(session + 1);
  if (calendar.openOf(next) === instant) return next;
  const open = calendar.openOf(session);
  const daysBefore = (open - instant) / microsPerDay;
  if (daysBefore >= 0 && Number.isInteger(daysBefore)) return session - daysBefore;
  if (calendar.closeOf(session) - instant <= lastMoment) return session;
  const begins = formatInstant(open);
  throw rowDefect('the bar begins inside of a day of the calendar', {
    field: 'date',
    expected: `days of ${calendar.name}, such as from ${begins}, or their start as dayStart`,
    found: excerpt(text),
  });
}

const exponents: Readonly<Record<string, number>> = { K: 3, M: 6, B: 9, T: 12, '%': -2 };
/** A dot, a comma, an apostrophe or a space, as programs write them. */
const separators = { '.': '\\.', ',': ',', "'": "['’]", ' ': '[ \u00a0\u2009\u202f]' } as const;

/** `parseNumber` itself if nothing is declared. */
function numberParser({
  thousands,
  units,
  ...rest
}: DialectKeys): (text: string) => number | undefined {
  const decimal = rest.decimal ?? (thousands === '.' ? ',' : '.');
  if (decimal === '.' && thousands === undefined && units !== true) return parseNumber;
  const blank = thousands && separators[thousands];
  const separator = new RegExp(blank ?? '(?!)', 'g');
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:${blank ?? '(?!)'}\\d{3})+(?:[${decimal}]\\d*)?$`);
  return (text) => {
    let digits = text.trim();
    let exponent = '';
    if (units === true) {
      const [, sign = '', bare = digits, suffix = ''] =
        /^([+-]?) ?(?:\p{Sc} ?)?([^%]*?) ?([KMBT%])? ?\p{Sc}?$/iu.exec(digits) ?? [];
      digits = sign + bare;
      if (suffix !== '') exponent = `e${exponents[suffix.toUpperCase()]}`;
    }
    if (grouped.test(digits)) digits = digits.replace(separator, '');
    if (decimal === ',') {
      if (digits.includes('.')) return undefined;
      digits = digits.replace(',', '.');
    }
    return parseNumber(digits + exponent);
  };
}
