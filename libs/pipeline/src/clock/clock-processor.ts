/** The clock: the sources of each tape merged into one order, numbered, paced, and written to `market.tape`. */

import type {
  ClockCommand,
  RawEnded,
  RawFacts,
  RawFailed,
  RawOpened,
  TapeRequested,
} from '#contracts/streams/market';
import type { TopicName } from '#contracts/streams/topics';
import { invariant } from '#values';
import { brokenMessage, type MessageBatch, type OutgoingMessage, type Position } from '#event-log';
import type { WallClock } from '#tape';
import { ClockTape } from './clock-tape.js';
import { EarlyMessages, type PartitionProgress } from '../messages/partition-progress.js';
import { PartitionProcessor, type OwnedPartition } from '../messages/partition-processor.js';

const messageFactsDefault = 1024;

interface ClockState {
  readonly tapes: Map<string, ClockTape>;
  /** What came for tapes that nobody has asked for yet. */
  readonly early: EarlyMessages<(tape: ClockTape) => void>;
}
type Partition = OwnedPartition & ClockState;

export class ClockProcessor extends PartitionProcessor<ClockState> {
  readonly inputs: readonly TopicName[] = ['tapes', 'clock.commands', 'market.raw', 'market.tape'];
  readonly output: TopicName = 'market.tape';

  /** `onFailure`: a tape that cannot go on, such as of a file that is out of order; the topic says so too. */
  constructor(
    private readonly wall: WallClock,
    private readonly onFailure: (tape: string, error: unknown) => void,
    private readonly messageFacts = messageFactsDefault,
  ) {
    super();
  }

  protected stateOf(progress: PartitionProgress): ClockState {
    return { tapes: new Map(), early: new EarlyMessages(progress) };
  }

  receive(batch: MessageBatch): OutgoingMessage[] {
    const partition = this.note(batch);
    if (partition === undefined) return [];
    this.take(batch, partition);
    this.startDue(partition);
    return [];
  }

  override close(partition: number): void {
    for (const tape of this.forget(partition)?.tapes.values() ?? []) tape.stop();
  }

  override restartAt(partition: number): readonly Position[] {
    for (const state of this.partitions.values()) this.endOver(state);
    return super.restartAt(partition);
  }

  private take(batch: MessageBatch, partition: Partition): void {
    switch (batch.topic) {
      case 'tapes':
        for (const { message } of this.messagesOf('tapes', batch, partition)) {
          this.request(message, partition);
        }
        partition.early.settle();
        return;
      case 'clock.commands':
        for (const { message } of this.messagesOf('clock.commands', batch, partition)) {
          withTape(partition, message, (tape) => tape.obey(message));
        }
        return;
      case 'market.raw':
        this.takeRaw(batch, partition);
        return;
      default:
        this.takeOwn(batch, partition);
    }
  }

  private takeRaw(batch: MessageBatch, partition: Partition): void {
    for (const { message, stored } of this.messagesOf('market.raw', batch, partition)) {
      withTape(partition, message, (tape) => {
        try {
          tape.takeRaw(message);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          this.onBroken?.(brokenMessage(stored, error.message));
        }
      });
    }
  }

  /** What was written before us; what we wrote ourselves is known. */
  private takeOwn(batch: MessageBatch, partition: Partition): void {
    if (partition.isCaughtUp) return;
    for (const { message } of this.messagesOf('market.tape', batch, partition)) {
      withTape(partition, message, (tape) => {
        if (message.type === 'TapeOpened') tape.noteOpened();
        else if (message.type !== 'TapeFacts') tape.noteEnded();
        else tape.noteFacts(message.first, message.facts.count);
      });
    }
    this.catchesUp(batch);
  }

  private request(message: TapeRequested, partition: Partition): void {
    const { tape: id } = message;
    if (partition.tapes.has(id) || partition.progress.isEnded(id)) return;
    const { publish } = this;
    invariant(publish !== undefined, 'a clock has somewhere to publish');
    const { wall, onFailure, messageFacts } = this;
    const tape = new ClockTape(message, { wall, publish, onFailure, messageFacts });
    partition.tapes.set(id, tape);
    for (const take of partition.early.take(id)) take(tape);
  }

  private startDue(partition: Partition): void {
    if (!partition.isCaughtUp) return;
    this.endOver(partition);
    for (const tape of partition.tapes.values()) tape.start();
  }

  private endOver(partition: Partition): void {
    for (const [id, tape] of partition.tapes) {
      if (!tape.isOver) continue;
      partition.tapes.delete(id);
      partition.progress.end(id);
    }
  }
}

type ForTape =
  ClockCommand | RawOpened | RawFacts | RawEnded | RawFailed | { readonly tape: string };

/** Now, or when the tape has been asked for: partitions of several topics have no order between them. */
function withTape(
  partition: Partition,
  { tape: id }: ForTape,
  take: (tape: ClockTape) => void,
): void {
  if (partition.progress.isEnded(id)) return;
  const tape = partition.tapes.get(id);
  if (tape !== undefined) return take(tape);
  partition.early.add(id, take);
}
