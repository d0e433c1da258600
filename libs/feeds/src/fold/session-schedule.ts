/**
 * When a live tape advances by itself: a session opens at the calendar's open, and closes a while
 * after its close.
 */

import { microsPerMilli, microsPerMinute, type CivilDate, type Instant } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import { knowledgeTimes } from '#market-data/calendar/knowledge-time';
import type { FeedDescription } from '../port/feed-description.js';

interface SessionTurn {
  readonly kind: 'sessionOpen' | 'sessionClose';
  readonly session: CivilDate;
  /**
   * Knowledge time of the fact; a whole millisecond, or one microsecond after: no frame
   * has such a time.
   */
  readonly at: Instant;
}

/** Session turns in order, starting with the session that closes next at the given time. */
export class SessionSchedule {
  next: SessionTurn;
  private readonly openOf: (session: CivilDate) => Instant;

  constructor(
    private readonly calendar: SessionCalendar,
    private readonly closeDelayMs: number,
    from: Instant,
  ) {
    this.openOf = knowledgeTimes(calendar, 'session-close').sessionOpen;
    const session = calendar.sessionClosingAtOrAfter(from);
    this.next = { kind: 'sessionOpen', session, at: this.openOf(session) };
  }

  /**
   * Advances to the turn after `next`. An open that would precede the close of its predecessor is
   * moved after it.
   */
  advance(): void {
    const { kind, session, at } = this.next;
    if (kind === 'sessionOpen') {
      const close = this.calendar.closeOf(session) + this.closeDelayMs * microsPerMilli;
      this.next = { kind: 'sessionClose', session, at: close };
      return;
    }
    const following = this.calendar.sessionOnOrAfter(session + 1);
    const open = Math.max(this.openOf(following), at + 1);
    this.next = { kind: 'sessionOpen', session: following, at: open };
  }
}

/**
 * Returns a function: the first instant after a given one at which a session turns, or a bar built
 * here is ready.
 */
export function tickTimes(
  description: Pick<FeedDescription, 'calendar' | 'closeDelayMs' | 'lateAfterMs' | 'bars'>,
): (after: Instant) => Instant {
  const { closeDelayMs, lateAfterMs, bars } = description;
  const calendar = calendarOf(description.calendar);
  const length = (bars?.minutes ?? 0) * microsPerMinute;
  const wait = Math.min(length, Math.min(lateAfterMs, closeDelayMs) * microsPerMilli);
  return (after) => {
    const schedule = new SessionSchedule(
      calendar,
      closeDelayMs,
      after - closeDelayMs * microsPerMilli,
    );
    while (schedule.next.at <= after) schedule.advance();
    if (bars === undefined) return schedule.next.at;
    const bar = (Math.floor((after - wait) / length) + 1) * length + wait;
    return Math.min(schedule.next.at, bar);
  };
}

/**
 * A receive time at which no session turns and no bar ends: never in the first two microseconds of
 * a millisecond.
 */
export function frameTime(now: Instant, after: Instant): Instant {
  const time = Math.max(now, after + 1);
  const intoMilli = time % microsPerMilli;
  return intoMilli < 2 ? time + 2 - intoMilli : time;
}
