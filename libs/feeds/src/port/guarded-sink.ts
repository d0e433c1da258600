/**
 * Asks a source again and again: its failures are noted and retried, but never those of the sink,
 * a failed store.
 */

import { isFailure, printable } from '#values';
import type { FeedClock } from './feed-clock.js';
import type { FeedSink } from './feed.js';

interface Asking {
  readonly clock: FeedClock;
  readonly signal: AbortSignal;
  /** Pause after a request, milliseconds. */
  readonly everyMs: number;
  /** Whether a retry is useless; by default for all but `Unavailable`. */
  isFinal?(error: unknown): boolean;
}

export class GuardedSink {
  /** Whether the source ever answered. */
  wasConnected = false;
  /** Whether it answered last; undefined before the first request. */
  private isConnected: boolean | undefined;
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
    this.isConnected = this.wasConnected = true;
  }

  /**
   * Asks until aborted, at once if `ask` resolves with true, and notes when the source fails.
   * Rejects with what the sink threw, and with what is final.
   */
  async keepAsking(asking: Asking, ask: () => Promise<boolean | void>): Promise<void> {
    const { clock, signal, everyMs } = asking;
    const { isFinal = (error: unknown) => !isFailure(error, 'Unavailable') } = asking;
    while (!signal.aborted) {
      let hasMore: boolean | void = false;
      try {
        hasMore = await ask();
      } catch (error) {
        if (this.failure !== undefined) throw this.failure.error;
        if (signal.aborted) return;
        if (!isFailure(error) || isFinal(error)) throw error;
        const reason = printable(error.message, 500);
        if (this.isConnected !== false) this.to.note({ note: 'disconnected', reason });
        this.isConnected = false;
      }
      if (hasMore !== true) await clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }
}
