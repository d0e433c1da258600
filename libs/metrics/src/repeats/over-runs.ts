/** Mean and spread of a figure over repeats, with the interval of the mean. */

import type { Spread } from '#contracts/result/comparison';
import { studentQuantileAt } from '../bootstrap/small-sample-level.js';

/**
 * Mean, sample standard deviation and Student's interval of the mean, of one value per repeat. The
 * interval estimates the mean of many more repeats on the same sessions; it does not apply to other
 * sessions. Null with a single value. `values` has at least one.
 */
export function overRuns(values: readonly number[], level: number): Spread {
  const count = values.length;
  const mean = values.reduce((sum, one) => sum + one, 0) / count;
  if (count < 2) return { mean, deviation: null, overRuns: null };
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (count - 1));
  const reach = (studentQuantileAt((1 + level) / 2, count - 1) * deviation) / Math.sqrt(count);
  return { mean, deviation, overRuns: { low: mean - reach, high: mean + reach, level } };
}
