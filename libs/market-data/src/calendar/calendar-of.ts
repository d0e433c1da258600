/** A calendar by its name. */

import { calendarNames, type CalendarName } from '#contracts';
import { periodicCalendar, type BarPeriod } from './periodic.js';
import { everyDay, forexWeek } from './round-the-clock.js';
import type { SessionCalendar } from './session-calendar.js';
import { newYorkStockExchange } from './xnys.js';

const makers: Readonly<Record<(typeof calendarNames)[number], () => SessionCalendar>> = {
  XNYS: newYorkStockExchange,
  '24/5': forexWeek,
  '24/7': everyDay,
};
const made = new Map<CalendarName, SessionCalendar>();

/**
 * XNYS and 24/5 answer for 1990 to 2040, 24/7 for 1970 to 2099; a date outside is an `InvalidInput`
 * error. Calendars are immutable and made once.
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
 * The calendar of markets with so many sessions a year, by which a journal names its calendar; undefined where there is
 * none. No two have the same number.
 */
export function calendarOfYear(sessionsPerYear: number): SessionCalendar | undefined {
  // Months of every calendar hold one close of the exchange's months, and weeks likewise.
  if (sessionsPerYear === 52) return calendarOf('XNYS weekly');
  if (sessionsPerYear === 12) return calendarOf('XNYS monthly');
  // The table of the exchange takes longest to make and comes first in the list, so it is asked last.
  const names = calendarNames.toReversed();
  const name = names.find((one) => calendarOf(one).sessionsPerYear === sessionsPerYear);
  return name && calendarOf(name);
}
