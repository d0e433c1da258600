/** Tells what a sink threw from what a source did: a feed tries its source again, and never what was not stored. */

import type { FeedSink } from './feed.js';
import type { FeedNote } from './frame.js';

export class GuardedSink implements FeedSink {
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly sink: FeedSink) {}

  async data(channel: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.sink.data(channel, bytes);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  note(note: FeedNote): void {
    this.sink.note(note);
  }

  position(way: string): string | undefined {
    return this.sink.position?.(way);
  }

  /** Throws again what the sink threw, if it did. */
  requireSound(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
