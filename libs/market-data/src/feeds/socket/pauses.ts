/** How long to wait before connecting again: longer after each failure, never the same for two clients. */

/** The first pause, and what no pause exceeds, milliseconds. */
export const pauseLimits = { firstMs: 500, maxMs: 60_000 };

/**
 * Milliseconds before the next attempt, after `failures` in a row (1 for the first): doubled each time up to a minute,
 * of which half is left to chance, so that clients that a server threw out together do not come back together.
 */
export function pauseMs(failures: number, random: () => number): number {
  const { firstMs, maxMs } = pauseLimits;
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random());
}
