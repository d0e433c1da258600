/** Calendars of weekly and monthly bars: a session is a week or a month, named by its last trading day. */

import { weekdayOf, yearMonthDay, type CivilDate } from '#values';
import { calendarFrom } from './calendar-range.js';
import type { SessionCalendar } from './session-calendar.js';

export const barPeriods = ['weekly', 'monthly'] as const;
export type BarPeriod = (typeof barPeriods)[number];

/** Weeks run from Monday to Sunday; `longest` is in days. */
const periods = {
  weekly: { perYear: 52, longest: 7, startOf: (date) => date - ((weekdayOf(date) + 6) % 7) },
  monthly: { perYear: 12, longest: 31, startOf: (date) => date - yearMonthDay(date).day + 1 },
} satisfies Record<BarPeriod, { startOf: (date: CivilDate) => CivilDate; [size: string]: unknown }>;

/** The last session of the week or month that contains a date. */
function lastSessionOf(
  calendar: SessionCalendar,
  frequency: BarPeriod,
  date: CivilDate,
): CivilDate {
  const { startOf, longest } = periods[frequency];
  const end = startOf(startOf(date) + longest) - 1;
  return calendar.sessionOnOrBefore(Math.min(calendar.lastDate, end));
}

/** The last session of each ISO week from `from` to `to`, both inclusive; skips weeks that end outside. */
export function endsOfWeeks(
  calendar: SessionCalendar,
  from: CivilDate,
  to: CivilDate,
): readonly CivilDate[] {
  const isLast = (date: CivilDate): boolean => lastSessionOf(calendar, 'weekly', date) === date;
  return calendar.sessionsBetween(from, to).filter(isLast);
}

/** The weeks or months of a calendar. Each opens with its first session and closes with its last. */
export function periodicCalendar(base: SessionCalendar, frequency: BarPeriod): SessionCalendar {
  const { perYear, startOf } = periods[frequency];
  return calendarFrom({
    ...base,
    name: `${base.name as 'XNYS'} ${frequency}`,
    sessionsPerYear: perYear,
    closureOf: (date) =>
      base.closureOf(date) ??
      (lastSessionOf(base, frequency, date) === date ? undefined : `inside of a ${frequency} bar`),
    openOf: (session) => {
      const first = base.sessionOnOrAfter(Math.max(base.firstDate, startOf(session)));
      const open = base.openOf(first);
      // If sessions touch, the close of the previous one comes first.
      const follows = first > base.firstDate && base.isSession(first - 1);
      return follows && base.closeOf(first - 1) === open ? open + 1 : open;
    },
  });
}

/**
 * The day that names the week or month of a bar, whatever day of it the vendor stamps. A Sunday may begin or end a
 * week: it is assumed to begin the next, so that no bar is known early.
 */
export function sessionOfStamp(
  calendar: SessionCalendar,
  frequency: BarPeriod,
  stamp: CivilDate,
): CivilDate {
  const isSunday = frequency === 'weekly' && weekdayOf(stamp) === 0;
  return lastSessionOf(calendar, frequency, isSunday ? stamp + 1 : stamp);
}
