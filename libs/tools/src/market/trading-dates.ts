/** Converts instants of a tape to civil dates of its calendar, and dates to stretches of time. */

import {
  formatCivilDate,
  invalidInput,
  startOfUtcDay,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { BarRange, MarketView } from '#market-view';

/** Civil dates, both inclusive. */
export interface DateRange {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/**
 * The date of the as-of: that of its last fact. A session that closes at midnight belongs to
 * the previous day.
 */
export function dateOfAsOf(view: MarketView): CivilDate {
  return calendarOf(view.calendar).dateOf(view.time - 1);
}

/** The session of a bar: the one with the first close at or after it. */
export function sessionOfBar(view: MarketView, time: Instant): CivilDate {
  return calendarOf(view.calendar).sessionClosingAtOrAfter(time);
}

/**
 * The date of a stamp; midnight UTC stands for its date, because vendors write dates without a
 * time that way.
 */
export function dateOfStamp(view: MarketView, stamp: Instant): CivilDate {
  const date = utcDateOf(stamp);
  return stamp === startOfUtcDay(date) ? date : calendarOf(view.calendar).dateOf(stamp);
}

/**
 * When the bars of the sessions of a range are known; null if the calendar has no session in it.
 */
export function stretchOf(view: MarketView, { from, to }: DateRange): BarRange | null {
  const calendar = calendarOf(view.calendar);
  const firstSession = calendar.sessionOnOrAfter(calendar.firstDate);
  if (to < firstSession || from > calendar.lastDate) return null;
  const through = to >= calendar.lastDate ? Infinity : closeUpTo(view, to);
  return { after: from <= firstSession ? -Infinity : closeUpTo(view, from - 1), through };
}

/** The close of the last session on or before a date. */
function closeUpTo(view: MarketView, date: CivilDate): Instant {
  const calendar = calendarOf(view.calendar);
  return calendar.closeOf(calendar.sessionOnOrBefore(date));
}

/** Throws `InvalidInput` for a date on which nothing can be known at the as-of. */
export function requireKnownDate(view: MarketView, date: CivilDate, where: string): void {
  const last = dateOfAsOf(view);
  if (date <= last) return;
  throw invalidInput('the date lies after the as-of: nothing of it is known yet', {
    where,
    expected: `a date up to ${formatCivilDate(last)}`,
    found: formatCivilDate(date),
  });
}
