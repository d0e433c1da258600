/** The journal of a run whose decisions alone are wanted: it keeps them until they are sent, and nothing else. */

import { dueIn, isDecision, type DecisionEvent, type JournalEvent } from '#contracts';
import type { JournalSummary, JournalWriter } from '#event-log';

export class DecisionSink implements JournalWriter {
  /** Number of due decisions so far. */
  count = 0;
  private kept: DecisionEvent[] = [];
  private keptDue = 0;

  append(event: JournalEvent): void {
    if (!isDecision(event)) return;
    this.count += dueIn(event);
    this.keptDue += dueIn(event);
    this.kept.push(event);
  }

  /** The decisions since the last call, and the number of the first of them. */
  take(): { readonly first: number; readonly decisions: readonly DecisionEvent[] } {
    const taken = { first: this.count - this.keptDue + 1, decisions: this.kept };
    this.kept = [];
    this.keptDue = 0;
    return taken;
  }

  flush(): void {}

  abandon(): void {}

  close(): JournalSummary {
    return { hash: '', records: this.count, bytes: 0 };
  }
}
