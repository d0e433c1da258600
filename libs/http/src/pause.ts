/** The pause before another attempt. */

export interface Pauses {
  /** After the first failure, milliseconds. */
  readonly firstMs: number;
  /** At most, milliseconds. */
  readonly mostMs: number;
  /** Uniform in [0, 1): half of each pause is drawn with it. Without it, pauses are whole. */
  readonly random?: (() => number) | undefined;
}

/**
 * Milliseconds before the next attempt, after `failures` in a row (1 for the first): doubled each
 * time, up to the most. Half of it is random, so that clients that a server disconnected together
 * do not return together.
 */
export function pauseMs(failures: number, { firstMs, mostMs, random = () => 1 }: Pauses): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random());
}
