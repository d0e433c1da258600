/** Money that fills set free while orders waited, and from when it was there. */

import type { Instant } from '#values';

interface Freed {
  /** At the latest. */
  readonly at: Instant;
  /** When the bar began in which it was. */
  readonly began: Instant;
  readonly known: Instant;
  readonly value: number;
}

/** Entries that are kept before those that nothing asks for are dropped. */
const keptMax = 64;

export class FreedCash {
  private entries: readonly Freed[] = [];

  /** How many entries are kept. */
  get size(): number {
    return this.entries.length;
  }

  /** A copy that changes independently. */
  copy(): FreedCash {
    const copy = new FreedCash();
    copy.entries = this.entries;
    return copy;
  }

  /** `since`: nothing can fill before. */
  note(entry: Freed, since: Instant): void {
    const isFull = this.entries.length >= keptMax;
    const kept = isFull ? this.entries.filter(({ at }) => at > since) : this.entries;
    this.entries = [...kept, entry];
  }

  /**
   * What is free `now`, but was not there yet at `instant`. In bars of one begin, what is
   * met first pays.
   */
  after(instant: Instant, now: Instant): number {
    let value = 0;
    for (const entry of this.entries) {
      const isOfOneBegin = entry.known === now && entry.began === instant;
      if (entry.at > instant && !isOfOneBegin) value += entry.value;
    }
    return value;
  }
}
