/** The tool calls of one run at the adapter, kept until the decision that they were made for is sent. */

import type { KeepCalls } from '#agents';
import type { DecisionEvent } from '#contracts';
import type { CallsMade } from '#contracts/streams/calls';
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

  /** Nothing is durable before it is published, with the decision behind it. */
  settle(): void {}

  /**
   * Takes decisions that are to be sent: the calls that were made for them are due. What was asked for a decision that
   * another worker has sent is never due.
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

  /** What has to be durable before the decisions that were noted may be sent. */
  take(): readonly CallsMade[] {
    const { due } = this;
    this.due = [];
    return due;
  }
}
