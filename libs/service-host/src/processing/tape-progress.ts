/** How far `market.tape` has been read: caught up is whoever has all that was there when reading began. */

import type { MessageBatch } from '#event-log';

export class TapeProgress {
  private readonly missing = new Map<number, number>();
  private hasBegun = false;

  /** `ends`: for each partition the offset behind its last message. */
  begin(ends: readonly number[]): void {
    ends.forEach((end, partition) => {
      if (end > 0) this.missing.set(partition, end);
    });
    this.hasBegun = true;
  }

  note({ partition, nextOffset }: MessageBatch): void {
    const end = this.missing.get(partition);
    if (end !== undefined && nextOffset >= end) this.missing.delete(partition);
  }

  get isCaughtUp(): boolean {
    return this.hasBegun && this.missing.size === 0;
  }
}
