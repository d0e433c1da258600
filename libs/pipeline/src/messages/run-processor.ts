/** A processor whose work is runs: they begin when submitted, and end when cancelled. */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { MessageBatch } from '#event-log';
import type { Workflows } from '#workflows';
import { readRuns } from './message-reader.js';
import { PartitionProcessor, type OwnedPartition } from './partition-processor.js';

export abstract class RunProcessor<R> extends PartitionProcessor<R> {
  protected abstract readonly workflows: Workflows;

  /** The run as the processor works on it; undefined if it should not proceed. */
  protected abstract begin(message: RunSubmitted, partition: OwnedPartition<R>): R | undefined;

  /** Applies messages of `runs`; returns the runs that have begun. */
  protected takeRuns(batch: MessageBatch, partition: OwnedPartition<R>): Set<R> {
    const begun = new Set<R>();
    const { onBroken, workflows } = this;
    for (const { message, stored } of readRuns(batch, workflows, onBroken, partition.progress)) {
      if (message.type === 'RunSubmitted') {
        const make = () => this.begin(message, partition);
        const run = this.beginWork(message.run, partition, make);
        if (run !== undefined) begun.add(run);
      } else {
        const cancelled = partition.work.get(stored.key);
        if (cancelled !== undefined) begun.delete(cancelled);
        this.end(stored.key, partition);
      }
    }
    partition.early.settle();
    return begun;
  }
}
