/** When a live tape opens and closes sessions: at the calendar's open, and a while after its close. */

import { microsPerMilli, type CivilDate, type Instant } from '#values';
import type { SessionCalendar } from '../../calendar/session-calendar.js';
import { knowledgeTimes } from '../../knowledge-time.js';

export interface SessionTurn {
  readonly kind: 'sessionOpen' | 'sessionClose';
  readonly session: CivilDate;
  /** Knowledge time of the fact; a whole millisecond, or a microsecond behind one: no frame has such a time. */
  readonly at: Instant;
}

/** The turns of sessions one after the other, from the session on that closes next at the given time. */
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

  /** Goes on to the turn behind `next`. An open that would lie before the close of its predecessor moves behind it. */
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

/** A receive time at which no session turns and no bar ends: never the first two microseconds of a millisecond. */
export function frameTime(now: Instant, after: Instant): Instant {
  const time = Math.max(now, after + 1);
  const intoMilli = time % microsPerMilli;
  return intoMilli < 2 ? time + 2 - intoMilli : time;
}
