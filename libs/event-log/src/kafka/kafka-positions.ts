/** Where a member resumes in each of its partitions. */

import type { MessageBatch, Position } from '../log/message-log.js';

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

  /** The new messages of a batch; undefined if all of it was read before. */
  unpassed(batch: MessageBatch): MessageBatch | undefined {
    const passed = this.positions.get(`${batch.topic}/${batch.partition}`)?.offset ?? 0;
    if (batch.nextOffset <= passed) return undefined;
    const [first] = batch.messages;
    if (first === undefined || first.offset >= passed) return batch;
    return { ...batch, messages: batch.messages.filter(({ offset }) => offset >= passed) };
  }

  all(): readonly Position[] {
    return [...this.positions.values()];
  }
}
