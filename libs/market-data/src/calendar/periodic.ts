/**
 * Calendars of weekly and monthly bars: a session is a week or a month, named by its
 * last trading day.
 */

import { weekdayOf, yearMonthDay, type CivilDate } from '#values';
import { weekdayNames, type WeekdayName } from '#contracts/facts/calendar-name';
import { calendarFrom } from './calendar-range.js';
import type { SessionCalendar } from './session-calendar.js';

export const barPeriods = ['weekly', 'monthly'] as const;
export type BarPeriod = (typeof barPeriods)[number];

/** `longest` is in days. */
const sizes = {
  weekly: { perYear: 52, longest: 7 },
  monthly: { perYear: 12, longest: 31 },
} as const;

/** Which weeks or months: `first` is the day on which weeks begin, 0 for Sunday. */
interface Periods {
  readonly frequency: BarPeriod;
  readonly first: number;
}

/** The day on which the week or month of a date begins. */
function startOf({ frequency, first }: Periods, date: CivilDate): CivilDate {
  if (frequency === 'monthly') return date - yearMonthDay(date).day + 1;
  return date - ((weekdayOf(date) - first + 7) % 7);
}

/** The last session of the week or month that contains a date. */
function lastSessionOf(calendar: SessionCalendar, periods: Periods, date: CivilDate): CivilDate {
  const { longest } = sizes[periods.frequency];
  const end = startOf(periods, startOf(periods, date) + longest) - 1;
  return calendar.sessionOnOrBefore(Math.min(calendar.lastDate, end));
}

const isoWeeks: Periods = { frequency: 'weekly', first: 1 };

/**
 * The last session of each ISO week from `from` to `to`, both inclusive; skips weeks
 * that end outside.
 */
export function endsOfWeeks(
  calendar: SessionCalendar,
  from: CivilDate,
  to: CivilDate,
): readonly CivilDate[] {
  const isLast = (date: CivilDate): boolean => lastSessionOf(calendar, isoWeeks, date) === date;
  return calendar.sessionsBetween(from, to).filter(isLast);
}

/**
 * The weeks or months of a calendar. Each opens with its first session and closes with its last.
 */
export function periodicCalendar(
  base: SessionCalendar,
  frequency: BarPeriod,
  weekStart: WeekdayName = 'Monday',
): SessionCalendar {
  const periods = { frequency, first: weekdayNames.indexOf(weekStart) };
  const from = weekStart === 'Monday' ? '' : (` from ${weekStart}` as const);
  const firstDayOf = (session: CivilDate): CivilDate =>
    base.sessionOnOrAfter(Math.max(base.firstDate, startOf(periods, session)));
  return calendarFrom({
    ...base,
    name: `${base.name as 'XNYS'} ${frequency}${from}`,
    sessionsPerYear: sizes[frequency].perYear,
    closureOf: (date) =>
      base.closureOf(date) ??
      (lastSessionOf(base, periods, date) === date ? undefined : `inside of a ${frequency} bar`),
    firstDayOf,
    breakOf: () => undefined,
    openOf: (session) => {
      const first = firstDayOf(session);
      const open = base.openOf(first);
      // If sessions touch, the close of the previous one comes first.
      const follows = first > base.firstDate && base.isSession(first - 1);
      return follows && base.closeOf(first - 1) === open ? open + 1 : open;
    },
  });
}

export interface StampedPeriods {
  readonly frequency: BarPeriod;
  /**
   * The day on which the vendor's weeks begin, if the data set names it; else they are those
   * of the calendar.
   */
  readonly weekStart?: WeekdayName | undefined;
}

/**
 * The day that names the week or month of a bar. Of a market that closes, a vendor may stamp any
 * day: a Sunday may begin or end a week, and is assumed to begin the next, so that no bar is known
 * early. Where no day is off, months are stamped with their first or last day, and weeks with their
 * first, or with their last if the data set names the first; null for any other day: the vendor's
 * weeks or months are others, such as thirty days.
 */
export function sessionOfStamp(
  calendar: SessionCalendar,
  { frequency, weekStart }: StampedPeriods,
  stamp: CivilDate,
): CivilDate | null {
  const periods = { frequency, first: weekdayNames.indexOf(weekStart ?? 'Monday') };
  const isAlwaysOpen = calendar.name.startsWith('24/7');
  const isSunday = frequency === 'weekly' && weekdayOf(stamp) === 0;
  const day = isSunday && !isAlwaysOpen ? stamp + 1 : stamp;
  const session = lastSessionOf(calendar, periods, day);
  if (!isAlwaysOpen) return session;
  const isStart = stamp === startOf(periods, stamp);
  const isEnd = stamp === session && (frequency === 'monthly' || weekStart !== undefined);
  return isStart || isEnd ? session : null;
}
