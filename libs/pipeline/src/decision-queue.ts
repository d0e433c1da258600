/** The decisions of a run that its portfolio has not come to yet. */

import { conflict } from '#values';
import type { DecisionEvent } from '#contracts/streams/runs';

export class DecisionQueue {
  private decisions: DecisionEvent[] = [];
  private head = 0;

  /** Adds the decisions from `from` on. */
  add(decisions: readonly DecisionEvent[], from: number): void {
    if (this.head === this.decisions.length) {
      this.decisions = [];
      this.head = 0;
    }
    for (let index = from; index < decisions.length; index++) {
      this.decisions.push(decisions[index] as DecisionEvent);
    }
  }

  /** The decision that was due at this as-of. `Conflict` where the next one is for another. */
  take(asOf: number): DecisionEvent {
    const decision = this.decisions[this.head];
    if (decision?.asOf === asOf) {
      this.head++;
      return decision;
    }
    throw conflict('the decisions of a run do not fit its tape', {
      where: `as-of ${asOf}`,
      expected: 'a decision at this as-of',
      found: decision === undefined ? 'none' : `one at as-of ${decision.asOf}`,
    });
  }
}
