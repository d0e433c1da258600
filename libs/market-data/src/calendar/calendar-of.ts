/** A calendar by its name. */

import { calendarNames, type CalendarName } from '#contracts';
import { everyDay, forexWeek } from './round-the-clock.js';
import type { SessionCalendar } from './session-calendar.js';
import { newYorkStockExchange } from './xnys.js';

const makers: Readonly<Record<CalendarName, () => SessionCalendar>> = {
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
  const calendar = makers[name]();
  made.set(name, calendar);
  return calendar;
}

/**
 * The calendar of markets with so many sessions a year, by which a journal names its calendar; undefined where there is
 * none. No two have the same number.
 */
export function calendarOfYear(sessionsPerYear: number): SessionCalendar | undefined {
  // The table of the exchange takes longest to make and comes first in the list, so it is asked last.
  const names = calendarNames.toReversed();
  const name = names.find((one) => calendarOf(one).sessionsPerYear === sessionsPerYear);
  return name && calendarOf(name);
}
