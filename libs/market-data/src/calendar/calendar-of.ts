/** The calendars by name: the New York exchange from rules and single days, the forex week, the crypto day. */

import { calendarNames, type CalendarName } from '#contracts';
import {
  civilDate,
  isWeekend,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  weekdayOf,
  type CivilDate,
} from '#values';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';
import { periodicCalendar, type BarPeriod } from './periodic.js';
import type { SessionCalendar } from './session-calendar.js';
import { calendarFrom } from './calendar-range.js';
import { newYorkClosures, newYorkEarlyCloses } from './new-york-holidays.js';

const makers: Readonly<Record<(typeof calendarNames)[number], () => SessionCalendar>> = {
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
  const base = calendarNames.find((one) => one === name);
  const [of, period] = name.split(' ') as [(typeof calendarNames)[number], BarPeriod];
  const calendar = base ? makers[base]() : periodicCalendar(calendarOf(of), period);
  made.set(name, calendar);
  return calendar;
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

const fivePm = 17 * 60;

/**
 * 24/5, the forex week: the session of a date Monday to Friday runs from 17:00 New York of the day
 * before to 17:00 New York of the date. No holidays: brokers differ.
 */
function forexWeek(): SessionCalendar {
  return calendarFrom({
    ...newYork,
    name: '24/5',
    sessionsPerYear: 260,
    closureOf: (date) => (weekdayOf(date) % 6 === 0 ? 'weekend' : undefined),
    openOf: (date) => newYorkInstant(date - 1, fivePm),
    closeOf: (date) => newYorkInstant(date, fivePm),
    isEarlyClose: () => false,
  });
}

/** 24/7: every UTC day, from its midnight to the next. */
function everyDay(): SessionCalendar {
  return calendarFrom({
    name: '24/7',
    sessionsPerYear: 365,
    // Journals count microseconds from 1970 on, and hold differences up to 2112.
    firstDate: civilDate(1970, 1, 2),
    lastDate: civilDate(2099, 12, 31),
    closureOf: () => undefined,
    openOf: startOfUtcDay,
    closeOf: (date: CivilDate) => startOfUtcDay(date + 1),
    isEarlyClose: () => false,
    dateOf: utcDateOf,
    instantAt: (date, minutes) => startOfUtcDay(date) + minutes * microsPerMinute,
  });
}
