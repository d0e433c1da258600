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

/** Pauses between attempts end at once; what waits for silence, or for the next look at something, waits on. */
export function calmClock(): QuickClock {
  const quick = quickClock();
  const forever = (signal: AbortSignal): Promise<void> =>
    new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  return {
    ...quick,
    sleep: (ms, signal) => (ms < 5000 ? quick.sleep(ms, signal) : forever(signal)),
  };
}
