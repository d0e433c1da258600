/** How large simulations and sweeps are: small and of one seed in `npm test`, at full size in `.ci/run`. */

const size = process.env['TAPEFOLD_SWEEP'] ?? 'small';
if (size !== 'small' && size !== 'full') {
  throw new Error(`TAPEFOLD_SWEEP: expected small or full, found ${size}`);
}

/** How many cases, seeds or kills there are, or what else makes a sweep large. */
export function sweepSize<T extends number | string>(small: T, full: T): T {
  return size === 'full' ? full : small;
}

/**
 * So many runs of a property, for fast-check. At full size they are others each time; few are the same ones, because
 * a handful drawn anew might not come across all that a law wants to have seen.
 */
export function runsOfSweep(numRuns: number): { readonly numRuns: number; readonly seed?: number } {
  return size === 'full' ? { numRuns } : { numRuns, seed: 20_130_102 };
}
