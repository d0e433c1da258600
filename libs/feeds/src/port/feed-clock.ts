/** Wall time and chance as a feed needs them to wait and to connect again. Tests replace them. */

import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds; rejects with the signal's reason where that is aborted meanwhile. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface FeedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Uniform in [0, 1). Spreads connections over time; nothing that is recorded depends on it. */
  readonly random: () => number;
}

export interface SaidPause {
  readonly clock: Pick<FeedClock, 'now' | 'sleep'>;
  readonly signal: AbortSignal;
  /** Told why it waits, and null once it goes on. */
  readonly waits?: ((why: string | null) => void) | undefined;
}

/** Sleeps so many milliseconds, and says so for people: `why at HH:MM:SSZ`. Rejects as `sleep` does. */
export async function pauseAloud(
  { clock, signal, waits }: SaidPause,
  ms: number,
  why: string,
): Promise<void> {
  waits?.(`${why} at ${new Date(clock.now() + ms).toISOString().slice(11, 19)}Z`);
  await clock.sleep(ms, signal).finally(() => waits?.(null));
}

/** Beyond it a timer of Node fires at once. */
const timerMaxMs = 2_147_483_647;

export const systemClock: FeedClock = {
  now: Date.now,
  random: Math.random,
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

/** The first pause, and what no pause exceeds, milliseconds. */
const pauseLimits = { firstMs: 500, maxMs: 60_000 };

/**
 * Milliseconds before the next attempt, after `failures` in a row (1 for the first): doubled each time up to a minute,
 * of which half is left to chance, so that clients that a server threw out together do not come back together.
 */
export function pauseMs(failures: number, random: () => number): number {
  const { firstMs, maxMs } = pauseLimits;
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random());
}
