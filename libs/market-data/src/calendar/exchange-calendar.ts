/**
 * Calendars from lines: of exchanges, from a table that `npm run calendars` writes, and one's own.
 */

import type { BaseCalendarName, ExchangeName } from '#contracts/facts/calendar-name';
import {
  invariant,
  parseCivilDate,
  sha256Hex,
  weekdayOf,
  type CivilDate,
  type Instant,
} from '#values';
import { unpackLines } from '#values/zones/packed-lines';
import { dateInZone, zonedInstant } from '#values/zones/zone-clock';
import { calendarFrom } from './calendar-range.js';
import { exchangeTable } from './exchange-table.js';
import type { SessionCalendar } from './session-calendar.js';

let lines: ReadonlyMap<string, string> | undefined;

/** The line of the table that an exchange has. */
function lineOf(name: ExchangeName): string {
  lines ??= new Map(unpackLines(exchangeTable).map((line) => [line.slice(0, 4), line]));
  const line = lines.get(name);
  invariant(line !== undefined, `the table has a line of ${name}`);
  return line;
}

/**
 * SHA-256 (hex, 16 digits) of what the calendar of an exchange says: another one if any session is.
 */
export const hashOfExchange = (name: ExchangeName): string => sha256Hex(lineOf(name)).slice(0, 16);

/**
 * Hours of a session in minutes after midnight; those of an exchange that opens on the day
 * before are below 0.
 */
interface Hours {
  readonly open: number;
  readonly close: number;
  readonly pause?: { readonly from: number; readonly to: number };
}

/** What is in force from a date on. */
interface Dated<T> {
  readonly since: CivilDate;
  readonly value: T;
}

/** The calendar of an exchange. */
export function exchangeCalendar(name: ExchangeName): SessionCalendar {
  const { regularOn, ...facts } = factsOfLine(lineOf(name));
  return calendarFrom({
    ...facts,
    name,
    isEarlyClose: (date) => facts.hoursOn(date).close < regularOn(date).close,
  });
}

/**
 * One's own, from its table. A session is early if it is shorter than most: hours may
 * be those of UTC.
 */
export function ownCalendar(name: BaseCalendarName, table: string): SessionCalendar {
  const { regularOn, ...facts } = factsOfLine(table);
  const lengthOf = ({ open, close }: Hours): number => close - open;
  return calendarFrom({
    ...facts,
    name,
    isEarlyClose: (date) => lengthOf(facts.hoursOn(date)) < lengthOf(regularOn(date)),
  });
}

/**
 * What the line of a calendar says. It has the name, the zone, the range of dates, the sessions a
 * year, the weekdays (1 is Monday) and the hours with the dates from which they hold, the weekdays
 * without a session, and the sessions with other hours.
 */
function factsOfLine(line: string) {
  const fields = line.split('|');
  const [, zone = '', range = '', perYear, weeks = '', regular = '', off = '', others = ''] =
    fields;
  const [firstDate, lastDate] = range.split('..').map(dateOf) as [CivilDate, CivilDate];
  const closed = new Set(datesOfSteps(off));
  const special = specialHours(others);
  const weekdays = dated(weeks, (text) => new Set([...text].map((digit) => Number(digit) % 7)));
  const regularHours = dated(regular, hoursOf);
  const hoursOn = (date: CivilDate): Hours => special.get(date) ?? inForce(regularHours, date);
  const instantAt = (date: CivilDate, minutes: number) => zonedInstant(date, minutes, zone);
  const isOff = (date: CivilDate): boolean => !inForce(weekdays, date).has(weekdayOf(date));
  return {
    hoursOn,
    regularOn: (date: CivilDate): Hours => inForce(regularHours, date),
    sessionsPerYear: Number(perYear),
    firstDate,
    lastDate,
    dateOf: (instant: Instant) => dateInZone(instant, zone),
    instantAt,
    closureOf: (date: CivilDate) => {
      if (isOff(date)) return 'weekend';
      return closed.has(date) ? 'holiday' : undefined;
    },
    openOf: (date: CivilDate) => instantAt(date, hoursOn(date).open),
    closeOf: (date: CivilDate) => instantAt(date, hoursOn(date).close),
    breakOf: (date: CivilDate) => {
      const { pause } = hoursOn(date);
      return pause && { from: instantAt(date, pause.from), to: instantAt(date, pause.to) };
    },
  };
}

function dateOf(text: string): CivilDate {
  const date = parseCivilDate(text);
  invariant(date !== undefined, `${text} is a date`);
  return date;
}

/** Ascending dates, each as its distance from the one before, in base 36. */
function datesOfSteps(text: string): CivilDate[] {
  if (text === '') return [];
  let date = 0;
  return text.split(' ').map((step) => (date += Number.parseInt(step, 36)));
}

/** `09:30 16:00`, or with a break `09:00 11:30 12:30 15:00`. */
function hoursOf(text: string): Hours {
  const minutes = text.split(' ').map(minutesOf);
  const open = minutes[0] as number;
  const close = minutes.at(-1) as number;
  if (minutes.length === 2) return { open, close };
  const [, from, to] = minutes as [number, number, number, number];
  return { open, close, pause: { from, to } };
}

/** `09:30`; `-07:00` is seven hours before midnight. */
function minutesOf(clock: string): number {
  const [hours, minutes] = clock.replace('-', '').split(':').map(Number) as [number, number];
  const size = hours * 60 + minutes;
  return clock.startsWith('-') ? -size : size;
}

/** Hours and, behind them, the dates of the sessions that have them. */
function specialHours(text: string): ReadonlyMap<CivilDate, Hours> {
  const groups = text === '' ? [] : text.split(',');
  return new Map(
    groups.flatMap((group) => {
      const clocks = group.split(' ').filter((part) => part.includes(':'));
      const hours = hoursOf(clocks.join(' '));
      const steps = group.split(' ').slice(clocks.length).join(' ');
      return datesOfSteps(steps).map((date) => [date, hours] as const);
    }),
  );
}

/** `first,second@2026-01-05`: the first holds from the start. */
function dated<T>(text: string, read: (text: string) => T): readonly Dated<T>[] {
  return text.split(',').map((part) => {
    const [value = '', since] = part.split('@');
    return { since: since === undefined ? -Infinity : dateOf(since), value: read(value) };
  });
}

function inForce<T>(those: readonly Dated<T>[], date: CivilDate): T {
  const found = those.findLast(({ since }) => since <= date) ?? those[0];
  invariant(found !== undefined, 'something is in force on every date');
  return found.value;
}
