/** Converts dates in vendor formats to ISO 8601, the input of all further parsing. */

import { microsPerMinute, parseCivilDate, parseInstant, type Instant, withoutEnd } from '#values';
import { instantOfClock, isZone } from '#values/zones/zone-clock';

/**
 * The date in ISO 8601, followed by its time of day if it has one; undefined for a text in
 * another format.
 */
type DateFormat = (text: string) => string | undefined;

/** The first letters of months in English, German, French and Spanish. */
const months = (
  'jan|ene feb|fév mar|mär apr|avr|abr may|mai jun|juin jul|juil aug|aoû|ago sep oct|okt nov ' +
  'de|dé|di'
)
  .split(' ')
  .map((letters) => new RegExp(`^(${letters})`));
const monthOf = (name: string): number =>
  months.findIndex((letters) => letters.test(name.toLowerCase())) + 1;

const token = /(YYYY|YY|Mon|MM?|DD?)/;
/** Characters of a date with its time of day. */
const lengthMax = 200;

/** Marks of UTC that are read with the clock. */
const isUtcMark = /^(?:UTC|GMT|Z)$/i;

/** The UTC form of the API of Interactive Brokers, behind `YYYYMMDD`. */
const dashedClock = /^-(\d\d:\d\d:\d\d)$/;
const dashedTime = /^\d{8}-\d\d:/;

/** `09:30`, `9:30:00.123 PM`, `170000123`, with `Z`, `GMT`, `+0100` or `-05:00` after it. */
const clock =
  /^[ T,]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:]?(\d{1,9}))?)?(?: ?([AP])M)? ?(UTC|GMT|Z)?([+-]\d\d(?::?\d\d)?)?$/i;

/**
 * A format of `YYYY` or `YY`, `MM` or `Mon`, and `DD` with separators; a format of the time of day
 * may follow and is ignored. Undefined for anything else.
 */
export function dateFormat(name: string): DateFormat | undefined {
  // A line break is no separator.
  if (/[\n\r\u2028\u2029]/.test(name)) return undefined;
  const clockAt = name.search(/[ T]H/);
  const parts = (clockAt < 0 ? name : withoutEnd(name.slice(0, clockAt), ' T')).split(token);
  const tokens = parts.filter((_, index) => index % 2 === 1);
  const separators = parts.filter((_, index) => index % 2 === 0);
  const letters = tokens.map((one) => one[0]).sort();
  if (letters.join('') !== 'DMY' || !separators.every((text) => /^[-/. ,]*$/.test(text))) {
    return undefined;
  }
  // Digits without a separator after them must be complete.
  const isFixed = separators[1] === '' || separators[2] === '';
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[/.]/g, '\\$&');
    if (part === 'Mon') return '(\\p{L}{3,}\\.?)';
    if (part.startsWith('Y')) return `(\\d{${part.length}})`;
    if (isFixed) return '(\\d\\d)';
    return '(\\d\\d?)';
  });
  const shape = new RegExp(`^${pattern.join('')}(?!\\d)(.*)$`, 'u');
  const place = (letter: string): number => tokens.findIndex((one) => one.startsWith(letter)) + 1;
  const year = place('Y');
  const month = place('M');
  const day = place('D');
  return (text) => {
    const date = text.trim();
    const found = date.length > lengthMax ? null : shape.exec(date);
    if (!found) return undefined;
    const number = Number(found[month]) || monthOf(found[month] as string);
    const isoDay = isoDate(found[year] as string, number, Number(found[day]));
    const rest = found[4] as string;
    if (isoDay === undefined || rest === '') return isoDay;
    const dashed = isFixed ? dashedClock.exec(rest)?.[1] : undefined;
    return withZone(isoDay, dashed === undefined ? rest : ` ${dashed}Z`);
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function isoDate(year: string, month: number, day: number): string | undefined {
  let century;
  if (year.length === 4) {
    century = '';
  } else if (Number(year) < 70) {
    century = '20';
  } else {
    century = '19';
  }
  const date = `${century}${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return parseCivilDate(date) === undefined ? undefined : date;
}

/**
 * With the offset that the clocks of a zone have, if its name follows the time:
 * `09:30:00 US/Eastern`.
 */
function withZone(date: string, text: string): string | undefined {
  const zone = zoneBehind(text);
  if (zone === undefined) return withClock(date, text);
  const local = withClock(date, text.slice(0, -zone.length).trimEnd());
  const reading = local === undefined ? undefined : parseInstant(local, 0);
  if (local === undefined || reading === undefined || parseInstant(local, null) !== undefined) {
    return undefined;
  }
  const minutes = (reading - instantOfClock(reading, zone)) / microsPerMinute;
  const hours = Math.floor(Math.abs(minutes) / 60);
  const sign = minutes < 0 ? '-' : '+';
  return `${local}${sign}${twoDigits(hours)}:${twoDigits(Math.abs(minutes) % 60)}`;
}

/** The name of a zone of the tz database at the end of a time; undefined if there is none. */
function zoneBehind(text: string): string | undefined {
  const name = text.slice(text.lastIndexOf(' ') + 1);
  const isName = /^[A-Za-z]/.test(name) && name.length < text.length && !isUtcMark.test(name);
  return isName && isZone(name) ? name : undefined;
}

/**
 * Whether a time says by its form where its clock stands: it names a zone, or is of the UTC
 * form of an API.
 */
export const namesZone = (text: string): boolean =>
  zoneBehind(text) !== undefined || dashedTime.test(text);

function withClock(date: string, text: string): string | undefined {
  const [, hours, minutes, seconds = '00', fraction, half, zone, offset] = clock.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const noon = half?.toUpperCase() === 'P' ? 12 : 0;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + noon;
  const behind = offset?.replace(/^(...)(\d\d)$/, '$1:$2') ?? (zone === undefined ? '' : 'Z');
  const time = `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
  return `${date}T${time}${fraction === undefined ? '' : `.${fraction}`}${behind}`;
}

export const epochUnits = ['s', 'ms', 'us', 'ns'] as const;
type EpochUnit = (typeof epochUnits)[number];

/**
 * `digits`: each count tells its unit by its number of digits, for files that change it, as those
 * of Binance do.
 */
export const epochKeys = [...epochUnits, 'digits'] as const;
type EpochKey = (typeof epochKeys)[number];

/**
 * The unit of a count: of times since 1973, those in seconds have 9 to 11 digits, and 3 more in
 * each smaller unit. Undefined for other texts.
 */
export function unitOfDigits(text: string): EpochUnit | undefined {
  const digits = /^(\d{9,19})(?:\.\d+)?$/.exec(text.trim())?.[1]?.length ?? NaN;
  return epochUnits[Math.floor((digits - 9) / 3)];
}

/**
 * The instant this many units after 1970; sub-microsecond digits round up. Undefined
 * for other texts.
 */
export function epochInstant(text: string, epoch: EpochKey): Instant | undefined {
  const unit = epoch === 'digits' ? unitOfDigits(text) : epoch;
  if (unit === undefined) return undefined;
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,20})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const shift = { s: 6, ms: 3, us: 0, ns: -3 }[unit];
  // In units of 10⁻⁹ of `unit`, so that no digit is lost.
  const scaled = BigInt(`${sign}${whole}${fraction.padEnd(9, '0')}`);
  const divisor = 10n ** BigInt(9 - shift);
  const floor = scaled / divisor;
  return Number(scaled > floor * divisor ? floor + 1n : floor);
}

const commonFormats = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'Mon DD, YYYY',
  'DD Mon YYYY',
  'DD. Mon YYYY',
  'DD-Mon-YYYY',
  'DD-Mon-YY',
  'MM/DD/YY',
  'DD/MM/YY',
  'DD.MM.YY',
  'DD-MM-YY',
  'MM-DD-YY',
].map((name) => ({ name, read: dateFormat(name) }));

/**
 * Keys of dataset.yaml that parse a text as a time, such as `dates: MM/DD/YYYY`; the
 * likeliest first.
 */
export function fittingFormats(text: string): string[] {
  const dates = commonFormats.filter(({ read }) => read?.(text) !== undefined);
  if (dates.length > 0) return dates.map(({ name }) => `dates: ${name}`);
  const unit = unitOfDigits(text);
  return unit === undefined ? [] : [`epoch: ${unit}`];
}
