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

/** Resamples as ranges of indices into the series: about 8 bytes a block instead of 4 an index. */
export interface Resamples {
  /** Resample `r` consists of the ranges from `first[r]` up to, but not including, `first[r + 1]`. */
  readonly first: Uint32Array;
  /** A range consists of the indices from `from` up to, but not including, `to`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/**
 * Draws resamples of a series of `count`. Each block starts anywhere with equal probability, runs on
 * past the end to the start (the series is a circle; such a block is two ranges), and ends after
 * each element with probability 1 / meanBlockLength.
 *
 * Source: Politis and Romano, "The Stationary Bootstrap", Journal of the American Statistical
 * Association 89(428), 1994.
 */
export function stationaryBootstrap(
  count: number,
  { seed, resamples, meanBlockLength }: Resampling,
): Resamples {
  invariant(Number.isInteger(count) && count > 0, 'there is something to resample');
  invariant(Number.isInteger(resamples) && resamples > 0, 'resamples are counted from 1');
  invariant(meanBlockLength >= 1, 'a block has at least one element');
  const random = seededRandom(seed);
  const logContinue = Math.log1p(-1 / meanBlockLength);
  const first = new Uint32Array(resamples + 1);
  const from: number[] = [];
  const to: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    for (let left = count; left > 0;) {
      const at = random.below(count);
      const length = Math.min(left, geometric(random.next(), logContinue));
      const past = Math.max(0, at + length - count);
      from.push(at);
      to.push(at + length - past);
      if (past > 0) {
        from.push(0);
        to.push(past);
      }
      left -= length;
    }
    first[resample + 1] = from.length;
  }
  return { first, from: new Uint32Array(from), to: new Uint32Array(to) };
}

/**
 * The geometric length (from 1) of a block by inversion of a uniform number in [0, 1): one draw for a
 * block instead of one for each element. `logContinue` is the log of the probability of continuing;
 * at -Infinity every block has one element.
 */
function geometric(uniform: number, logContinue: number): number {
  return 1 + Math.floor(Math.log(1 - uniform) / logContinue);
}
