/** Decisions with what stands before each of them, as one item: it has no number of its own. */

import { isPrelude, type Prelude } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';

export interface WholeDecision {
  readonly event: Exclude<DecisionEvent, Prelude>;
  readonly preludes: readonly Prelude[];
}

/** What stands behind the last decision belongs to none that is here, and is left out. */
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
