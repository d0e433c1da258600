/** Intervals of shares: of one, and of the difference of two over the same pairs. */

import type { Interval } from '#contracts/result';
import { invariant } from '#values';
import { levelDefault } from '../intervals.js';
import { normalQuantile } from '../standard-normal.js';

/** `count` of `of`: whole numbers, `of` 1 at least. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** A fraction. `Invariant` where the counts are no share. */
export function shareOf({ count, of }: Share): number {
  const areCounts = Number.isInteger(count) && Number.isInteger(of);
  invariant(areCounts && count >= 0 && count <= of && of > 0, 'a share is a count of a count');
  return count / of;
}

/**
 * The normal approximation p +- z sqrt(p (1 - p) / n), within 0..1: too narrow near 0 and 1, but papers print it.
 *
 * Source: Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion", Statistical Science 16(2), 2001.
 */
export function normalInterval(share: Share, level = levelDefault): Interval {
  const p = shareOf(share);
  return around(p, Math.sqrt((p * (1 - p)) / share.of), 0, level);
}

/**
 * The score interval, which holds about as often as its level says, at 0 and at 1 too.
 *
 * Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
 * Statistical Association 22(158), 1927.
 */
export function wilsonInterval(share: Share, level = levelDefault): Interval {
  const p = shareOf(share);
  const weight = normalQuantile((1 + level) / 2) ** 2 / share.of;
  const lowOf = (q: number): number =>
    (q + weight / 2 - Math.sqrt(weight * (q * (1 - q) + weight / 4))) / (1 + weight);
  return { low: lowOf(p), high: 1 - lowOf(1 - p), level };
}

/**
 * The interval of the share of one less that of the other over `pairs` pairs, of which `onlyOne` and `onlyOther` count
 * those in which one alone is right: normal, after half a pair is added to each of the four outcomes.
 *
 * Source: Agresti and Min, "Simple Improved Confidence Intervals for Comparing Matched Proportions", Statistics in
 * Medicine 24(5), 2005.
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
