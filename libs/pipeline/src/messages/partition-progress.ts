/** How far a processor has read a partition, and where a successor must resume. */

import type { MessageBatch, Position, Unread } from '#event-log';
import type { TopicName } from '#contracts/streams/topics';

/**
 * Keeps the offset of each key's first message on each topic. Work begins on the `primary` topic,
 * and is ordered by where it begins there: a successor resumes at the first unfinished piece of
 * work, and reads everything of later ones too, ended or not; otherwise it would find only half of
 * their messages.
 */
export class PartitionProgress {
  private readonly nextOffset = new Map<TopicName, number>();
  private readonly firstOffset = new Map<string, Map<TopicName, number>>();
  /** For each key, the number of messages that may hold work. */
  private readonly messages = new Map<string, number>();
  private readonly ended = new Set<string>();

  /**
   * `unread`: where topics ended when the partition was opened, for those with
   * something left to read.
   */
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
      // Work that has ended and was forgotten is not needed again, however often it is redelivered.
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

  /** A noted message is unreadable: a key without other messages holds nothing back. */
  noteBroken(key: string): void {
    const left = (this.messages.get(key) ?? 0) - 1;
    if (left > 0) this.messages.set(key, left);
    else if (!this.ended.has(key)) this.forget(key);
  }

  /** Marks the key's work as ended. */
  end(key: string): void {
    this.ended.add(key);
  }

  isEnded(key: string): boolean {
    return this.ended.has(key);
  }

  /**
   * Whether a key's work ended before the partition was opened: the primary topic has been read up
   * to its end at that time without this key, although messages of the key were there already.
   */
  isOfThePast(key: string): boolean {
    if (!this.isRead(this.primary)) return false;
    const offsets = this.firstOffset.get(key);
    if (offsets === undefined || offsets.has(this.primary)) return false;
    return [...offsets].every(([topic, offset]) => offset < (this.unread.get(topic) ?? 0));
  }

  /** Whether a topic has been read up to its end at the time the partition was opened. */
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

  /** Forgets ended work that began before all unfinished work, and work that never began here. */
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
      // Its end may be read before its beginning, which may come after unfinished work.
      if (began === undefined ? isRead : began < first) this.forget(key);
    }
  }

  private forget(key: string): void {
    this.firstOffset.delete(key);
    this.messages.delete(key);
  }
}

/**
 * Messages of work that has not begun here: partitions of several topics have no
 * order between them.
 */
export class EarlyMessages<M> {
  private readonly waiting = new Map<string, M[]>();

  constructor(private readonly progress: PartitionProgress) {}

  /** Keeps a message until its work begins; drops it if the work ended long ago. */
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

  /** Returns and removes the messages of a key. */
  take(key: string): readonly M[] {
    const list = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    return list;
  }

  /** Drops messages of past work; call it when more of the primary topic has been read. */
  settle(): void {
    for (const key of this.waiting.keys()) {
      if (!this.progress.isOfThePast(key)) continue;
      this.waiting.delete(key);
      this.progress.end(key);
    }
  }
}
