/** Distinguishes failures of the sink from those of the source: a feed retries its source, but never a failed store. */

import { printable } from '#values';
import type { FeedSink } from './feed.js';

export class GuardedSink {
  /** Whether the source answered last; undefined before the first request. */
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

  /** Notes that the source answers, once per period of connection. */
  connected(to: string): void {
    if (this.isConnected !== true) this.to.note({ note: 'connected', to });
    this.isConnected = true;
  }

  disconnected(why: string): void {
    const reason = printable(why, 500);
    if (this.isConnected !== false) this.to.note({ note: 'disconnected', reason });
    this.isConnected = false;
  }

  /** Rethrows what the sink threw, if anything. */
  requireSound(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
