/** Whether two shares differ by more than chance, and the correction for many such tests. */

import { invariant } from '#values';
import { standardNormalDistribution } from '../standard-normal.js';
import { shareOf, type Share } from './share-intervals.js';

/**
 * The two-proportion z test with the pooled share p in the standard error: z = (p1 - p2) / sqrt(p (1 - p) (1 / n1 + 1 /
 * n2)), and its two-sided p, which is 0 beyond a z of 8.5; no correction for continuity. Null where both shares are 0,
 * or both 1. The samples are independent: of two agents with the same questions, McNemar's test says more.
 *
 * Source: Fleiss, Levin and Paik, "Statistical Methods for Rates and Proportions", 3rd edition, 2003, section 3.1.
 */
export function pooledZ(one: Share, other: Share): { z: number; p: number } | null {
  const difference = shareOf(one) - shareOf(other);
  const pooled = (one.count + other.count) / (one.of + other.of);
  const variance = pooled * (1 - pooled) * (1 / one.of + 1 / other.of);
  if (variance === 0) return null;
  const z = difference / Math.sqrt(variance);
  return { z, p: 2 * standardNormalDistribution(-Math.abs(z)) };
}

/**
 * McNemar's exact test, two-sided, of the pairs in which one alone is right: the probability that as few or fewer of
 * them go one way, where both ways are as likely, doubled and at most 1.
 *
 * Source: Agresti, "Categorical Data Analysis", 2nd edition, 2002, section 10.1.4.
 */
export function mcNemarExact(onlyOne: number, onlyOther: number): number {
  const [fewer, differing] = [Math.min(onlyOne, onlyOther), onlyOne + onlyOther];
  invariant([onlyOne, onlyOther].every(Number.isInteger) && fewer >= 0, 'pairs are counted from 0');
  // In logarithms, as 2^-n is no double from 1,075 pairs on.
  let logarithm = -differing * Math.LN2;
  for (let at = 1; at <= fewer; at++) logarithm += Math.log((differing - fewer + at) / at);
  // The terms below the largest, in parts of it.
  let [term, sum] = [1, 1];
  for (let at = fewer; at > 0 && term > 0; at--) sum += term *= at / (differing - at + 1);
  return Math.min(1, 2 * Math.exp(logarithm) * sum);
}

/**
 * Holm's step-down correction, in the order given: the smallest of m probabilities times m, the next times m - 1 and so
 * on, none below the one before, at most 1. At 5 %, a family of tests has a wrong finding in at most 5 % of the cases.
 *
 * Source: Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6(2),
 * 1979.
 */
export function holm(probabilities: readonly number[]): number[] {
  const areProbabilities = probabilities.every((p) => p >= 0 && p <= 1);
  invariant(areProbabilities, 'a probability lies between 0 and 1');
  const adjusted = [...probabilities];
  const order = [...adjusted.keys()].sort((a, b) => probabilities[a]! - probabilities[b]!);
  let before = 0;
  for (const [rank, at] of order.entries()) {
    before = Math.min(1, Math.max(before, probabilities[at]! * (order.length - rank)));
    adjusted[at] = before;
  }
  return adjusted;
}
