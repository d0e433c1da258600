/** Wall time and randomness for a feed's pauses and reconnects. Tests replace them. */

import { pauseMs, wallClock, type WallClock } from '#http';

export interface FeedClock extends WallClock {
  /** Uniform in [0, 1). Spreads reconnects over time; it never affects recorded data. */
  readonly random: () => number;
}

export interface AnnouncedPause {
  readonly clock: WallClock;
  readonly signal: AbortSignal;
  /** Receives the reason for a wait, and null once it resumes. */
  readonly waits?: ((why: string | null) => void) | undefined;
}

/**
 * Sleeps this many milliseconds, and reports it to people: `why at HH:MM:SSZ`. Rejects
 * as `sleep` does.
 */
export async function pauseAloud(
  { clock, signal, waits }: AnnouncedPause,
  ms: number,
  why: string,
): Promise<void> {
  waits?.(`${why} at ${new Date(clock.now() + ms).toISOString().slice(11, 19)}Z`);
  await clock.sleep(ms, signal).finally(() => waits?.(null));
}

export const systemClock: FeedClock = { ...wallClock, random: Math.random };

/** Maximum pause, milliseconds. */
const pauseMaxMs = 60_000;

/** Milliseconds before a server is asked again, after `failures` in a row (1 for the first). */
export const feedPauseMs = (failures: number, { random }: FeedClock, firstMs = 500): number =>
  pauseMs(failures, { firstMs, mostMs: pauseMaxMs, random });
