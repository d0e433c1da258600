/** Sessions from a CSV file: `session,open,close[,break_start,break_end]`. */

import {
  excerpt,
  formatCivilDate,
  formatInstant,
  invalidInput,
  microsPerMinute,
  parseCivilDate,
  parseInstant,
  startOfUtcDay,
  type CivilDate,
  type Instant,
} from '#values';
import { ownSessionsMax } from '#contracts/facts/own-calendars';
import { zonedInstant, zoneOffset, type ZoneName } from '#values/zones/zone-clock';
import type { ByteInput } from '../rows/byte-input.js';
import { csvRecord } from '../rows/csv-record.js';
import { LineCursor } from '../rows/line-cursor.js';
import { defectKinds, RowDefect, rowDefect } from '../rows/row-defect.js';
import { csvHeader } from '../rows/text-rows.js';

/** A session; times are minutes after the midnight of its date, below 0 on the day before. */
export interface OwnSession {
  readonly date: CivilDate;
  /** Open and close, or with a break open, its start, its end, and close. */
  readonly minutes: readonly number[];
}

const required = ['session', 'open', 'close'] as const;
const pause = ['break_start', 'break_end'] as const;
type Column = (typeof required)[number] | (typeof pause)[number];
const columns: readonly Column[] = [...required, ...pause];

const day = 1440;
/** A session opens on its date or the day before, and closes on its date or the day after. */
const earliest = -day;
const latest = 2 * day - 1;
const lineBytesMax = 1000;

/**
 * The clock of the dates, and whether it was named: only then are times without an offset known.
 */
interface Clock {
  readonly zone: ZoneName;
  readonly isNamed: boolean;
}

/**
 * The sessions of a file in ascending order. Times are instants with an offset, or clock times
 * of `zone`. Throws `InvalidInput` with file, line and column for a session that is no session,
 * that does not follow the one before, or that overlaps it; with the file alone if there are
 * none, or too many.
 */
export function readSessions(input: ByteInput, zone: ZoneName | undefined): readonly OwnSession[] {
  const cursor = new LineCursor(input);
  const names = headerOf(cursor, input.name);
  const clock = { zone: zone ?? 'UTC', isNamed: zone !== undefined };
  const sessions: OwnSession[] = [];
  while (cursor.next()) {
    if (sessions.length === ownSessionsMax) throw tooMany(input.name);
    const { line } = cursor;
    try {
      const session = sessionOf(fieldsOf(cursor, names), clock);
      requireAfter(session, sessions.at(-1), clock);
      sessions.push(session);
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      const { what, field, ...detail } = error.defect;
      const where = `${input.name} line ${line}${field === undefined ? '' : `, ${field}`}`;
      throw invalidInput(what, { ...detail, where });
    }
  }
  if (sessions.length > 0) return sessions;
  throw invalidInput('the calendar has no session', {
    where: input.name,
    expected: 'a line for each session',
  });
}

const tooMany = (file: string): Error =>
  invalidInput('the calendar has too many sessions', {
    where: file,
    expected: `at most ${ownSessionsMax}`,
    found: 'more',
  });

function headerOf(cursor: LineCursor, file: string): readonly Column[] {
  const names = csvHeader(cursor, file) as Column[];
  const where = `${file} line 1`;
  const stranger = names.find((name) => !columns.includes(name));
  const expected = `${required.join(', ')}, and ${pause.join(' and ')} if there are breaks`;
  if (stranger !== undefined) {
    throw invalidInput('the column is unknown', { where, expected, found: excerpt(stranger) });
  }
  const isHalf = pause.filter((name) => names.includes(name)).length === 1;
  const missing = columns.find(
    (name) => !names.includes(name) && (isHalf || required.includes(name as 'open')),
  );
  if (missing === undefined) return names;
  throw invalidInput('a column is missing', { where, expected, found: `no ${missing}` });
}

type Fields = Partial<Readonly<Record<Column, string>>>;

function fieldsOf(cursor: LineCursor, names: readonly Column[]): Fields {
  if (cursor.end - cursor.start > lineBytesMax) {
    throw rowDefect('the line is too long', { expected: `at most ${lineBytesMax} bytes` });
  }
  const values = csvRecord(cursor);
  if (values.length !== names.length) {
    throw rowDefect(defectKinds.fieldCount, {
      expected: `${names.length}`,
      found: `${values.length}`,
    });
  }
  return Object.fromEntries(names.map((name, at) => [name, (values[at] ?? '').trim()]));
}

function sessionOf(fields: Fields, clock: Clock): OwnSession {
  const text = fields.session ?? '';
  const date = parseCivilDate(text);
  if (date === undefined) {
    const detail = { field: 'session', expected: 'YYYY-MM-DD', found: excerpt(text) };
    throw rowDefect(defectKinds.notADate, detail);
  }
  const used = usedColumns(fields);
  const minutes = used.map((name) => minutesOf(name, fields[name] ?? '', { ...clock, date }));
  requireAscending(used, minutes, fields);
  return { date, minutes };
}

/** The columns of times that a session has, in the order of the times. */
function usedColumns(fields: Fields): readonly Column[] {
  const filled = pause.filter((name) => (fields[name] ?? '') !== '');
  if (filled.length === 0) return ['open', 'close'];
  if (filled.length === 2) return ['open', 'break_start', 'break_end', 'close'];
  const field = pause.find((name) => !filled.includes(name)) ?? pause[0];
  throw rowDefect('a break has a start and an end', { field, expected: 'both, or neither' });
}

function requireAscending(
  used: readonly Column[],
  minutes: readonly number[],
  fields: Fields,
): void {
  const at = minutes.findIndex((one, index) => index > 0 && one <= (minutes[index - 1] as number));
  if (at < 0) return;
  const field = used[at] as Column;
  const before = used[at - 1] as Column;
  const isBreak = used.length > 2;
  const what = isBreak
    ? 'a break lies inside of its session, and ends after it starts'
    : 'a session closes after it opens';
  throw rowDefect(what, {
    field,
    expected: `a time after ${before} (${excerpt(fields[before] ?? '')})${isBreak ? '' : ownDay}`,
    found: excerpt(fields[field] ?? ''),
  });
}

const ownDay = '; a session that opens on the evening before has instants with an offset';

interface At extends Clock {
  readonly date: CivilDate;
}

const clockPattern = /^([01][0-9]|2[0-4]):[0-5][0-9](:00)?$/;

function minutesOf(field: Column, text: string, at: At): number {
  if (text === '') throw rowDefect(defectKinds.missing, { field });
  if (clockPattern.test(text) && !(text.startsWith('24') && !text.startsWith('24:00'))) {
    if (at.isNamed) return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    throw rowDefect('the zone of a clock time is not known', {
      field,
      expected: 'an instant with an offset, or a zone beside the file in dataset.yaml',
      found: excerpt(text),
    });
  }
  const instant = parseInstant(text, null);
  if (instant === undefined) {
    const expected = 'an instant with an offset such as 2024-01-02T09:30:00-05:00, or HH:MM';
    throw rowDefect(defectKinds.notATime, { field, expected, found: excerpt(text) });
  }
  return minutesOfInstant(field, instant, at);
}

/** On the clock of the zone, which must be able to tell the instant. */
function minutesOfInstant(field: Column, instant: Instant, { date, zone }: At): number {
  const clock = instant + zoneOffset(instant, zone) - startOfUtcDay(date);
  const minutes = clock / microsPerMinute;
  const found = formatInstant(instant);
  if (!Number.isInteger(minutes)) {
    throw rowDefect('sessions begin and end at whole minutes', { field, found });
  }
  if (minutes < earliest || minutes > latest) {
    const expected =
      `an instant from the day before ${formatCivilDate(date)} ` + `to the day after, in ${zone}`;
    throw rowDefect('the time is far from its session', { field, expected, found });
  }
  if (zonedInstant(date, minutes, zone) === instant) return minutes;
  const expected = 'an instant outside of the hour that a clock change repeats, or zone: UTC';
  throw rowDefect(`the clock of ${zone} shows this time twice`, { field, expected, found });
}

/**
 * Sessions ascend and do not overlap; where one closes as the next opens, nothing lies
 * between their dates.
 */
function requireAfter(
  { date, minutes }: OwnSession,
  before: OwnSession | undefined,
  { zone }: Clock,
): void {
  if (before === undefined) return;
  if (date <= before.date) {
    throw rowDefect(date === before.date ? 'the session is there twice' : 'sessions must ascend', {
      field: 'session',
      expected: `a date after ${formatCivilDate(before.date)}`,
      found: formatCivilDate(date),
    });
  }
  const close = zonedInstant(before.date, before.minutes.at(-1) as number, zone);
  const open = zonedInstant(date, minutes[0] as number, zone);
  const touches = open === close && date > before.date + 1;
  if (open > close || (open === close && !touches)) return;
  throw rowDefect(
    touches ? 'sessions that touch have consecutive dates' : 'the session overlaps the one before',
    {
      field: 'open',
      expected: `a time ${touches ? 'after' : 'at or after'} ${formatInstant(close)}`,
      found: formatInstant(open),
    },
  );
}
