/** Decisions, each with its preludes as one item: preludes have no number of their own. */

import { isPrelude, type Prelude } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';

export interface WholeDecision {
  readonly event: Exclude<DecisionEvent, Prelude>;
  readonly preludes: readonly Prelude[];
}

/** Drops what follows the last decision, since it belongs to a decision that is not here. */
export function wholeDecisions(events: readonly DecisionEvent[]): readonly WholeDecision[] {
  const whole: WholeDecision[] = [];
  let preludes: Prelude[] = [];
  for (const event of events) {
    if (isPrelude(event)) {
      preludes.push(event);
      continue;
    }
    whole.push({ event: event as WholeDecision['event'], preludes });
    preludes = [];
  }
  return whole;
}
