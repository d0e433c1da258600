/**
 * Whether something happened in a session by the calendar, early closes included, whatever
 * the tape reports.
 */

import type { CivilDate, Instant } from '#values';
import type { CalendarName } from '#contracts';
import type { SessionDays } from '#portfolio';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { SessionBreak } from '#market-data/calendar/session-calendar';

/** More days than any calendar is closed for: Athens was for five weeks of 2015. */
const closedMax = 60;

export class SessionBounds {
  private session: CivilDate | undefined;
  private open = -Infinity;
  private close = Infinity;
  private pause: SessionBreak | undefined;

  constructor(private readonly calendar: CalendarName) {}

  /**
   * Whether an instant is within a session, its open and close included, and outside of its break.
   * A live tape closes a session some seconds after its close, so that it has the last bars: trades
   * in between do not belong to it. A session that the calendar does not have holds everything.
   */
  holds(session: CivilDate, time: Instant): boolean {
    if (session !== this.session) this.find(session);
    if (time < this.open || time > this.close) return false;
    return this.pause === undefined || time <= this.pause.from || time >= this.pause.to;
  }

  /** Whether a bar that ends at an instant is within a session: its trades came after the open. */
  holdsBar(session: CivilDate, end: Instant): boolean {
    return this.holds(session, end) && end > this.open && end !== this.pause?.to;
  }

  /**
   * Date of the shares that a bar is in which ends at an instant: of its session or, between
   * sessions, of the day. `session` where the calendar ends.
   */
  dateOf(end: Instant, session: CivilDate): CivilDate {
    const calendar = calendarOf(this.calendar);
    const day = calendar.dateOf(end - 1);
    if (day <= calendar.firstDate || day + closedMax >= calendar.lastDate) return session;
    const closing = calendar.sessionClosingAtOrAfter(end);
    return calendar.openOf(closing) < end ? closing : day;
  }

  /** What the calendar knows of a session; only its date, if it does not have the session. */
  daysOf(session: CivilDate): SessionDays {
    if (session !== this.session) this.find(session);
    const began = Number.isFinite(this.open) ? this.open : undefined;
    return { firstDay: this.firstDayOf(session), lastDay: this.lastDayOf(session), began };
  }

  /**
   * The close of a session by the calendar; undefined if the calendar does not have the session.
   */
  closeOf(session: CivilDate): Instant | undefined {
    if (session !== this.session) this.find(session);
    return Number.isFinite(this.close) ? this.close : undefined;
  }

  /**
   * The session of which a price is that becomes known at an instant: the open one, or the next.
   */
  sessionOf(time: Instant): CivilDate {
    return calendarOf(this.calendar).sessionClosingAtOrAfter(time);
  }

  private firstDayOf(session: CivilDate): CivilDate {
    const calendar = calendarOf(this.calendar);
    const isKnown = session >= calendar.firstDate && session <= calendar.lastDate;
    return isKnown ? calendar.firstDayOf(session) : session;
  }

  /** The day before the next session; the session itself where the calendar ends. */
  private lastDayOf(session: CivilDate): CivilDate {
    const calendar = calendarOf(this.calendar);
    const isKnown = session >= calendar.firstDate && session + closedMax < calendar.lastDate;
    return isKnown ? calendar.sessionOnOrAfter(session + 1) - 1 : session;
  }

  /** The day of an instant on the calendar's clock. */
  dayOf(time: Instant): CivilDate {
    return calendarOf(this.calendar).dateOf(time);
  }

  private find(session: CivilDate): void {
    this.session = session;
    const calendar = calendarOf(this.calendar);
    const isKnown = session >= calendar.firstDate && session <= calendar.lastDate;
    const isSession = isKnown && calendar.isSession(session);
    this.open = isSession ? calendar.openOf(session) : -Infinity;
    this.close = isSession ? calendar.closeOf(session) : Infinity;
    this.pause = isSession ? calendar.breakOf(session) : undefined;
  }
}
