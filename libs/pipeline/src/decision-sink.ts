/** The journal of a run whose decisions alone are wanted: it keeps them until they are sent, and nothing else. */

import type { Instant } from '#values';
import type { JournalEvent, JournalledDecision } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';
import type { JournalSummary, JournalWriter, RepeatedDecision } from '#event-log';

export class DecisionSink implements JournalWriter {
  /** Number of decisions so far. */
  count = 0;
  private kept: DecisionEvent[] = [];

  append(event: JournalEvent): void {
    if (isDecision(event)) this.keep(event);
  }

  appendDecision(asOf: number, time: Instant, decision: JournalledDecision): void {
    this.keep({ type: 'DecisionMade', asOf, time, decision, rationale: null });
  }

  appendRepeated({ asOf, time, decision, times, lapse }: RepeatedDecision): void {
    for (let at = 0; at < times; at++) this.appendDecision(asOf + at, time + at * lapse, decision);
  }

  /** The decisions since the last call, and the number of the first of them. */
  take(): { readonly first: number; readonly decisions: readonly DecisionEvent[] } {
    const decisions = this.kept;
    this.kept = [];
    return { first: this.count - decisions.length + 1, decisions };
  }

  flush(): void {}

  abandon(): void {}

  close(): JournalSummary {
    return { hash: '', records: this.count, bytes: 0 };
  }

  private keep(decision: DecisionEvent): void {
    this.count++;
    this.kept.push(decision);
  }
}

export function isDecision(event: JournalEvent): event is DecisionEvent {
  return event.type.startsWith('Decision');
}
