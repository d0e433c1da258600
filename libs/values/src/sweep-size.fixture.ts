/**
 * The size of simulations and sweeps: small and with a fixed seed in `npm test`, full size in
 * `npm run soak`. A build (`.ci/run`) draws the files that have their full size by the hash
 * of its commit.
 */

import { relative } from 'node:path';
import { expect } from 'vitest';
import { isDrawn } from './commit-draw.fixture.js';

const size = process.env['TAPEFOLD_SWEEP'] ?? 'small';
if (size !== 'small' && size !== 'full') {
  throw new Error(`TAPEFOLD_SWEEP: expected small or full, found ${size}`);
}
/** One file in so many has its full size in a build. */
const fullOneIn = 8;

/** Whether the spec that is being loaded has its full size. */
function isFull(): boolean {
  const file = relative('.', expect.getState().testPath ?? '');
  return size === 'full' && isDrawn(file, fullOneIn);
}

/** The number of cases, seeds or kills, or whatever else sets the size of a sweep. */
export function sweepSize<T extends number | string>(small: T, full: T): T {
  return isFull() ? full : small;
}

/**
 * The number of runs of a property, for fast-check. At full size they differ each time; small sizes
 * are fixed, because a few fresh samples might not cover everything that a property has to see.
 */
export function runsOfSweep(numRuns: number): { readonly numRuns: number; readonly seed?: number } {
  return isFull() ? { numRuns } : { numRuns, seed: 20_130_102 };
}
