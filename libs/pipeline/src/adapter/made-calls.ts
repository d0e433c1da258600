/**
 * The tool calls of one run at the adapter, kept until the decision that they were
 * made for is sent.
 */

import type { KeepCalls } from '#agents';
import type { DecisionEvent, CallsMade } from '#contracts';
import type { CallRecord } from '#tools';

export class MadeCalls implements KeepCalls {
  private readonly kept = new Map<number, CallRecord[]>();
  private due: CallsMade[] = [];

  constructor(private readonly of: Pick<CallsMade, 'run' | 'agent'>) {}

  keep(asOf: number, record: CallRecord): void {
    const records = this.kept.get(asOf);
    if (records === undefined) this.kept.set(asOf, [record]);
    else records.push(record);
  }

  /** No-op: calls become durable when they are published, just before the decision. */
  settle(): void {}

  /**
   * Registers decisions to be sent: the calls made for them become due. Calls made for a decision
   * that another worker has sent never become due.
   */
  note(decisions: readonly DecisionEvent[]): void {
    for (const event of decisions) {
      if (event.type !== 'ToolsCalled') continue;
      const { asOf, digest } = event;
      const calls = this.kept.get(asOf);
      if (calls === undefined) continue;
      this.due.push({ type: 'CallsMade', version: 1, ...this.of, asOf, digest, calls });
    }
    const last = decisions.at(-1)?.asOf ?? 0;
    for (const asOf of this.kept.keys()) if (asOf <= last) this.kept.delete(asOf);
  }

  /** The calls that must be durable before the registered decisions may be sent. */
  take(): readonly CallsMade[] {
    const { due } = this;
    this.due = [];
    return due;
  }
}
