/** Names moments of a run for people. */

import { formatCivilDate, formatInstant, type Instant } from '#values';
import type { Dataset } from '#market-data';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import type { RunPlan } from '#workflows';

/** By session if decisions are due at its close; by instant if they are due at bars or tasks. */
export function momentNameOf(
  plan: RunPlan,
  calendar: Dataset['calendar'],
): (time: Instant) => string {
  if (plan.decide !== 'session-close') return formatInstant;
  const followed = followedCalendar(plan, calendar);
  return (time) => formatCivilDate(followed.sessionClosingAtOrAfter(time));
}
