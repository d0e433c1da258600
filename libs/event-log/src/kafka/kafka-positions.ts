/** Where a member goes on in each of its partitions. */

import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, Position } from '../message-log.js';

export class KafkaPositions {
  private readonly positions = new Map<string, Position>();

  set(position: Position): void {
    this.positions.set(`${position.topic}/${position.partition}`, position);
  }

  /** Forgets these partitions of all topics. */
  drop(partitions: readonly number[]): void {
    for (const [key, { partition }] of this.positions) {
      if (partitions.includes(partition)) this.positions.delete(key);
    }
  }

  /** The messages of a batch that were not passed yet. */
  unpassed(batch: MessageBatch): MessageBatch {
    const passed = this.positions.get(`${batch.topic}/${batch.partition}`)?.offset ?? 0;
    const [first] = batch.messages;
    if (first === undefined || first.offset >= passed) return batch;
    return { ...batch, messages: batch.messages.filter(({ offset }) => offset >= passed) };
  }

  all(): readonly Position[] {
    return [...this.positions.values()];
  }

  /** The position behind the last of some messages. */
  pass(topic: TopicName, partition: number, lastOffset: number): void {
    this.set({ topic, partition, offset: lastOffset + 1 });
  }
}
