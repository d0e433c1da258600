/** The time that a run's marks span, in sessions of its calendar. */

import type { CivilDate } from '#values';
import { calendarOfYear } from '#market-data/calendar/calendar-of';

/**
 * Sessions after the first mark, up to the last: a session without a bar has no mark, but it passes like the others.
 * The calendar is the one that the journal names by its sessions a year; marks outside of every calendar, which only
 * tests make, pass one by one.
 */
export function elapsedSessions(marks: readonly CivilDate[], sessionsPerYear: number): number {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const calendar = calendarOfYear(sessionsPerYear);
  const isKnown = calendar && first >= calendar.firstDate && last <= calendar.lastDate;
  if (!isKnown) return marks.length - 1;
  return Math.max(marks.length - 1, calendar.sessionsBetween(first + 1, last).length);
}
