/**
 * The range of dates that a calendar covers, and the walk over its sessions that all
 * calendars share.
 */

import { formatCivilDate, invalidInput, invariant, type CivilDate } from '#values';
import type { SessionCalendar } from './session-calendar.js';

/** What each calendar must provide; the walk over sessions is derived from it. */
export type CalendarFacts = Omit<
  SessionCalendar,
  | 'isSession'
  | 'sessionOnOrAfter'
  | 'sessionOnOrBefore'
  | 'sessionClosingAtOrAfter'
  | 'sessionsBetween'
  | 'firstDayOf'
  | 'breakOf'
> &
  // Sessions are days, and have no break, unless these are given.
  Partial<Pick<SessionCalendar, 'firstDayOf' | 'breakOf'>>;

/** A calendar from its facts. A date outside firstDate..lastDate throws `InvalidInput`. */
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
    if (closed(date) === undefined) return date;
    invariant(false, `${formatCivilDate(date)} is a session of ${facts.name}`);
  };
  const closeOf = onceByDate(facts, (date) => facts.closeOf(session(date)));
  const sessionOnOrAfter = onceByDate(facts, (date) => step(date, 1));
  // Bars query in order, and a session has many of them: its result holds from the first
  // instant to its close.
  let last = { from: Infinity, close: -Infinity, session: NaN };
  return {
    ...facts,
    closureOf: closed,
    isSession: (date) => closed(date) === undefined,
    openOf: onceByDate(facts, (date) => facts.openOf(session(date))),
    closeOf,
    isEarlyClose: (date) => facts.isEarlyClose(session(date)),
    firstDayOf: facts.firstDayOf ?? ((date) => date),
    breakOf: (date) => facts.breakOf?.(session(date)),
    sessionOnOrAfter,
    sessionOnOrBefore: onceByDate(facts, (date) => step(date, -1)),
    sessionClosingAtOrAfter: (instant) => {
      if (instant >= last.from && instant <= last.close) return last.session;
      // A session may close on the civil date after its own (24/7), so the search
      // begins a day early.
      let found = sessionOnOrAfter(Math.max(facts.firstDate, facts.dateOf(instant) - 1));
      while (closeOf(found) < instant) found = sessionOnOrAfter(found + 1);
      last = { from: instant, close: closeOf(found), session: found };
      return found;
    },
    sessionsBetween: (from, to) => {
      const sessions: CivilDate[] = [];
      for (let date = from; date <= to; date++) if (closed(date) === undefined) sessions.push(date);
      return sessions;
    },
  };
}

/**
 * Computes the result for a date on first use and caches it: bars query the same dates many times.
 * Failures are not cached.
 */
function onceByDate(
  { firstDate, lastDate }: CalendarFacts,
  compute: (date: CivilDate) => number,
): (date: CivilDate) => number {
  // Allocated on first use: a process uses few of them, and most calendars are never queried.
  let answers: Float64Array | undefined;
  return (date) => {
    answers ??= new Float64Array(lastDate - firstDate + 1).fill(NaN);
    const known = answers[date - firstDate];
    if (known !== undefined && known === known) return known;
    const answer = compute(date);
    answers[date - firstDate] = answer;
    return answer;
  };
}

function requireInRange(facts: CalendarFacts, date: CivilDate): void {
  if (date >= facts.firstDate && date <= facts.lastDate) return;
  throw invalidInput(`the calendar ${facts.name} does not know this date`, {
    expected: `${formatCivilDate(facts.firstDate)}..${formatCivilDate(facts.lastDate)}`,
    found: Number.isFinite(date) ? formatCivilDate(date) : String(date),
  });
}
