/** Two shares of the same sample, pair by pair: McNemar's exact test, and the interval of their difference. */

import type { Interval } from '#contracts/result';
import { invariant } from '#values';
import { levelDefault } from '../intervals.js';
import { reachOf } from './share.js';

/**
 * McNemar's exact test, two-sided: the probability that of the pairs that differ as few, or fewer, differ one way,
 * where either way is as likely, doubled and at most 1. `onlyOne` and `onlyOther` count the pairs in which one alone is
 * right. 1 where no pair differs.
 *
 * Source: McNemar, "Note on the Sampling Error of the Difference Between Correlated Proportions or Percentages",
 * Psychometrika 12(2), 1947; exact by the binomial distribution, as in Agresti, "Categorical Data Analysis", 2nd
 * edition, 2002, section 10.1.4.
 */
export function mcNemarExact(onlyOne: number, onlyOther: number): number {
  const fewer = Math.min(onlyOne, onlyOther);
  const differing = onlyOne + onlyOther;
  invariant(Number.isInteger(onlyOne) && Number.isInteger(onlyOther), 'pairs are whole numbers');
  invariant(fewer >= 0, 'pairs are counted from 0');
  // In logarithms, as 2^-n is no double from 1,075 pairs on.
  let logarithm = -differing * Math.LN2;
  for (let at = 1; at <= fewer; at++) logarithm += Math.log((differing - fewer + at) / at);
  // The terms below the largest, in parts of it.
  let [term, sum] = [1, 1];
  for (let at = fewer; at > 0 && term > 0; at--) sum += term *= at / (differing - at + 1);
  return Math.min(1, 2 * Math.exp(logarithm) * sum);
}

/**
 * The interval of the share of one less that of the other over `pairs` pairs: normal, after half a pair was added to
 * each of the four outcomes, so that it has a width where few pairs differ. Its middle is nearer to 0 than the
 * difference.
 *
 * Source: Agresti and Min, "Simple Improved Confidence Intervals for Comparing Matched Proportions", Statistics in
 * Medicine 24(5), 2005.
 */
export function pairedInterval(
  onlyOne: number,
  onlyOther: number,
  pairs: number,
  level = levelDefault,
): Interval {
  invariant(onlyOne >= 0 && onlyOther >= 0 && onlyOne + onlyOther <= pairs, 'pairs differ or not');
  const apart = onlyOne - onlyOther;
  const variance = onlyOne + onlyOther + 1 - apart ** 2 / (pairs + 2);
  const reach = (reachOf(level) * Math.sqrt(variance)) / (pairs + 2);
  const middle = apart / (pairs + 2);
  return { low: Math.max(-1, middle - reach), high: Math.min(1, middle + reach), level };
}
