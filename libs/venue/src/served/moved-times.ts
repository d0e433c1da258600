/**
 * Maps times of the data to times for clients: unchanged, or moved session by session
 * to the present.
 */

import type { CivilDate, Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';

export interface ShownTimes {
  instant(time: Instant): Instant;
  date(date: CivilDate): CivilDate;
}

export const timesAsTheyAre: ShownTimes = { instant: (time) => time, date: (date) => date };

/**
 * Moves `session` of the data to the session of `now`, the previous one to the previous one, and so
 * on: each by a whole number of local days, so that it opens when a session opens, across weekends,
 * holidays and clock changes. Times between two sessions move with the earlier one, and end before
 * the next opens. Throws `InvalidInput` for a date beyond the calendar.
 */
export function movedTimes(
  calendar: SessionCalendar,
  { session, now }: { readonly session: CivilDate; readonly now: Instant },
): ShownTimes {
  const from = calendar.sessionOnOrAfter(session);
  const to = calendar.sessionClosingAtOrAfter(now);
  const targets = sessionTargets(calendar, from, to);
  const instant = (time: Instant): Instant => {
    const open = openSessionAt(calendar, time);
    const target = targets(open);
    const moved = time - calendar.openOf(open) + calendar.openOf(target);
    const next = calendar.openOf(calendar.sessionOnOrAfter(target + 1));
    return Math.min(moved, next - 1);
  };
  const date = (day: CivilDate): CivilDate => targets(calendar.sessionOnOrAfter(day));
  return { instant, date };
}

/** The last session that opened at or before the instant. */
function openSessionAt(calendar: SessionCalendar, time: Instant): CivilDate {
  const session = calendar.sessionClosingAtOrAfter(time);
  // Sessions of the crypto day and the forex week touch: their boundary belongs to the
  // one that opens.
  const next = calendar.sessionOnOrAfter(session + 1);
  if (calendar.openOf(next) <= time) return next;
  if (calendar.openOf(session) <= time) return session;
  return calendar.sessionOnOrBefore(session - 1);
}

/** Maps sessions of the data to sessions of the present, counted from the given pair. */
function sessionTargets(
  calendar: SessionCalendar,
  from: CivilDate,
  to: CivilDate,
): (session: CivilDate) => CivilDate {
  const known = new Map([[from, to]]);
  let first = from;
  let last = from;
  return (session) => {
    while (session > last) {
      const target = calendar.sessionOnOrAfter((known.get(last) as CivilDate) + 1);
      last = calendar.sessionOnOrAfter(last + 1);
      known.set(last, target);
    }
    while (session < first) {
      const target = calendar.sessionOnOrBefore((known.get(first) as CivilDate) - 1);
      first = calendar.sessionOnOrBefore(first - 1);
      known.set(first, target);
    }
    return known.get(session) as CivilDate;
  };
}
