/** A sink that keeps what it receives, tracks positions, and can be slow. */

import { ChannelPositions } from './port/channel-position.js';
import type { DataFrame, FeedNote, FeedSink } from './port/feed.js';

export class KeepingSink implements FeedSink {
  readonly frames: DataFrame[] = [];
  readonly notes: FeedNote[] = [];
  /** Why the feed waited, each time. */
  readonly waited: string[] = [];
  private busy: Promise<void> | undefined;
  private readonly positions = new ChannelPositions();
  private watchers: (() => void)[] = [];

  constructor(private at = Date.UTC(2026, 3, 1, 14) * 1000) {}

  data(channel: string, bytes: Uint8Array): void | Promise<void> {
    this.at += 1;
    this.frames.push({ kind: 'data', receivedAt: this.at, channel, bytes: Uint8Array.from(bytes) });
    this.positions.take(channel);
    this.changed();
    return this.busy;
  }

  note(note: FeedNote): void {
    this.notes.push(note);
    if (note.note === 'connected')
      for (const place of note.places ?? []) this.positions.take(place);
    this.changed();
  }

  waits(why: string | null): void {
    if (why !== null) this.waited.push(why);
  }

  position(way: string): string | undefined {
    return this.positions.of(way);
  }

  stored(): readonly DataFrame[] {
    return this.frames;
  }

  /** Resolves once this holds; checked whenever something arrives. */
  async until(holds: (sink: KeepingSink) => boolean): Promise<void> {
    while (!holds(this)) await new Promise<void>((settle) => this.watchers.push(settle));
  }

  /** From now on each frame blocks until `release`. */
  hold(): { readonly release: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.busy = promise;
    return {
      release: () => {
        this.busy = undefined;
        resolve();
      },
    };
  }

  texts(): string[] {
    return this.frames.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  }

  /** Reasons of disconnections. */
  reasons(): string[] {
    return this.notes.flatMap((note) => (note.note === 'disconnected' ? [note.reason] : []));
  }

  named(name: FeedNote['note']): FeedNote[] {
    return this.notes.filter(({ note }) => note === name);
  }

  private changed(): void {
    const watchers = this.watchers;
    this.watchers = [];
    for (const watcher of watchers) watcher();
  }
}
