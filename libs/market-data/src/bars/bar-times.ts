/** Maps the stamp of a bar to its session and its knowledge time, and checks that the calendar covers it. */

import { microsPerMinute, type CivilDate, type Instant } from '#values';
import { sessionOfStamp } from '../calendar/periodic.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../calendar/knowledge-time.js';
import type { BarTable } from '../manifest/dataset-manifest.js';

export interface BarTimes {
  /** Whether the bar precedes the calendar's start: it is skipped. */
  isBefore(stamp: number): boolean;
  /** Whether the bar is after the calendar's end. */
  isBeyond(stamp: number): boolean;
  knowledgeTime(stamp: number): Instant;
  /** The session to which a bar with this stamp belongs. */
  session(stamp: number): CivilDate;
}

/** `stamp` is a date for daily bars and an instant for intraday bars, as the table declares. */
export function barTimes(
  table: Pick<BarTable, 'frequency' | 'stamp' | 'barMinutes'>,
  calendar: SessionCalendar,
  times: KnowledgeTimes,
): BarTimes {
  const firstSession = calendar.sessionOnOrAfter(calendar.firstDate);
  const lastSession = calendar.sessionOnOrBefore(calendar.lastDate);
  const { frequency } = table;
  if (frequency === 'weekly' || frequency === 'monthly') {
    const session = (stamp: CivilDate): CivilDate => sessionOfStamp(calendar, frequency, stamp);
    return {
      isBefore: (stamp) => stamp < firstSession,
      isBeyond: (stamp) => stamp > lastSession,
      knowledgeTime: (stamp) => calendar.closeOf(session(stamp)),
      session,
    };
  }
  if (frequency === 'daily') {
    return {
      isBefore: (stamp) => stamp < calendar.firstDate,
      isBeyond: (stamp) => stamp > lastSession,
      knowledgeTime: (stamp) => times.dailyBar(stamp),
      session: (stamp) => calendar.sessionOnOrAfter(stamp),
    };
  }
  const length = table.stamp === 'start' ? (table.barMinutes ?? 0) * microsPerMinute : 0;
  const first = calendar.openOf(firstSession);
  const last = calendar.closeOf(lastSession);
  // Bars are in order, so nearly all are in the same session as the previous bar.
  let [session, after, until] = [firstSession, first, first];
  return {
    isBefore: (stamp) => stamp < first,
    isBeyond: (stamp) => stamp + length > last,
    knowledgeTime: (stamp) => times.intradayBar(stamp, length),
    session: (stamp) => {
      const end = stamp + length;
      if (end > until || end <= after) {
        session = calendar.sessionClosingAtOrAfter(end);
        until = calendar.closeOf(session);
        after =
          session > firstSession
            ? calendar.closeOf(calendar.sessionOnOrBefore(session - 1))
            : first;
      }
      return session;
    },
  };
}
