/** The opens and the closes of a calendar's sessions as facts: two sources, for they rank apart. */

import { utcDateOf, type CivilDate, type Instant } from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  rankOfSource,
  type FactPayload,
  type FactSource,
} from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../knowledge-time.js';

const chunkRows = 256;

/**
 * Opens and closes from the session `first` on, until `until`, included: the last session may stay open. They follow
 * from the calendar alone: what the data holds later changes none of them.
 */
export function sessionSources(
  calendar: SessionCalendar,
  times: KnowledgeTimes,
  first: CivilDate,
  until: Instant,
): FactSource[] {
  return [
    source(calendar, 'sessionOpen', first, until, (session) => ({
      time: times.sessionOpen(session),
      payload: { kind: 'sessionOpen', session },
    })),
    source(calendar, 'sessionClose', first, until, (session) => ({
      time: times.sessionClose(session),
      payload: { kind: 'sessionClose', session, early: calendar.isEarlyClose(session) },
    })),
  ];
}

function source(
  calendar: SessionCalendar,
  kindName: 'sessionOpen' | 'sessionClose',
  first: CivilDate,
  until: Instant,
  factOf: (session: CivilDate) => { time: number; payload: FactPayload },
): FactSource {
  const kind = factKinds[kindName];
  const out = new FactColumns(chunkRows);
  // A session may open on the day before its date, never earlier.
  const last = Math.min(calendar.lastDate, utcDateOf(until) + 1);
  let date = first;
  return {
    name: `${calendar.name} ${kindName}`,
    rank: rankOfSource(kind),
    pull: () => {
      out.clear();
      for (; date <= last && out.count < out.capacity; date++) {
        if (!calendar.isSession(date)) continue;
        const { time, payload } = factOf(date);
        if (time > until) break;
        out.pushFact({
          kind,
          instrument: noInstrument,
          knowledgeTime: time,
          eventTime: time,
          payload,
        });
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      date = last + 1;
    },
  };
}
