/** A processor of runs that follow tapes: which runs are known, and which may go further when their tapes grow. */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import type { Workflows } from '#workflows';
import { EarlyMessages, type PartitionProgress } from '../messages/partition-progress.js';
import { readRuns } from '../messages/message-reader.js';
import { PartitionProcessor, type OwnedPartition } from '../messages/partition-processor.js';
import type { TapeLibrary } from './tape-library.js';

interface TapeRun {
  readonly id: string;
  readonly tape: string;
}

interface TapeRuns<R extends TapeRun, M> {
  readonly runs: Map<string, R>;
  /** What came for runs that are not known yet. */
  readonly early: EarlyMessages<M>;
}
export type RunPartition<R extends TapeRun, M> = OwnedPartition & TapeRuns<R, M>;

/** `R`: its runs; `M`: what comes for them on other topics. */
export abstract class TapeRunProcessor<R extends TapeRun, M> extends PartitionProcessor<
  TapeRuns<R, M>
> {
  override readonly readsTapes = true;
  abstract readonly tapes: TapeLibrary;
  protected abstract readonly workflows: Workflows;

  /** Begins a run that is not known yet; undefined where it is not to go further. */
  protected abstract begin(message: RunSubmitted, partition: RunPartition<R, M>): R | undefined;

  /** Lets a run go as far as it can; what it says. */
  protected abstract advance(
    run: R,
    partition: RunPartition<R, M>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]>;

  /** Called when tapes have been read further, before their runs go further. */
  protected checkRuns(): void {}

  protected stateOf(progress: PartitionProgress): TapeRuns<R, M> {
    return { runs: new Map(), early: new EarlyMessages(progress) };
  }

  async tapeBatch(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain = false,
  ): Promise<OutgoingMessage[]> {
    const grown = this.tapes.receive(batch, this.onBroken, isAgain);
    this.checkRuns();
    const out: OutgoingMessage[] = [];
    if (grown.size === 0) return out;
    for (const partition of this.partitions.values()) {
      for (const run of partition.runs.values()) {
        if (grown.has(run.tape)) out.push(...(await this.advance(run, partition, controls)));
      }
    }
    return out;
  }

  override close(partition: number): void {
    const runs = this.forget(partition)?.runs;
    for (const run of [...(runs?.values() ?? [])]) this.letGo(run);
    runs?.clear();
  }

  /** Takes messages of `runs`; the runs that may go further. */
  protected takeRuns(batch: MessageBatch, partition: RunPartition<R, M>): Set<R> {
    const due = new Set<R>();
    const { onBroken, workflows } = this;
    const { runs, progress } = partition;
    for (const { message, stored } of readRuns(batch, workflows, onBroken, progress)) {
      if (message.type === 'RunSubmitted') {
        if (runs.has(message.run) || progress.isEnded(message.run)) continue;
        const run = this.begin(message, partition);
        if (run !== undefined) due.add(run);
      } else {
        const run = runs.get(stored.key);
        if (run !== undefined) {
          due.delete(run);
          this.letGo(run);
        }
        runs.delete(stored.key);
        progress.end(stored.key);
      }
    }
    partition.early.settle();
    return due;
  }

  protected end(run: R, partition: RunPartition<R, M>): void {
    partition.runs.delete(run.id);
    partition.progress.end(run.id);
    this.letGo(run);
  }

  /** The run needs its tape no longer. */
  protected letGo({ tape, id }: R): void {
    this.tapes.letGo(tape, id);
  }
}
