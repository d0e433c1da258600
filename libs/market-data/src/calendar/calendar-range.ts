/** The dates for which a calendar can answer, and the walk over its sessions that all calendars share. */

import { formatCivilDate, invalidInput, invariant, type CivilDate } from '#values';
import type { SessionCalendar } from './session-calendar.js';

/** What a calendar has to know itself; the walk over sessions follows from it. */
export type CalendarFacts = Omit<
  SessionCalendar,
  | 'isSession'
  | 'sessionOnOrAfter'
  | 'sessionOnOrBefore'
  | 'sessionClosingAtOrAfter'
  | 'sessionsBetween'
>;

/** A calendar from its facts. A date outside firstDate..lastDate is an `InvalidInput` error. */
export function calendarFrom(facts: CalendarFacts): SessionCalendar {
  const closed = (date: CivilDate): string | undefined => {
    requireInRange(facts, date);
    return facts.closureOf(date);
  };
  const step = (date: CivilDate, direction: 1 | -1): CivilDate => {
    let session = date;
    while (closed(session) !== undefined) session += direction;
    return session;
  };
  const session = (date: CivilDate): CivilDate => {
    invariant(closed(date) === undefined, `${formatCivilDate(date)} is a session of ${facts.name}`);
    return date;
  };
  return {
    ...facts,
    closureOf: closed,
    isSession: (date) => closed(date) === undefined,
    openOf: (date) => facts.openOf(session(date)),
    closeOf: (date) => facts.closeOf(session(date)),
    isEarlyClose: (date) => facts.isEarlyClose(session(date)),
    sessionOnOrAfter: (date) => step(date, 1),
    sessionOnOrBefore: (date) => step(date, -1),
    sessionClosingAtOrAfter: (instant) => {
      // A session may close on the civil date after its own (24/7), so the search begins a day early.
      let found = step(Math.max(facts.firstDate, facts.dateOf(instant) - 1), 1);
      while (facts.closeOf(found) < instant) found = step(found + 1, 1);
      return found;
    },
    sessionsBetween: (from, to) => {
      const sessions: CivilDate[] = [];
      for (let date = from; date <= to; date++) if (closed(date) === undefined) sessions.push(date);
      return sessions;
    },
  };
}

function requireInRange(facts: CalendarFacts, date: CivilDate): void {
  if (date >= facts.firstDate && date <= facts.lastDate) return;
  throw invalidInput(`the calendar ${facts.name} does not know this date`, {
    expected: `${formatCivilDate(facts.firstDate)}..${formatCivilDate(facts.lastDate)}`,
    found: Number.isFinite(date) ? formatCivilDate(date) : String(date),
  });
}
