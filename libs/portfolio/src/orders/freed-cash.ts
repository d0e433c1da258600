/** Money that fills set free while orders waited, and from when it was there. */

import type { Instant } from '#values';

interface Freed {
  /** At the latest. */
  readonly at: Instant;
  readonly known: Instant;
  readonly value: number;
}

/** Entries that are kept before those that nothing asks for are dropped. */
const keptMax = 64;

export class FreedCash {
  private entries: readonly Freed[] = [];

  /** What `restore` takes, so that fills can be undone. */
  get state(): readonly Freed[] {
    return this.entries;
  }

  restore(state: readonly Freed[]): void {
    this.entries = state;
  }

  /** `since`: nothing can fill before. */
  note(entry: Freed, since: Instant): void {
    const isFull = this.entries.length >= keptMax;
    const kept = isFull ? this.entries.filter(({ at }) => at > since) : this.entries;
    this.entries = [...kept, entry];
  }

  /** What was known before `now` to be free, but was not there yet at `instant`. */
  after(instant: Instant, now: Instant): number {
    let value = 0;
    for (const entry of this.entries) {
      if (entry.known < now && entry.at > instant) value += entry.value;
    }
    return value;
  }
}
