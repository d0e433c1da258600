/** How far a processor has read a partition, and from where a successor would have to. */

import type { MessageBatch, Position, Unread } from '#event-log';
import type { TopicName } from '#contracts/streams/topics';

/**
 * Keeps, for each key, the offset of its first message on each topic. A piece of work begins on the `primary` topic,
 * and all of them are taken in the order in which they begin there: a successor reads again from the first one that
 * has not ended, and then everything of those behind it, ended or not, or it would find half of their messages.
 */
export class PartitionProgress {
  private readonly nextOffset = new Map<TopicName, number>();
  private readonly firstOffset = new Map<string, Map<TopicName, number>>();
  /** Messages of each of these keys that may have work in them. */
  private readonly messages = new Map<string, number>();
  private readonly ended = new Set<string>();

  /** `unread`: where topics ended when the partition was opened, of those with something left to read. */
  constructor(
    private readonly topics: readonly TopicName[],
    private readonly primary: TopicName,
    private readonly unread: Unread,
  ) {}

  /** A message of `key` was read. */
  note(topic: TopicName, key: string, offset: number): void {
    this.nextOffset.set(topic, Math.max(this.nextOffset.get(topic) ?? 0, offset + 1));
    let offsets = this.firstOffset.get(key);
    if (offsets === undefined) {
      // What has ended and left is not needed again, however often it comes.
      if (this.ended.has(key)) return;
      this.firstOffset.set(key, (offsets = new Map()));
    }
    this.messages.set(key, (this.messages.get(key) ?? 0) + 1);
    const first = offsets.get(topic);
    if (first === undefined || offset < first) offsets.set(topic, offset);
  }

  noteBatch({ topic, messages, nextOffset }: MessageBatch): void {
    for (const { key, offset } of messages) this.note(topic, key, offset);
    this.nextOffset.set(topic, Math.max(this.nextOffset.get(topic) ?? 0, nextOffset));
  }

  /** One of the messages that were noted cannot be read: nothing of a key that has no other ones is waited for. */
  noteBroken(key: string): void {
    const left = (this.messages.get(key) ?? 0) - 1;
    if (left > 0) this.messages.set(key, left);
    else if (!this.ended.has(key)) this.forget(key);
  }

  /** Nothing of this key is needed any more. */
  end(key: string): void {
    this.ended.add(key);
  }

  isEnded(key: string): boolean {
    return this.ended.has(key);
  }

  /**
   * Whether a key is of work that ended before the partition was opened: the topic on which work begins has been read
   * as far as it went then, without this key, though its messages were there already.
   */
  isOfThePast(key: string): boolean {
    if (!this.isRead(this.primary)) return false;
    const offsets = this.firstOffset.get(key);
    if (offsets === undefined || offsets.has(this.primary)) return false;
    return [...offsets].every(([topic, offset]) => offset < (this.unread.get(topic) ?? 0));
  }

  /** Whether a topic has been read as far as it went when the partition was opened. */
  isRead(topic: TopicName): boolean {
    return (this.nextOffset.get(topic) ?? 0) >= (this.unread.get(topic) ?? 0);
  }

  restartAt(partition: number): readonly Position[] {
    this.leaveEnded();
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

  /** Lets go of ended work that began before everything that has not ended, and of what never began here. */
  private leaveEnded(): void {
    let first = Infinity;
    for (const [key, offsets] of this.firstOffset) {
      const began = offsets.get(this.primary);
      if (began !== undefined && !this.ended.has(key)) first = Math.min(first, began);
    }
    const isRead = this.isRead(this.primary);
    for (const [key, offsets] of this.firstOffset) {
      if (!this.ended.has(key)) continue;
      const began = offsets.get(this.primary);
      // Its end may be read before its beginning, which may lie behind something that has not ended.
      if (began === undefined ? isRead : began < first) this.forget(key);
    }
  }

  private forget(key: string): void {
    this.firstOffset.delete(key);
    this.messages.delete(key);
  }
}

/** Messages of work that has not begun here: partitions of several topics have no order between them. */
export class EarlyMessages<M> {
  private readonly waiting = new Map<string, M[]>();

  constructor(private readonly progress: PartitionProgress) {}

  /** Keeps a message until its work begins; one of work that ended long ago is dropped. */
  add(key: string, message: M): void {
    if (this.progress.isEnded(key)) return;
    if (this.progress.isOfThePast(key)) {
      this.progress.end(key);
      return;
    }
    const list = this.waiting.get(key);
    if (list === undefined) this.waiting.set(key, [message]);
    else list.push(message);
  }

  /** Hands out what came for a key, once. */
  take(key: string): readonly M[] {
    const list = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    return list;
  }

  /** Drops what turns out to be of the past: call it when more of the topic on which work begins has been read. */
  settle(): void {
    for (const key of this.waiting.keys()) {
      if (!this.progress.isOfThePast(key)) continue;
      this.waiting.delete(key);
      this.progress.end(key);
    }
  }
}
