/** The port of a trading calendar: which dates are sessions, and when they open and close. */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';

export interface SessionCalendar {
  readonly name: CalendarName;
  /**
   * Sessions per year for annualization: XNYS 252, 24/5 260, 24/7 365; of another exchange the mean
   * of ten years; of one's own what its data set says. A constant of the calendar.
   */
  readonly sessionsPerYear: number;
  /** The first and the last date that the calendar covers; others throw `InvalidInput`. */
  readonly firstDate: CivilDate;
  readonly lastDate: CivilDate;
  isSession(date: CivilDate): boolean;
  /** Opening instant. The date must be a session (`Invariant` otherwise). */
  openOf(session: CivilDate): Instant;
  /** Closing instant, including early closes. The date must be a session. */
  closeOf(session: CivilDate): Instant;
  isEarlyClose(session: CivilDate): boolean;
  /**
   * The break in the middle of a session, during which the market is closed; undefined
   * if it has none.
   */
  breakOf(session: CivilDate): SessionBreak | undefined;
  /** The first trading day of a session: itself, unless it is a week or a month. */
  firstDayOf(session: CivilDate): CivilDate;
  /** The first session on or after the date. */
  sessionOnOrAfter(date: CivilDate): CivilDate;
  /** The last session on or before the date. */
  sessionOnOrBefore(date: CivilDate): CivilDate;
  /** The session with the first close at or after the instant. */
  sessionClosingAtOrAfter(instant: Instant): CivilDate;
  /** Sessions with from <= date <= to, in order. */
  sessionsBetween(from: CivilDate, to: CivilDate): CivilDate[];
  /** The civil date of an instant in the calendar's time zone. */
  dateOf(instant: Instant): CivilDate;
  /** An instant from a civil date and minutes after local midnight in the calendar's time zone. */
  instantAt(date: CivilDate, minutesAfterMidnight: number): Instant;
  /** Why a date has no session (`weekend`, `holiday`); undefined for a session. */
  closureOf(date: CivilDate): string | undefined;
}

/** Trading ends at `from` and begins again at `to`. */
export interface SessionBreak {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * The part, up to an instant, of the session that is open then, or else of the previous one; of a
 * session with a break, the part before or after it.
 */
export function lastOpen(
  calendar: SessionCalendar,
  at: Instant,
): { readonly since: Instant; readonly until: Instant } {
  const next = calendar.sessionClosingAtOrAfter(at);
  const open = calendar.openOf(next);
  if (open <= at) {
    const pause = calendar.breakOf(next);
    if (pause === undefined || at <= pause.from) return { since: open, until: at };
    return at < pause.to ? { since: open, until: pause.from } : { since: pause.to, until: at };
  }
  const last = calendar.sessionOnOrBefore(next - 1);
  return {
    since: calendar.breakOf(last)?.to ?? calendar.openOf(last),
    until: calendar.closeOf(last),
  };
}
