/**
 * The clock: merges the sources of each tape into one order, numbers and paces them, and writes
 * `market.tape`.
 */

import type { TopicName } from '#contracts/streams/topics';
import { invariant } from '#values';
import { brokenMessage, type MessageBatch, type OutgoingMessage, type Position } from '#event-log';
import type { WallClock } from '#tape';
import { ClockTape } from './clock-tape.js';
import { PartitionProcessor, type OwnedPartition } from '../messages/partition-processor.js';

const messageFactsDefault = 1024;

type Partition = OwnedPartition<ClockTape>;

export class ClockProcessor extends PartitionProcessor<ClockTape> {
  readonly inputs: readonly TopicName[] = ['tapes', 'clock.commands', 'market.raw', 'market.tape'];
  readonly output: TopicName = 'market.tape';

  /**
   * `onFailure`: called when a tape cannot continue, such as for a file out of order; the topic
   * reports it too.
   */
  constructor(
    private readonly wall: WallClock,
    private readonly onFailure: (tape: string, error: unknown) => void,
    private readonly messageFacts = messageFactsDefault,
  ) {
    super();
  }

  protected release(tape: ClockTape): void {
    tape.stop();
  }

  override restartAt(partition: number): readonly Position[] {
    for (const state of this.partitions.values()) this.endOver(state);
    return super.restartAt(partition);
  }

  protected take(batch: MessageBatch, partition: Partition): OutgoingMessage[] {
    if (batch.topic === 'tapes') this.takeRequests(batch, partition);
    else if (batch.topic === 'clock.commands') this.takeCommands(batch, partition);
    else if (batch.topic === 'market.raw') this.takeRaw(batch, partition);
    else this.takeOwn(batch, partition);
    this.startDue(partition);
    return [];
  }

  private takeRequests(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('tapes', batch, partition)) {
      this.beginWork(message.tape, partition, () => {
        const { publish, wall, onFailure, messageFacts } = this;
        invariant(publish !== undefined, 'a clock has somewhere to publish');
        return new ClockTape(message, { wall, publish, onFailure, messageFacts });
      });
    }
    partition.early.settle();
  }

  private takeCommands(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('clock.commands', batch, partition)) {
      this.hand(message.tape, partition, (tape) => tape.obey(message));
    }
  }

  private takeRaw(batch: MessageBatch, partition: Partition): void {
    for (const { message, stored } of this.messagesOf('market.raw', batch, partition)) {
      this.hand(message.tape, partition, (tape) => {
        try {
          tape.takeRaw(message);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          this.onBroken?.(brokenMessage(stored, error.message));
        }
      });
    }
  }

  /** Applies the output of earlier owners; our own is known. */
  private takeOwn(batch: MessageBatch, partition: Partition): void {
    if (partition.isCaughtUp) return;
    for (const { message } of this.messagesOf('market.tape', batch, partition)) {
      this.hand(message.tape, partition, (tape) => {
        if (message.type === 'TapeOpened') tape.noteOpened();
        else if (message.type !== 'TapeFacts') tape.noteEnded();
        else tape.noteFacts(message.first, message.facts.count);
      });
    }
    this.catchesUp(batch);
  }

  private startDue(partition: Partition): void {
    if (!partition.isCaughtUp) return;
    this.endOver(partition);
    for (const tape of partition.work.values()) tape.start();
  }

  private endOver(partition: Partition): void {
    for (const [id, tape] of partition.work) if (tape.isOver) this.end(id, partition);
  }
}
