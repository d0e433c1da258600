/** Sums of a series up to each position, from which the sum of any range follows at once. */

import type { Resamples } from './stationary-bootstrap.js';

export interface RunningSums {
  /**
   * `high[i] + low[i]` is the sum of the first `i` values: the rounded sum, and what the
   * rounding left out.
   */
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/**
 * A plain running sum would carry the rounding of one large value into every later range. With what
 * each addition left out, a range is exact to a few units in its own last place, wherever it is.
 *
 * Source of the error of an addition: Knuth, "The Art of Computer Programming", volume 2, 4.2.2.
 */
export function runningSums(values: Float64Array): RunningSums {
  const high = new Float64Array(values.length + 1);
  const low = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index++) {
    const before = high[index]!;
    const value = values[index]!;
    const sum = before + value;
    const added = sum - before;
    high[index + 1] = sum;
    low[index + 1] = low[index]! + (before - (sum - added) + (value - added));
  }
  return { high, low };
}

/** The sum of the values from `from` up to, but not including, `to`. */
export function sumOfRange({ high, low }: RunningSums, from: number, to: number): number {
  return high[to]! - high[from]! + (low[to]! - low[from]!);
}

/** The sum of the values that one resample consists of. */
export function sumOfResample(sums: RunningSums, { first, from, to }: Resamples, at: number) {
  let sum = 0;
  const end = first[at + 1]!;
  for (let range = first[at]!; range < end; range++) {
    sum += sumOfRange(sums, from[range]!, to[range]!);
  }
  return sum;
}
