/** The median of a sample and its interval. */

import type { Interval } from '#contracts/result';
import { levelDefault } from '../intervals.js';
import { quantile } from '../percentile-interval.js';
import { mcNemarExact } from './paired-shares.js';

export interface Median {
  readonly median: number;
  /** Null where there are too few values for the level: under six for 95 %. */
  readonly interval: Interval | null;
}

/**
 * The median with its exact interval between two order statistics, whatever the distribution: the k-th value from
 * either end, for the largest k at which the sign test has a probability of at most 1 - `level`. Null without values.
 *
 * Source: Conover, "Practical Nonparametric Statistics", 3rd edition, 1999, section 3.2.
 */
export function medianOf(values: readonly number[], level = levelDefault): Median | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const median = quantile(sorted, 0.5);
  let outside = Math.floor((sorted.length - 1) / 2);
  while (outside >= 0 && mcNemarExact(outside, sorted.length - outside) > 1 - level) outside--;
  if (outside < 0) return { median, interval: null };
  const interval = { low: sorted[outside]!, high: sorted[sorted.length - 1 - outside]!, level };
  return { median, interval };
}
