/** A processor's partitions: how far each has been read, and whether what was said before is known. */

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
import { PartitionProgress } from './partition-progress.js';

/** What every processor keeps of a partition. */
export interface OwnedPartition {
  readonly progress: PartitionProgress;
  /** Where the processor's own output ended when the partition was opened. */
  readonly outputEnd: number;
  /** Whether everything that was written before the partition was opened has come back. */
  isCaughtUp: boolean;
}

/** `S`: what a processor keeps beside that. Work begins on the first of its inputs. */
export abstract class PartitionProcessor<S extends object> implements Processor {
  abstract readonly inputs: readonly TopicName[];
  abstract readonly output: TopicName;
  readonly readsTapes: boolean = false;
  onBroken?: (broken: BrokenMessage) => void;
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  partitionCount?: number | undefined;
  protected readonly partitions = new Map<number, OwnedPartition & S>();

  abstract receive(
    batch: MessageBatch,
    controls?: BatchControls,
  ): OutgoingMessage[] | Promise<OutgoingMessage[]>;

  /** What is kept of a partition when it is opened. */
  protected abstract stateOf(progress: PartitionProgress): S;

  open(partition: number, outputEnd: number, unread: Unread): void {
    const [primary] = this.inputs;
    if (primary === undefined) return;
    const progress = new PartitionProgress(this.inputs, primary, unread);
    const isCaughtUp = outputEnd === 0;
    const state = { progress, outputEnd, isCaughtUp, ...this.stateOf(progress) };
    this.partitions.set(partition, state);
  }

  close(partition: number): void {
    this.forget(partition);
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.get(partition)?.progress.restartAt(partition) ?? [];
  }

  /** Forgets a partition; what was kept of it. */
  protected forget(partition: number): (OwnedPartition & S) | undefined {
    const state = this.partitions.get(partition);
    this.partitions.delete(partition);
    return state;
  }

  /** Notes what was read; the partition, if it is owned still. */
  protected note(batch: MessageBatch): (OwnedPartition & S) | undefined {
    const partition = this.partitions.get(batch.partition);
    partition?.progress.noteBatch(batch);
    return partition;
  }

  /** The messages of a batch of `topic`, as `readMessages` gives them. */
  protected messagesOf<T extends TopicName>(
    topic: T,
    batch: MessageBatch,
    { progress }: OwnedPartition,
  ): Iterable<ReadMessage<MessagesByTopic[T]>> {
    return readMessages(topic, batch, this.onBroken, progress);
  }

  /** Notes what was read of the processor's own output; true where this was the last of what was written before. */
  protected catchesUp({ partition, nextOffset, topic }: MessageBatch): boolean {
    const state = this.partitions.get(partition);
    if (state === undefined || state.isCaughtUp || topic !== this.output) return false;
    state.isCaughtUp = nextOffset >= state.outputEnd;
    return state.isCaughtUp;
  }
}
