/** Messages of work that has not begun here: partitions of several topics have no order between them. */

import type { PartitionProgress } from './partition-progress.js';

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
