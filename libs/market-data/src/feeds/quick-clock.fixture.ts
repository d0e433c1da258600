/** A clock of tests: each pause ends at once, after a turn of the event loop, and the time moves on by it. */

import { setImmediate } from 'node:timers/promises';
import type { FeedClock } from './feed-clock.js';

export interface QuickClock extends FeedClock {
  /** The pauses that were asked for, milliseconds. */
  readonly slept: readonly number[];
}

const keptMax = 10_000;

export function quickClock(start = Date.UTC(2026, 3, 1, 14)): QuickClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    random: () => 0.5,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      now += ms;
      if (slept.length < keptMax) slept.push(ms);
      await setImmediate();
      signal.throwIfAborted();
    },
  };
}
