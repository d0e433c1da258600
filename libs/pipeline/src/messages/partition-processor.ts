/**
 * A processor's partitions: how far each has been read, its unfinished work, and whether earlier
 * output is known.
 */

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

/** Per-partition state of every processor; `W`: a run or a tape as the processor works on it. */
export interface OwnedPartition<W> {
  readonly progress: PartitionProgress;
  /** Where the processor's own output ended when the partition was opened. */
  readonly outputEnd: number;
  /** Whether all output from before the partition was opened has been read back. */
  isCaughtUp: boolean;
  /** Work that has begun and not ended, by key. */
  readonly work: Map<string, W>;
  /** Messages for work that has not begun: topics have no order between them. */
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

  /** Processes a batch of an owned partition, already noted as read; returns what to append. */
  protected abstract take(
    batch: MessageBatch,
    partition: OwnedPartition<W>,
    controls: BatchControls | undefined,
  ): OutgoingMessage[] | Promise<OutgoingMessage[]>;

  /** Releases work that has ended, or whose partition was revoked. */
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
    // Background work sees that it is no longer wanted.
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

  /**
   * Begins work that is neither running nor ended, with the messages that arrived for it before.
   */
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

  /** Applies a message to work, now or when it begins; returns the work if it has begun. */
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

  /**
   * Notes the read position on the processor's own output; true if this batch completed the
   * earlier output.
   */
  protected catchesUp({ partition, nextOffset, topic }: MessageBatch): boolean {
    const state = this.partitions.get(partition);
    if (state === undefined || state.isCaughtUp || topic !== this.output) return false;
    state.isCaughtUp = nextOffset >= state.outputEnd;
    return state.isCaughtUp;
  }
}
