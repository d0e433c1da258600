/** How far a processor has read a partition, and from where a successor would have to. */

import type { MessageBatch, Position } from '#event-log';
import type { TopicName } from '#contracts/streams/topics';

/**
 * Keeps, for each key with unfinished work, the offset of its first message on each topic. What all of them need
 * starts at the least of those offsets; where nothing is unfinished, behind the last message.
 */
export class PartitionProgress {
  private readonly nextOffset = new Map<TopicName, number>();
  private readonly firstOffset = new Map<string, Map<TopicName, number>>();
  private readonly ended = new Set<string>();

  constructor(private readonly topics: readonly TopicName[]) {}

  /** A message of `key` was read. */
  note(topic: TopicName, key: string, offset: number): void {
    this.nextOffset.set(topic, Math.max(this.nextOffset.get(topic) ?? 0, offset + 1));
    if (this.ended.has(key)) return;
    let offsets = this.firstOffset.get(key);
    if (offsets === undefined) this.firstOffset.set(key, (offsets = new Map()));
    const first = offsets.get(topic);
    if (first === undefined || offset < first) offsets.set(topic, offset);
  }

  noteBatch({ topic, messages }: MessageBatch): void {
    for (const { key, offset } of messages) this.note(topic, key, offset);
  }

  /** Nothing of this key is needed any more. */
  end(key: string): void {
    this.ended.add(key);
    this.firstOffset.delete(key);
  }

  isEnded(key: string): boolean {
    return this.ended.has(key);
  }

  restartAt(partition: number): readonly Position[] {
    return this.topics.flatMap((topic) => {
      const next = this.nextOffset.get(topic);
      if (next === undefined) return [];
      let offset = next;
      for (const offsets of this.firstOffset.values()) {
        offset = Math.min(offset, offsets.get(topic) ?? offset);
      }
      return [{ topic, partition, offset }];
    });
  }
}
