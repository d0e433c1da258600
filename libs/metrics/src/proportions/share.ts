/** A share, counted, and its intervals. */

import type { Interval } from '#contracts/result';
import { invariant } from '#values';
import { levelDefault } from '../intervals.js';
import { normalQuantile } from '../standard-normal.js';

/** `count` of `of`, both whole numbers. */
export interface Share {
  readonly count: number;
  /** 1 at least. */
  readonly of: number;
}

/** `Invariant` where the counts are no share. */
export function shareOf({ count, of }: Share): number {
  const areCounts = Number.isInteger(count) && Number.isInteger(of);
  invariant(areCounts && count >= 0 && count <= of && of > 0, 'a share is a count of a count');
  return count / of;
}

/** How many standard errors an interval of this level reaches to either side. */
export function reachOf(level: number): number {
  invariant(level > 0 && level < 1, 'a level lies between 0 and 1');
  return normalQuantile((1 + level) / 2);
}

/** sqrt(p (1 - p) / n). */
export function shareError(share: Share): number {
  const p = shareOf(share);
  return Math.sqrt((p * (1 - p)) / share.of);
}

/**
 * The normal approximation p +- z sqrt(p (1 - p) / n), within 0..1. It has no width at 0 and at 1, and is too narrow
 * near them: for figures that are published with it.
 *
 * Source: Wald's interval in Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion", Statistical
 * Science 16(2), 2001, section 2.
 */
export function normalInterval(share: Share, level = levelDefault): Interval {
  const p = shareOf(share);
  const reach = reachOf(level) * shareError(share);
  return { low: Math.max(0, p - reach), high: Math.min(1, p + reach), level };
}

/**
 * The score interval, which holds about as often as its level says, at 0 and at 1 too.
 *
 * Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
 * Statistical Association 22(158), 1927.
 */
export function wilsonInterval(share: Share, level = levelDefault): Interval {
  const p = shareOf(share);
  const z = reachOf(level);
  const weight = (z * z) / share.of;
  const middle = (p + weight / 2) / (1 + weight);
  const reach = Math.sqrt(weight * (p * (1 - p) + weight / 4)) / (1 + weight);
  return {
    low: share.count === 0 ? 0 : middle - reach,
    high: share.count === share.of ? 1 : middle + reach,
    level,
  };
}
