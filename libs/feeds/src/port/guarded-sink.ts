/** Tells what a sink threw from what a source did: a feed tries its source again, and never what was not stored. */

import { printable } from '#values';
import type { FeedSink } from './feed.js';

export class GuardedSink {
  /** Whether the source answered last; undefined before it was asked. */
  isConnected: boolean | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(readonly to: FeedSink) {}

  async data(channel: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.to.data(channel, bytes);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  /** Notes that the source answers, once for as long as it does. */
  connected(to: string): void {
    if (this.isConnected !== true) this.to.note({ note: 'connected', to });
    this.isConnected = true;
  }

  disconnected(why: string): void {
    const reason = printable(why, 500);
    if (this.isConnected !== false) this.to.note({ note: 'disconnected', reason });
    this.isConnected = false;
  }

  /** Throws again what the sink threw, if it did. */
  requireSound(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
