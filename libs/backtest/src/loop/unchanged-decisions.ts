/** A stretch of equal decisions that changed nothing: one event, however many there are of them. */

import type { Instant } from '#values';
import type { JournalEventOf, JournaledDecision } from '#contracts';

export class UnchangedDecisions {
  private decision: JournaledDecision | undefined;
  private count = 0;
  private since = 0;
  private asOf = 0;
  private time: Instant = 0;

  /** Decisions of the open stretch, which the journal does not have yet; 0 where none is open. */
  get open(): number {
    return this.decision === undefined ? 0 : this.count;
  }

  /** Whether a stretch of this decision, the same object, is open. */
  isExtendedBy(decision: JournaledDecision): boolean {
    return this.decision === decision;
  }

  /**
   * Adds a decision of this place to the stretch; false, and nothing is added, where
   * another one is open.
   */
  add(decision: JournaledDecision, asOf: number, time: Instant): boolean {
    if (this.decision === undefined) {
      this.count = 0;
      this.since = asOf;
    } else if (this.decision !== decision && !areEqual(this.decision, decision)) {
      return false;
    }
    this.decision = decision;
    this.count++;
    this.asOf = asOf;
    this.time = time;
    return true;
  }

  /** Ends the stretch; its event, where one was open. */
  end(): JournalEventOf<'DecisionsUnchanged'> | undefined {
    const { decision, count, since, asOf, time } = this;
    if (decision === undefined) return undefined;
    this.decision = undefined;
    return { type: 'DecisionsUnchanged', asOf, time, decision, count, since };
  }
}

/** Targets of the same symbols in the same order; nothing else changes nothing. */
function areEqual(one: JournaledDecision, other: JournaledDecision): boolean {
  if (one.kind !== 'target' || other.kind !== 'target') return false;
  if (one.positions.length !== other.positions.length) return false;
  return one.positions.every(({ symbol, position }, index) => {
    const same = other.positions[index];
    return same?.symbol === symbol && same.position === position;
  });
}
