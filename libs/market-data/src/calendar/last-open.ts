/** When a market was open last: now, or until the last close. */

import type { Instant } from '#values';
import type { SessionCalendar } from './session-calendar.js';

/** The part until an instant of the session that is open then, or else of the one before it. */
export function lastOpen(
  calendar: SessionCalendar,
  at: Instant,
): { readonly since: Instant; readonly until: Instant } {
  const next = calendar.sessionClosingAtOrAfter(at);
  if (calendar.openOf(next) <= at) return { since: calendar.openOf(next), until: at };
  const last = calendar.sessionOnOrBefore(next - 1);
  return { since: calendar.openOf(last), until: calendar.closeOf(last) };
}
