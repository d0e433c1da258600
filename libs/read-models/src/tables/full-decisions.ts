/** Decisions, each with its preludes as one item, because preludes have no numbers. */

import { isPrelude, type Prelude } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';

export interface FullDecision {
  readonly event: Exclude<DecisionEvent, Prelude>;
  readonly preludes: readonly Prelude[];
}

/** Drops preludes after the last decision: they belong to a decision that is not in the list. */
export function fullDecisions(events: readonly DecisionEvent[]): readonly FullDecision[] {
  const full: FullDecision[] = [];
  let preludes: Prelude[] = [];
  for (const event of events) {
    if (isPrelude(event)) {
      preludes.push(event);
      continue;
    }
    full.push({ event: event as FullDecision['event'], preludes });
    preludes = [];
  }
  return full;
}
