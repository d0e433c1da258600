/** The size of simulations and sweeps: small and with a fixed seed in `npm test`, full size in `.ci/run`. */

const size = process.env['TAPEFOLD_SWEEP'] ?? 'small';
if (size !== 'small' && size !== 'full') {
  throw new Error(`TAPEFOLD_SWEEP: expected small or full, found ${size}`);
}

/** The number of cases, seeds or kills, or whatever else sets the size of a sweep. */
export function sweepSize<T extends number | string>(small: T, full: T): T {
  return size === 'full' ? full : small;
}

/**
 * The number of runs of a property, for fast-check. At full size they differ each time; small sizes are fixed, because
 * a few fresh samples might not cover everything that a property has to see.
 */
export function runsOfSweep(numRuns: number): { readonly numRuns: number; readonly seed?: number } {
  return size === 'full' ? { numRuns } : { numRuns, seed: 20_130_102 };
}
