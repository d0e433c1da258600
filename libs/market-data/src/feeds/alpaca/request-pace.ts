/** Spreads requests to the vendor's history over time: the vendor allows 200 a minute. */

import type { FeedClock } from '../feed-clock.js';

const windowMs = 60_000;
/** Some are left to whatever else uses the same keys. */
const requestsMax = 180;

export class RequestPace {
  /** When each request of the last minute began, milliseconds since 1970, oldest first. */
  private starts: number[] = [];

  constructor(private readonly clock: FeedClock) {}

  /** Resolves when one more request may be made. Rejects with the signal's reason where that is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const { clock } = this;
    for (;;) {
      signal.throwIfAborted();
      const now = clock.now();
      // A clock that was set back says nothing about requests that it has in its future.
      this.starts = this.starts.filter((start) => start <= now && start > now - windowMs);
      const [oldest] = this.starts;
      if (oldest === undefined || this.starts.length < requestsMax) break;
      await clock.sleep(oldest + windowMs - now, signal);
    }
    this.starts.push(clock.now());
  }
}
