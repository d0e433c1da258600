/** The calendars by name: the New York exchange from rules and single days, the forex week, the crypto day. */

import { calendarNames, type CalendarName } from '#contracts';
import { calendarNameOf, tapeCalendarOf } from '#contracts/facts/calendar-name';
import {
  civilDate,
  isWeekend,
  microsPerMinute,
  startOfUtcDay,
  weekdayOf,
  type CivilDate,
  type Instant,
} from '#values';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';
import type { TimestampZone } from '../manifest/dataset-manifest.js';
import { clockText, dateInZone, fromClock } from './zone-clock.js';
import { periodicCalendar, type BarPeriod } from './periodic.js';
import type { SessionCalendar } from './session-calendar.js';
import { calendarFrom } from './calendar-range.js';
import { newYorkClosures, newYorkEarlyCloses } from './new-york-holidays.js';

type BaseName = (typeof calendarNames)[number];

/** Where days begin: minutes after midnight on the clock of a zone. */
interface DayStart {
  readonly minutes: number;
  readonly zone: TimestampZone;
}

const makers: Readonly<Record<BaseName, (start: DayStart | undefined) => SessionCalendar>> = {
  XNYS: newYorkStockExchange,
  '24/5': forexWeek,
  '24/7': everyDay,
};
const made = new Map<CalendarName, SessionCalendar>();

/**
 * XNYS and 24/5 cover 1990 to 2040, 24/7 covers 1970 to 2099; a date outside throws
 * `InvalidInput`. Calendars are immutable and created once.
 */
export function calendarOf(name: CalendarName): SessionCalendar {
  const known = made.get(name);
  if (known) return known;
  const { calendar: of, dayStart, weekStart } = tapeCalendarOf(name);
  const [base, period] = of.split(' ') as [BaseName, BarPeriod?];
  const calendar =
    period === undefined
      ? makers[base](dayStart === undefined ? undefined : dayStartOf(dayStart))
      : periodicCalendar(
          calendarOf(calendarNameOf({ calendar: base, dayStart })),
          period,
          weekStart,
        );
  made.set(name, calendar);
  return calendar;
}

/** `16:00`, `00:00 America/New_York`, as parts. */
function dayStartOf(text: string): DayStart {
  const [clock = '', zone = 'UTC'] = text.split(' ');
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return { minutes: hours * 60 + minutes, zone };
}

/**
 * The calendar with this number of sessions per year, by which a journal names its calendar; undefined if there is
 * none. No two calendars have the same number.
 */
export function calendarOfYear(sessionsPerYear: number): SessionCalendar | undefined {
  // Each month of every calendar has one of the exchange's month-end closes, and likewise each week.
  if (sessionsPerYear === 52) return calendarOf('XNYS weekly');
  if (sessionsPerYear === 12) return calendarOf('XNYS monthly');
  // The exchange's table takes longest to build and is first in the list, so it is tried last.
  const names = calendarNames.toReversed();
  const name = names.find((one) => calendarOf(one).sessionsPerYear === sessionsPerYear);
  return name && calendarOf(name);
}

const [firstYear, lastYear] = [1990, 2040];
/** For calendars in New York time. */
const newYork = {
  firstDate: civilDate(firstYear, 1, 1),
  lastDate: civilDate(lastYear, 12, 31),
  dateOf: newYorkDateOf,
  instantAt: newYorkInstant,
};
const openMinutes = 9 * 60 + 30;
const closeMinutes = 16 * 60;

/**
 * Sessions from 09:30 to 16:00 New York, 13:00 (before 1993: 14:00) on early closes. Future years follow the
 * rules now in force; closures announced later are missing.
 */
function newYorkStockExchange(): SessionCalendar {
  const closures = new Map<CivilDate, string>();
  const earlyCloses = new Map<CivilDate, number>();
  for (let year = firstYear; year <= lastYear; year++) {
    for (const [date, reason] of newYorkClosures(year)) closures.set(date, reason);
    for (const [date, minutes] of newYorkEarlyCloses(year)) {
      if (!closures.has(date) && !isWeekend(date)) earlyCloses.set(date, minutes);
    }
  }
  return calendarFrom({
    ...newYork,
    name: 'XNYS',
    sessionsPerYear: 252,
    closureOf: (date) => (isWeekend(date) ? 'weekend' : closures.get(date)),
    openOf: (date) => newYorkInstant(date, openMinutes),
    closeOf: (date) => newYorkInstant(date, earlyCloses.get(date) ?? closeMinutes),
    isEarlyClose: (date) => earlyCloses.has(date),
  });
}

const noon = 12 * 60;
/** 17:00 in New York, when currencies roll over to the next day. */
const forexDay: DayStart = { minutes: 17 * 60, zone: 'America/New_York' };

/**
 * 24/5, the forex week: a session on each date from Monday to Friday, from 17:00 New York of the day before, or from
 * another start. A day that begins at noon or later has the date on which it ends. No holidays: brokers differ.
 */
function forexWeek(start: DayStart = forexDay): SessionCalendar {
  const isOwn = start.minutes === forexDay.minutes && start.zone === forexDay.zone;
  const daysBefore = start.minutes >= noon ? 1 : 0;
  const open = (date: CivilDate): Instant => dayBegins(date - daysBefore, start);
  return calendarFrom({
    ...newYork,
    ...clockOf(start),
    name: calendarNameOf({ calendar: '24/5', dayStart: isOwn ? undefined : textOf(start) }),
    sessionsPerYear: 260,
    closureOf: (date) => (weekdayOf(date) % 6 === 0 ? 'weekend' : undefined),
    openOf: open,
    closeOf: (date) => open(date + 1),
    isEarlyClose: () => false,
  });
}

/** 24/7: every UTC day, from its midnight to the next, or from another start in the day to the next. */
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
  fromClock(startOfUtcDay(date) + minutes * microsPerMinute, zone);

/** Dates and clock times of the zone in which days begin. */
const clockOf = ({ zone }: DayStart): Pick<SessionCalendar, 'dateOf' | 'instantAt'> => ({
  dateOf: (instant) => dateInZone(instant, zone),
  instantAt: (date, minutes) => dayBegins(date, { minutes, zone }),
});

function textOf({ minutes, zone }: DayStart): string {
  const clock = clockText(minutes);
  return zone === 'UTC' ? clock : `${clock} ${zone}`;
}
