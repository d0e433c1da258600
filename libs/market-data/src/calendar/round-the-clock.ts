/** Calendars of markets that do not close overnight: the forex week and the crypto day. */

import {
  civilDate,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  weekdayOf,
  type CivilDate,
} from '#values';
import { calendarFrom } from './calendar-range.js';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';
import type { SessionCalendar } from './session-calendar.js';

const fivePm = 17 * 60;

/**
 * 24/5, the forex week: the session of a date Monday to Friday runs from 17:00 New York of the day
 * before to 17:00 New York of the date. No holidays: brokers differ.
 */
export function forexWeek(): SessionCalendar {
  return calendarFrom({
    name: '24/5',
    sessionsPerYear: 260,
    firstDate: civilDate(1990, 1, 1),
    lastDate: civilDate(2040, 12, 31),
    closureOf: (date) => (weekdayOf(date) % 6 === 0 ? 'weekend' : undefined),
    openOf: (date) => newYorkInstant(date - 1, fivePm),
    closeOf: (date) => newYorkInstant(date, fivePm),
    isEarlyClose: () => false,
    dateOf: newYorkDateOf,
    instantAt: newYorkInstant,
  });
}

/** 24/7: every UTC day, from its midnight to the next. */
export function everyDay(): SessionCalendar {
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
