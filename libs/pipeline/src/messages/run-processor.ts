/**
 * A processor of runs: they begin when submitted, advance as their messages arrive, and end when
 * done or cancelled.
 */

import type { RunSubmitted } from '#contracts/streams/runs';
import {
  brokenMessage,
  type BatchControls,
  type MessageBatch,
  type OutgoingMessage,
} from '#event-log';
import { excerpt } from '#values';
import type { Workflows } from '#workflows';
import { PartitionProcessor, type OwnedPartition } from './partition-processor.js';

export abstract class RunProcessor<R> extends PartitionProcessor<R> {
  protected abstract readonly workflows: Workflows;

  /** The run as the processor works on it; undefined if it should not proceed. */
  protected abstract begin(message: RunSubmitted, partition: OwnedPartition<R>): R | undefined;

  /**
   * Applies messages of other topics than `runs`; adds replies to `out`, and returns the runs
   * that may advance.
   */
  protected abstract takeMessages(
    batch: MessageBatch,
    partition: OwnedPartition<R>,
    out: OutgoingMessage[],
  ): ReadonlySet<R>;

  /** Advances a run of a partition that has caught up as far as possible; returns what it emits. */
  protected abstract advance(
    run: R,
    partition: OwnedPartition<R>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]>;

  /** Called when messages were applied, before runs advance. Throws if a run can never end here. */
  protected checkRuns(_partition: OwnedPartition<R>): void {}

  protected async take(
    batch: MessageBatch,
    partition: OwnedPartition<R>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const out: OutgoingMessage[] = [];
    const touched =
      batch.topic === 'runs'
        ? this.takeRuns(batch, partition)
        : this.takeMessages(batch, partition, out);
    const due = this.catchesUp(batch) ? partition.work.values() : touched;
    this.checkRuns(partition);
    return [...out, ...(await this.advanceAll(due, partition, controls))];
  }

  /** Advances these runs as far as possible; returns what they emit, in order. */
  protected async advanceAll(
    runs: Iterable<R>,
    partition: OwnedPartition<R>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const out: OutgoingMessage[] = [];
    if (!partition.isCaughtUp) return out;
    for (const run of runs) out.push(...(await this.advance(run, partition, controls)));
    return out;
  }

  /** Returns the runs that have begun. */
  private takeRuns(batch: MessageBatch, partition: OwnedPartition<R>): Set<R> {
    const begun = new Set<R>();
    for (const { message, stored } of this.messagesOf('runs', batch, partition)) {
      if (message.type === 'RunSubmitted' && !this.workflows.has(message.plan.workflow)) {
        // Broken as well: its submitter knows of other workflows.
        partition.progress.noteBroken(stored.key);
        const known = [...this.workflows.keys()].join(', ');
        const found = excerpt(message.plan.workflow);
        const reason = `plan.workflow: expected one of ${known}; found ${found}`;
        this.onBroken?.(brokenMessage(stored, reason));
      } else if (message.type === 'RunSubmitted') {
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
