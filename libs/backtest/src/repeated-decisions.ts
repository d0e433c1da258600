/** Decisions without a change on their way into the journal: a stretch of the same one is appended at once. */

import type { Instant } from '#values';
import type { JournalledDecision } from '#contracts';
import type { JournalWriter } from '#event-log';
import type { RunFold } from './run-fold.js';

export class RepeatedDecisions {
  private decision: JournalledDecision | undefined;
  /** Place of the first. */
  private asOf = 0;
  private time: Instant = 0;
  private lapse = 0;
  /** Place of the one that would go on; its time is NaN behind the first, which any lapse may follow. */
  private nextAsOf = 0;
  private nextTime: Instant = NaN;

  constructor(
    private readonly journal: JournalWriter,
    private readonly fold: RunFold,
  ) {}

  /** Takes the next decision, whose record may wait until `flush`. */
  take(asOf: number, time: Instant, decision: JournalledDecision): void {
    if (asOf !== this.nextAsOf || time !== this.nextTime || decision !== this.decision) {
      this.takeOther(asOf, time, decision);
    } else {
      this.nextAsOf = asOf + 1;
      this.nextTime = time + this.lapse;
    }
  }

  /** The second of a stretch, or the first of another. */
  private takeOther(asOf: number, time: Instant, decision: JournalledDecision): void {
    const isSecond = this.nextAsOf === this.asOf + 1 && asOf === this.nextAsOf;
    if (isSecond && decision === this.decision) {
      this.lapse = time - this.time;
    } else {
      this.flush();
      this.decision = decision;
      this.asOf = asOf;
      this.time = time;
      this.lapse = NaN;
    }
    this.nextAsOf = asOf + 1;
    this.nextTime = time + this.lapse;
  }

  /** Appends what waits: to be called before anything else is journalled, and before the loop hands on. */
  flush(): void {
    const { asOf, time, lapse, decision } = this;
    if (decision === undefined) return;
    const times = this.nextAsOf - asOf;
    this.decision = undefined;
    this.journal.appendRepeated({ asOf, time, decision, times, lapse: times === 1 ? 0 : lapse });
    this.fold.takeDecisions(times);
  }
}
