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
  private times = 0;
  private lapse = 0;
  private lastTime: Instant = 0;

  constructor(
    private readonly journal: JournalWriter,
    private readonly fold: RunFold,
  ) {}

  /** Takes the next decision, whose record may wait until `flush`. */
  take(asOf: number, time: Instant, decision: JournalledDecision): void {
    if (decision === this.decision && asOf === this.asOf + this.times && this.times > 0) {
      const lapse = time - this.lastTime;
      if (this.times === 1) this.lapse = lapse;
      if (lapse === this.lapse) {
        this.times++;
        this.lastTime = time;
        return;
      }
    }
    this.flush();
    this.decision = decision;
    this.asOf = asOf;
    this.time = time;
    this.times = 1;
    this.lapse = 0;
    this.lastTime = time;
  }

  /** Appends what waits: to be called before anything else is journalled, and before the loop hands on. */
  flush(): void {
    const { asOf, time, times, lapse, decision } = this;
    if (times === 0 || decision === undefined) return;
    this.times = 0;
    this.journal.appendRepeated({ asOf, time, decision, times, lapse });
    this.fold.takeDecisions(times);
  }
}
