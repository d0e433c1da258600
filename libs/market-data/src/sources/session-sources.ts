/** The opens and the closes of a calendar's sessions as facts: two sources, for they rank apart. */

import { utcDateOf, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  noInstrument,
  rankOfSource,
  type FactPayload,
  type FactSource,
} from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../knowledge-time.js';
import { listSource } from './list-source.js';

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
  // A session may open on the day before its date, never earlier.
  const last = Math.min(calendar.lastDate, utcDateOf(until) + 1);
  const sessions = calendar.sessionsBetween(first, last);
  const source = (
    kindName: 'sessionOpen' | 'sessionClose',
    payloadOf: (session: CivilDate) => FactPayload,
  ): FactSource => {
    const kind = factKinds[kindName];
    const named = { name: `${calendar.name} ${kindName}`, rank: rankOfSource(kind) };
    return listSource(named, sessions, (session) => {
      const time = times[kindName](session);
      if (time > until) return undefined;
      const payload = payloadOf(session);
      return { kind, instrument: noInstrument, knowledgeTime: time, eventTime: time, payload };
    });
  };
  return [
    source('sessionOpen', (session) => ({ kind: 'sessionOpen', session })),
    source('sessionClose', (session) => {
      return { kind: 'sessionClose', session, early: calendar.isEarlyClose(session) };
    }),
  ];
}
