/** Whether the market is open, and since when. */

import type { Instant } from '#values';
import type { SessionCalendar } from './session-calendar.js';

/** When the session opened that is open at an instant; undefined where none is. */
export function openSince(calendar: SessionCalendar, at: Instant): Instant | undefined {
  const open = calendar.openOf(calendar.sessionClosingAtOrAfter(at));
  return open <= at ? open : undefined;
}

/** The instant itself while a session is open, else the last close before it. */
export function lastOpenInstant(calendar: SessionCalendar, at: Instant): Instant {
  if (openSince(calendar, at) !== undefined) return at;
  const next = calendar.sessionClosingAtOrAfter(at);
  return calendar.closeOf(calendar.sessionOnOrBefore(next - 1));
}
