/** Shares and their intervals, and tests whether two differ by more than chance. */

import type { Interval } from '#contracts/result/interval';
import { invariant } from '#values';
import { levelDefault } from '../bootstrap/intervals.js';
import { normalQuantile, standardNormalDistribution } from '../distribution/standard-normal.js';

/** `count` of `of`: whole numbers, `of` 1 at least. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** A fraction. `Invariant` if the counts do not make a share. */
export function shareOf({ count, of }: Share): number {
  const areCounts = Number.isInteger(count) && Number.isInteger(of);
  invariant(areCounts && count >= 0 && count <= of && of > 0, 'a share is a count of a count');
  return count / of;
}

/**
 * The normal approximation p +- z sqrt(p (1 - p) / n), within 0..1: too narrow near 0 and 1, but
 * papers print it.
 *
 * Source: Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion", Statistical
 * Science 16(2), 2001.
 */
export function normalInterval(share: Share, level = levelDefault): Interval {
  const p = shareOf(share);
  return around(p, Math.sqrt((p * (1 - p)) / share.of), 0, level);
}

/**
 * The score interval, which covers about as often as its level claims, at 0 and at 1 too. For
 * overlapping outcomes, `independent` is how many independent ones they are worth, at most `of`.
 *
 * Source: Wilson, Journal of the American Statistical Association 22(158), 1927.
 */
export function wilsonInterval(
  share: Share,
  level = levelDefault,
  independent = share.of,
): Interval {
  const p = shareOf(share);
  const weight = normalQuantile((1 + level) / 2) ** 2 / independent;
  const lowOf = (q: number): number =>
    (q + weight / 2 - Math.sqrt(weight * (q * (1 - q) + weight / 4))) / (1 + weight);
  return { low: lowOf(p), high: 1 - lowOf(1 - p), level };
}

/**
 * The interval of the share of one minus that of the other over `pairs` pairs; `onlyOne` and
 * `onlyOther` count the pairs in which only one is right: normal, after half a pair is added to
 * each of the four outcomes.
 *
 * Source: Agresti and Min, Statistics in Medicine 24(5), 2005.
 */
export function pairedInterval(onlyOne: number, onlyOther: number, pairs: number): Interval {
  invariant(onlyOne >= 0 && onlyOther >= 0 && onlyOne + onlyOther <= pairs, 'pairs differ or not');
  const apart = onlyOne - onlyOther;
  const error = Math.sqrt(onlyOne + onlyOther + 1 - apart ** 2 / (pairs + 2)) / (pairs + 2);
  return around(apart / (pairs + 2), error, -1, levelDefault);
}

function around(middle: number, error: number, least: number, level: number): Interval {
  const reach = normalQuantile((1 + level) / 2) * error;
  return { low: Math.max(least, middle - reach), high: Math.min(1, middle + reach), level };
}

/**
 * The two-proportion z test with the pooled share p in the standard error: z = (p1 - p2) / sqrt(p
 * (1 - p) (1 / n1 + 1 / n2)), and its two-sided p, which is 0 beyond a z of 8.5; no correction for
 * continuity. Null if both shares are 0, or both 1. Assumes independent samples: for two agents
 * with the same questions, McNemar's test has more power.
 *
 * Source: Fleiss, Levin and Paik, "Statistical Methods for Rates and Proportions", 3rd edition,
 * 2003, section 3.1.
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
 * McNemar's exact test, two-sided, of the pairs in which only one is right: the probability that as
 * few or fewer of them go one way, if both ways are equally likely, doubled and at most 1.
 *
 * Source: Agresti, "Categorical Data Analysis", 2nd edition, 2002, section 10.1.4.
 */
export function mcNemarExact(onlyOne: number, onlyOther: number): number {
  const fewer = Math.min(onlyOne, onlyOther);
  const differing = onlyOne + onlyOther;
  invariant([onlyOne, onlyOther].every(Number.isInteger) && fewer >= 0, 'pairs are counted from 0');
  // In logarithms, as 2^-n underflows a double from 1,075 pairs on.
  let logarithm = -differing * Math.LN2;
  for (let at = 1; at <= fewer; at++) logarithm += Math.log((differing - fewer + at) / at);
  // The terms below the largest, in parts of it.
  let term = 1;
  let sum = 1;
  for (let at = fewer; at > 0 && term > 0; at--) sum += term *= at / (differing - at + 1);
  return Math.min(1, 2 * Math.exp(logarithm) * sum);
}

/**
 * Encloses a median, by the sign test (Conover, "Practical Nonparametric Statistics", 1999, 3.2);
 * null for few values.
 */
export function medianInterval(sorted: Float64Array): Interval | null {
  let at = Math.floor((sorted.length - 1) / 2);
  while (at >= 0 && mcNemarExact(at, sorted.length - at) > 1 - levelDefault) at--;
  return at < 0 ? null : { low: sorted[at]!, high: sorted.at(-1 - at)!, level: levelDefault };
}

/**
 * Holm's step-down correction, in the order given: the smallest of m probabilities times m, the
 * next times m - 1 and so on, none below the one before, at most 1.
 *
 * Source: Holm, Scandinavian Journal of Statistics 6(2), 1979.
 */
export function holm(probabilities: readonly number[]): number[] {
  const areInRange = probabilities.every((p) => p >= 0 && p <= 1);
  invariant(areInRange, 'a probability lies between 0 and 1');
  const adjusted = [...probabilities];
  const order = [...adjusted.keys()].sort((a, b) => probabilities[a]! - probabilities[b]!);
  let before = 0;
  for (const [rank, at] of order.entries()) {
    before = Math.min(1, Math.max(before, probabilities[at]! * (order.length - rank)));
    adjusted[at] = before;
  }
  return adjusted;
}
