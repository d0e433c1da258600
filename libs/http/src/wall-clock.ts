/** Wall time, which tests replace. */

import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds; rejects with the signal's reason if that is aborted meanwhile. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface WallClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Beyond it a timer of Node fires at once. */
const timerMaxMs = 2_147_483_647;

export const wallClock: WallClock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    signal.throwIfAborted();
    try {
      for (let left = ms; left > 0; left -= timerMaxMs) {
        await wait(Math.min(left, timerMaxMs), undefined, { signal });
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
