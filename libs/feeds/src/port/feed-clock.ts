/** Wall time and chance as a feed needs them to wait and to connect again. Tests replace them. */

import { wallClock, type WallClock } from '#llm/provider/wall-clock';

export interface FeedClock extends WallClock {
  /** Uniform in [0, 1). Spreads connections over time; nothing that is recorded depends on it. */
  readonly random: () => number;
}

export interface SaidPause {
  readonly clock: WallClock;
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

export const systemClock: FeedClock = { ...wallClock, random: Math.random };

/** What no pause exceeds, milliseconds. */
const pauseMaxMs = 60_000;

/**
 * Milliseconds before the next attempt, after `failures` in a row (1 for the first): doubled each time up to a minute,
 * of which half is left to chance, so that clients that a server threw out together do not come back together.
 */
export function pauseMs(failures: number, random: () => number, firstMs = 500): number {
  const whole = Math.min(pauseMaxMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random());
}
