/** A processor's partitions: how far each has been read, its unfinished work, and whether earlier output is known. */

import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import type {
  BatchControls,
  BrokenMessage,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
  Unread,
} from '#event-log';
import { readMessages, type ReadMessage } from './message-reader.js';
import { EarlyMessages, PartitionProgress } from './partition-progress.js';

/** What every processor keeps of a partition; `W`: a run or a tape as the processor works on it. */
export interface OwnedPartition<W> {
  readonly progress: PartitionProgress;
  /** Where the processor's own output ended when the partition was opened. */
  readonly outputEnd: number;
  /** Whether everything that was written before the partition was opened has come back. */
  isCaughtUp: boolean;
  /** Work that has begun and not ended, by key. */
  readonly work: Map<string, W>;
  /** What came for work that has not begun: topics have no order between them. */
  readonly early: EarlyMessages<(work: W) => void>;
}

/** Work begins on the first of its inputs. */
export abstract class PartitionProcessor<W> implements Processor {
  abstract readonly inputs: readonly TopicName[];
  abstract readonly output: TopicName;
  readonly readsTapes: boolean = false;
  onBroken?: (broken: BrokenMessage) => void;
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  partitionCount?: number | undefined;
  protected readonly partitions = new Map<number, OwnedPartition<W>>();

  /** Takes a batch of a partition that is owned, which was noted as read; what to append. */
  protected abstract take(
    batch: MessageBatch,
    partition: OwnedPartition<W>,
    controls: BatchControls | undefined,
  ): OutgoingMessage[] | Promise<OutgoingMessage[]>;

  /** The processor needs nothing of this work any more: it has ended, or its partition has gone. */
  protected abstract release(work: W): void;

  open(partition: number, outputEnd: number, unread: Unread): void {
    const [primary] = this.inputs;
    if (primary === undefined) return;
    const progress = new PartitionProgress(this.inputs, primary, unread);
    this.partitions.set(partition, {
      progress,
      outputEnd,
      isCaughtUp: outputEnd === 0,
      work: new Map(),
      early: new EarlyMessages(progress),
    });
  }

  receive(
    batch: MessageBatch,
    controls?: BatchControls,
  ): OutgoingMessage[] | Promise<OutgoingMessage[]> {
    const partition = this.partitions.get(batch.partition);
    if (partition === undefined) return [];
    partition.progress.noteBatch(batch);
    return this.take(batch, partition, controls);
  }

  close(partition: number): void {
    const work = this.partitions.get(partition)?.work;
    this.partitions.delete(partition);
    for (const one of [...(work?.values() ?? [])]) this.release(one);
    // Work that goes on in the background sees that it is not wanted any more.
    work?.clear();
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.get(partition)?.progress.restartAt(partition) ?? [];
  }

  /** The messages of a batch of `topic`, as `readMessages` gives them. */
  protected messagesOf<T extends TopicName>(
    topic: T,
    batch: MessageBatch,
    { progress }: OwnedPartition<W>,
  ): Iterable<ReadMessage<MessagesByTopic[T]>> {
    return readMessages(topic, batch, this.onBroken, progress);
  }

  /** Begins work that neither goes on nor has ended, with what came for it before. */
  protected beginWork(
    key: string,
    { work, early, progress }: OwnedPartition<W>,
    make: () => W | undefined,
  ): W | undefined {
    if (work.has(key) || progress.isEnded(key)) return undefined;
    const begun = make();
    if (begun === undefined) return undefined;
    work.set(key, begun);
    for (const take of early.take(key)) take(begun);
    return begun;
  }

  /** Lets work take something, now or when it begins; the work, if it has begun. */
  protected hand(
    key: string,
    { work, early }: OwnedPartition<W>,
    take: (work: W) => void,
  ): W | undefined {
    const begun = work.get(key);
    if (begun === undefined) early.add(key, take);
    else take(begun);
    return begun;
  }

  protected end(key: string, { work, progress }: OwnedPartition<W>): void {
    const ended = work.get(key);
    work.delete(key);
    progress.end(key);
    if (ended !== undefined) this.release(ended);
  }

  /** Notes what was read of the processor's own output; true where this was the last of what was written before. */
  protected catchesUp({ partition, nextOffset, topic }: MessageBatch): boolean {
    const state = this.partitions.get(partition);
    if (state === undefined || state.isCaughtUp || topic !== this.output) return false;
    state.isCaughtUp = nextOffset >= state.outputEnd;
    return state.isCaughtUp;
  }
}
