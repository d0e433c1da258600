/** The stationary bootstrap: resampled orders of a dependent series, drawn in blocks of random length. */

import { invariant, seededRandom } from '#values';

export interface Resampling {
  /** The same seed gives the same resamples on every machine. */
  readonly seed: number | string;
  /** How many; an integer from 1. */
  readonly resamples: number;
  /** Mean of the geometric distribution of block lengths, sessions, from 1. */
  readonly meanBlockLength: number;
}

/**
 * Calls `visit` once for each resample with `count` indices into the series. Each block starts
 * anywhere with equal probability, runs on past the end to the start (the series is a circle), and
 * ends after each element with probability 1 / meanBlockLength. The index array is reused: `visit`
 * must not keep it. Nothing is allocated per resample.
 *
 * Source: Politis and Romano, "The Stationary Bootstrap", Journal of the American Statistical
 * Association 89(428), 1994.
 */
export function stationaryBootstrap(
  count: number,
  { seed, resamples, meanBlockLength }: Resampling,
  visit: (indices: Uint32Array, resample: number) => void,
): void {
  invariant(Number.isInteger(count) && count > 0, 'there is something to resample');
  invariant(Number.isInteger(resamples) && resamples > 0, 'resamples are counted from 1');
  invariant(meanBlockLength >= 1, 'a block has at least one element');
  const random = seededRandom(seed);
  const logContinue = Math.log1p(-1 / meanBlockLength);
  const indices = new Uint32Array(count);
  for (let resample = 0; resample < resamples; resample++) {
    let position = 0;
    while (position < count) {
      let at = random.below(count);
      const end = Math.min(count, position + geometric(random.next(), logContinue));
      for (; position < end; position++) {
        indices[position] = at;
        at = at + 1 === count ? 0 : at + 1;
      }
    }
    visit(indices, resample);
  }
}

/**
 * The geometric length (from 1) of a block by inversion of a uniform number in [0, 1): one draw for a
 * block instead of one for each element. `logContinue` is the log of the probability of going on;
 * at -Infinity every block has one element.
 */
function geometric(uniform: number, logContinue: number): number {
  return 1 + Math.floor(Math.log(1 - uniform) / logContinue);
}
