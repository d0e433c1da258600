/** Wall time and randomness for a feed's pauses and reconnects. Tests replace them. */

import { wallClock, type WallClock } from '#llm/provider/wall-clock';

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

/** Sleeps this many milliseconds, and reports it to people: `why at HH:MM:SSZ`. Rejects as `sleep` does. */
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

/**
 * Milliseconds before the next attempt, after `failures` in a row (1 for the first): doubled each time up to a minute,
 * half of it random, so that clients that a server disconnected together do not reconnect together.
 */
export function pauseMs(failures: number, random: () => number, firstMs = 500): number {
  const whole = Math.min(pauseMaxMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random());
}
