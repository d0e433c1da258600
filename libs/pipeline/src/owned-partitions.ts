/** The partitions that a processor owns: how far each has been read, and whether what was said before is known. */

import type { MessageBatch, Position, Processor, Unread } from '#event-log';
import { PartitionProgress } from './partition-progress.js';

/** What every processor keeps of a partition. */
export interface OwnedPartition {
  readonly progress: PartitionProgress;
  /** Whether everything that was written before the partition was opened has come back. */
  isCaughtUp: boolean;
}

/** `S`: what a processor keeps beside that. Work begins on the first of its inputs. */
export class OwnedPartitions<S extends object> {
  private readonly partitions = new Map<number, OwnedPartition & S & { outputEnd: number }>();

  constructor(
    private readonly processor: Pick<Processor, 'inputs' | 'output'>,
    private readonly make: (progress: PartitionProgress, unread: Unread) => S,
  ) {}

  open(partition: number, outputEnd: number, unread: Unread): void {
    const { inputs } = this.processor;
    const [primary] = inputs;
    if (primary === undefined) return;
    const progress = new PartitionProgress(inputs, primary, unread);
    const isCaughtUp = outputEnd === 0;
    const state = { progress, outputEnd, isCaughtUp, ...this.make(progress, unread) };
    this.partitions.set(partition, state);
  }

  /** Notes what was read; the partition, if it is owned still. */
  note(batch: MessageBatch): (OwnedPartition & S) | undefined {
    const partition = this.partitions.get(batch.partition);
    partition?.progress.noteBatch(batch);
    return partition;
  }

  /** Notes what was read of the processor's own output; true where this was the last of what was written before. */
  catchesUp({ partition, messages, topic }: MessageBatch): boolean {
    const state = this.partitions.get(partition);
    if (state === undefined || state.isCaughtUp || topic !== this.processor.output) return false;
    state.isCaughtUp = (messages.at(-1)?.offset ?? -1) + 1 >= state.outputEnd;
    return state.isCaughtUp;
  }

  of(partition: number): (OwnedPartition & S) | undefined {
    return this.partitions.get(partition);
  }

  values(): Iterable<OwnedPartition & S> {
    return this.partitions.values();
  }

  /** Forgets a partition; what was kept of it. */
  close(partition: number): (OwnedPartition & S) | undefined {
    const state = this.partitions.get(partition);
    this.partitions.delete(partition);
    return state;
  }

  /** As `Processor.restartAt`. */
  restartAt(partition: number): readonly Position[] {
    return this.partitions.get(partition)?.progress.restartAt(partition) ?? [];
  }
}
