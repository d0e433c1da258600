/** The port of a trading calendar: which dates are sessions, and when they open and close. */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';

export interface SessionCalendar {
  readonly name: CalendarName;
  /** Sessions per year for annualization: XNYS 252, 24/5 260, 24/7 365. */
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
  /** Why a date has no session (`weekend`, `Good Friday`, …); undefined for a session. */
  closureOf(date: CivilDate): string | undefined;
}

/** The part, up to an instant, of the session that is open then, or else of the previous one. */
export function lastOpen(
  calendar: SessionCalendar,
  at: Instant,
): { readonly since: Instant; readonly until: Instant } {
  const next = calendar.sessionClosingAtOrAfter(at);
  if (calendar.openOf(next) <= at) return { since: calendar.openOf(next), until: at };
  const last = calendar.sessionOnOrBefore(next - 1);
  return { since: calendar.openOf(last), until: calendar.closeOf(last) };
}
