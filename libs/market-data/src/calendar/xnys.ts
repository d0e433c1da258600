/** The calendar of the New York Stock Exchange, 1990 to 2040, by rules and single days. */

import { civilDate, isWeekend, type CivilDate } from '#values';
import { calendarFrom } from './calendar-range.js';
import { newYorkClosures, newYorkEarlyCloses } from './new-york-holidays.js';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';
import type { SessionCalendar } from './session-calendar.js';

const [firstYear, lastYear] = [1990, 2040];
const openMinutes = 9 * 60 + 30;
const closeMinutes = 16 * 60;

/**
 * Sessions from 09:30 to 16:00 New York, 13:00 (before 1993: 14:00) on early closes. Years to come hold
 * the rules that are in force; closures that are announced later are not in it.
 */
export function newYorkStockExchange(): SessionCalendar {
  const firstDate = civilDate(firstYear, 1, 1);
  const lastDate = civilDate(lastYear, 12, 31);
  const closures = new Map<CivilDate, string>();
  const earlyCloses = new Map<CivilDate, number>();
  for (let year = firstYear; year <= lastYear; year++) {
    for (const [date, reason] of newYorkClosures(year)) closures.set(date, reason);
    for (const [date, minutes] of newYorkEarlyCloses(year)) {
      if (!closures.has(date) && !isWeekend(date)) earlyCloses.set(date, minutes);
    }
  }
  return calendarFrom({
    name: 'XNYS',
    sessionsPerYear: 252,
    firstDate,
    lastDate,
    closureOf: (date) => (isWeekend(date) ? 'weekend' : closures.get(date)),
    openOf: (date) => newYorkInstant(date, openMinutes),
    closeOf: (date) => newYorkInstant(date, earlyCloses.get(date) ?? closeMinutes),
    isEarlyClose: (date) => earlyCloses.has(date),
    dateOf: newYorkDateOf,
    instantAt: newYorkInstant,
  });
}
