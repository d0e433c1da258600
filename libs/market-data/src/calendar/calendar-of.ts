/** The calendars by name: exchanges from a table, one's own, the forex week, the crypto day. */

import type { CalendarName } from '#contracts';
import type { CalendarReference } from '#contracts/scenario/trading-terms';
import {
  calendarNameOf,
  calendarNameSchema,
  dayStartOf,
  forexDay,
  nameOfParts,
  partsOfName,
  type BaseCalendarName,
  type DayStart,
} from '#contracts/facts/calendar-name';
import { isOwn, learnCalendars, tableOfOwn } from '#contracts/facts/own-calendars';
import {
  civilDate,
  corruptJournal,
  excerpt,
  isFailure,
  weekdayOf,
  type CivilDate,
  type Instant,
} from '#values';
import { dateInZone, zonedInstant } from '#values/zones/zone-clock';
import { exchangeCalendar, hashOfExchange, ownCalendar } from './exchange-calendar.js';
import { periodicCalendar } from './periodic.js';
import type { SessionCalendar } from './session-calendar.js';
import { calendarFrom } from './calendar-range.js';
import { clockText } from './clock-text.js';

const made = new Map<CalendarName, SessionCalendar>();

/**
 * 24/5 covers 1990 to 2040 and 24/7 1970 to 2099; an exchange the years of its table, XNYS 1970
 * to 2049; one's own its sessions. A date outside throws `InvalidInput`. Calendars are immutable
 * and created once.
 */
export function calendarOf(name: CalendarName): SessionCalendar {
  const known = made.get(name);
  if (known) return known;
  const { base, period, dayStart, weekStart } = partsOfName(name);
  const calendar =
    period === undefined
      ? baseCalendar(base, dayStart === undefined ? undefined : dayStartOf(dayStart))
      : periodicCalendar(calendarOf(nameOfParts({ base, dayStart })), period, weekStart);
  made.set(name, calendar);
  return calendar;
}

function baseCalendar(base: BaseCalendarName, start: DayStart | undefined): SessionCalendar {
  if (isOwn(base)) return ownCalendar(base, tableOfOwn(base));
  if (base === '24/7') return everyDay(start);
  return base === '24/5' ? forexWeek(start) : exchangeCalendar(base);
}

/**
 * How a journal names a calendar; undefined for XNYS, 24/5 and 24/7, which it names by their
 * sessions a year.
 */
export function calendarReference(name: CalendarName): CalendarReference | undefined {
  const { base } = partsOfName(name);
  if (isNamedByYear(base)) return undefined;
  if (isOwn(base)) return { name, hash: hashOfOwn(base), table: tableOfOwn(base) };
  return { name, hash: hashOfExchange(base) };
}

const hashOfOwn = (base: string): string => base.slice(base.lastIndexOf(':') + 1);

/**
 * The calendar that a journal names. Throws `CorruptJournal` if there is none, or if its sessions
 * are others than those of the run.
 */
export function referredCalendar(reference: CalendarReference): SessionCalendar {
  const { name, hash, table } = reference;
  const parsed = calendarNameSchema.safeParse(name);
  if (parsed.success && isOwn(name)) return broughtCalendar(parsed.data, reference);
  const own = parsed.success && table === undefined ? calendarReference(parsed.data) : undefined;
  if (own?.hash === hash) return calendarOf(own.name as CalendarName);
  throw corruptJournal('the journal names a calendar that this version does not have', {
    where: 'RunOpened: terms',
    expected:
      own === undefined ? 'the calendar of an exchange' : `${name} with the hash ${own.hash}`,
    found: excerpt(`${name} ${hash}`),
  });
}

/** A calendar of one's own, whose sessions are in the journal. */
function broughtCalendar(
  name: CalendarName,
  { hash, table = '' }: CalendarReference,
): SessionCalendar {
  const { base } = partsOfName(name);
  try {
    learnCalendars({ [base]: table });
    if (hashOfOwn(base) === hash) return calendarOf(name);
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
  throw corruptJournal('the journal does not have the sessions of the calendar that it names', {
    where: 'RunOpened: terms',
    expected: `${name} and its sessions`,
    found: excerpt(`${hash} ${table}`),
  });
}

/**
 * Those that a journal names by their sessions a year, which differ; it names the others
 * with their hash.
 */
const namedByYear = ['24/7', '24/5', 'XNYS'] as const;

const isNamedByYear = (base: BaseCalendarName): base is (typeof namedByYear)[number] =>
  namedByYear.includes(base as 'XNYS');

/**
 * The calendar that a journal names by this number of sessions a year; undefined if there is none.
 */
export function calendarOfYear(sessionsPerYear: number): SessionCalendar | undefined {
  // Each month of these calendars has one of the exchange's month-end closes, and
  // likewise each week.
  if (sessionsPerYear === 52) return calendarOf('XNYS weekly');
  if (sessionsPerYear === 12) return calendarOf('XNYS monthly');
  const name = namedByYear.find((one) => calendarOf(one).sessionsPerYear === sessionsPerYear);
  return name && calendarOf(name);
}

const noon = 12 * 60;
const firstYear = 1990;
const lastYear = 2040;

/**
 * 24/5, the forex week: a session on each date from Monday to Friday, from 17:00 New York of the
 * day before, or from another start. A day that begins at noon or later has the date on which it
 * ends. No holidays: brokers differ.
 */
function forexWeek(start: DayStart = forexDay): SessionCalendar {
  const isOwn = start.minutes === forexDay.minutes && start.zone === forexDay.zone;
  const daysBefore = start.minutes >= noon ? 1 : 0;
  const open = (date: CivilDate): Instant => dayBegins(date - daysBefore, start);
  return calendarFrom({
    firstDate: civilDate(firstYear, 1, 1),
    lastDate: civilDate(lastYear, 12, 31),
    ...clockOf(start),
    name: calendarNameOf({ calendar: '24/5', dayStart: isOwn ? undefined : textOf(start) }),
    sessionsPerYear: 260,
    closureOf: (date) => (weekdayOf(date) % 6 === 0 ? 'weekend' : undefined),
    openOf: open,
    closeOf: (date) => open(date + 1),
    isEarlyClose: () => false,
  });
}

/**
 * 24/7: every UTC day, from its midnight to the next, or from another start in the day to the next.
 */
function everyDay(start: DayStart = { minutes: 0, zone: 'UTC' }): SessionCalendar {
  const isMidnight = start.minutes === 0 && start.zone === 'UTC';
  return calendarFrom({
    name: calendarNameOf({ calendar: '24/7', dayStart: isMidnight ? undefined : textOf(start) }),
    sessionsPerYear: 365,
    // Journals count microseconds from 1970 on, and hold differences up to 2112.
    firstDate: civilDate(1970, 1, 2),
    lastDate: civilDate(2099, 12, 31),
    closureOf: () => undefined,
    openOf: (date) => dayBegins(date, start),
    closeOf: (date) => dayBegins(date + 1, start),
    isEarlyClose: () => false,
    ...clockOf(start),
  });
}

const dayBegins = (date: CivilDate, { minutes, zone }: DayStart): Instant =>
  zonedInstant(date, minutes, zone);

/** Dates and clock times of the zone in which days begin. */
const clockOf = ({ zone }: DayStart): Pick<SessionCalendar, 'dateOf' | 'instantAt'> => ({
  dateOf: (instant) => dateInZone(instant, zone),
  instantAt: (date, minutes) => dayBegins(date, { minutes, zone }),
});

function textOf({ minutes, zone }: DayStart): string {
  const clock = clockText(minutes);
  return zone === 'UTC' ? clock : `${clock} ${zone}`;
}
