/** An interval between two percentiles of a resampled statistic. */

import type { Interval } from '#contracts/result/interval';
import { invariant } from '#values';

/**
 * The percentile interval of level `level` (0.95: from the 2.5th to the 97.5th percentile), or one
 * that claims `level` and uses the percentiles of the level `taken`. Sorts `values` in place. Null
 * without values, and when one is not finite.
 *
 * Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13.
 */
export function percentileInterval(
  values: Float64Array,
  level: number,
  taken = level,
): Interval | null {
  invariant(level > 0 && level < 1, 'a level lies between 0 and 1');
  if (values.length === 0 || !values.every(Number.isFinite)) return null;
  values.sort();
  const outside = (1 - taken) / 2;
  return { low: quantile(values, outside), high: quantile(values, 1 - outside), level };
}

/**
 * The quantile of sorted values at `share` in 0..1, linear between order statistics (type
 * 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American
 * Statistician 50(4), 1996).
 */
export function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  const low = sorted[below]!;
  return low + (position - below) * (sorted[above]! - low);
}
