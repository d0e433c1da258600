/** Tells what a sink threw from what a source did: a feed tries its source again, and never what was not stored. */

import { printable } from '#values';
import type { DataFrame, FeedNote, FeedSink } from './feed.js';

export class GuardedSink implements FeedSink {
  /** Whether the source answered last; undefined before it was asked. */
  isConnected: boolean | undefined;
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

  /** Notes that the source answers, once for as long as it does. */
  connected(to: string): void {
    if (this.isConnected !== true) this.note({ note: 'connected', to });
    this.isConnected = true;
  }

  disconnected(why: string): void {
    const reason = printable(why, 500);
    if (this.isConnected !== false) this.note({ note: 'disconnected', reason });
    this.isConnected = false;
  }

  waits(why: string | null): void {
    this.sink.waits?.(why);
  }

  stored(): Iterable<DataFrame> {
    return this.sink.stored?.() ?? [];
  }

  position(way: string): string | undefined {
    return this.sink.position?.(way);
  }

  /** Throws again what the sink threw, if it did. */
  requireSound(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
