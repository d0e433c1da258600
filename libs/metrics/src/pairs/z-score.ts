/** The distance of the last value of a series from the mean of all of them, in deviations. */

import { meanOf, sumOfPowers } from '../sample/return-sample.js';

/**
 * (last - mean) / s, the last value itself included in both, with s the sample standard deviation (divisor n - 1). Null
 * under two values and where they do not vary beyond rounding.
 */
export function zScore(values: Float64Array): number | null {
  const count = values.length;
  if (count < 2) return null;
  const mean = meanOf(values);
  const deviation = Math.sqrt(sumOfPowers(values, mean, 2) / (count - 1));
  const noise = 64 * Number.EPSILON * Math.max(...values.map(Math.abs));
  return deviation > noise ? (values[count - 1]! - mean) / deviation : null;
}
