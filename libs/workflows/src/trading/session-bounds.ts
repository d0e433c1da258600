/** Whether something happened in a session by the calendar: early closes included, and whatever the tape says of it. */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';

/** More days than any calendar is closed for. */
const closedMax = 10;

export class SessionBounds {
  private session: CivilDate | undefined;
  private open = -Infinity;
  private close = Infinity;

  constructor(private readonly calendar: CalendarName) {}

  /**
   * Whether an instant lies within a session, its open and close included. A live tape closes a session some seconds
   * behind its close, so that its last bars are there: what was traded in between is not of it. Of a session that the
   * calendar does not have everything is.
   */
  holds(session: CivilDate, time: Instant): boolean {
    if (session !== this.session) this.find(session);
    return time >= this.open && time <= this.close;
  }

  /** Whether a bar that ends at an instant lies within a session: its trades came behind the open. */
  holdsBar(session: CivilDate, end: Instant): boolean {
    return this.holds(session, end) && end > this.open;
  }

  /**
   * Date of the shares that a bar is in which ends at an instant: of its session or, between sessions, of the day.
   * `session` where the calendar ends.
   */
  dateOf(end: Instant, session: CivilDate): CivilDate {
    const calendar = calendarOf(this.calendar);
    const day = calendar.dateOf(end - 1);
    if (day <= calendar.firstDate || day + closedMax >= calendar.lastDate) return session;
    const closing = calendar.sessionClosingAtOrAfter(end);
    return calendar.openOf(closing) < end ? closing : day;
  }

  private find(session: CivilDate): void {
    this.session = session;
    const calendar = calendarOf(this.calendar);
    const isKnown = session >= calendar.firstDate && session <= calendar.lastDate;
    const isSession = isKnown && calendar.isSession(session);
    this.open = isSession ? calendar.openOf(session) : -Infinity;
    this.close = isSession ? calendar.closeOf(session) : Infinity;
  }
}
