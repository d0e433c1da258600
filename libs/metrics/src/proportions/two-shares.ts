/** Two shares of different samples: their difference and whether it may be chance. */

import type { Interval } from '#contracts/result';
import { levelDefault } from '../intervals.js';
import { standardNormalDistribution } from '../standard-normal.js';
import { shareOf, wilsonInterval, type Share } from './share.js';

export interface ZTest {
  /** Positive where the first share is larger. */
  readonly z: number;
  /** Two-sided; 0 beyond a z of 8.5. */
  readonly p: number;
}

/**
 * The two-proportion z test with the pooled share p in the standard error:
 * z = (p1 - p2) / sqrt(p (1 - p) (1 / n1 + 1 / n2)). Null where both shares are 0, or both are 1. It takes the samples
 * for independent: of two agents that were asked the same questions, McNemar's test says more.
 *
 * Source: Fleiss, Levin and Paik, "Statistical Methods for Rates and Proportions", 3rd edition, 2003, section 3.1,
 * without the correction for continuity.
 */
export function twoShareTest(one: Share, other: Share): ZTest | null {
  const difference = shareOf(one) - shareOf(other);
  const pooled = (one.count + other.count) / (one.of + other.of);
  const variance = pooled * (1 - pooled) * (1 / one.of + 1 / other.of);
  if (variance === 0) return null;
  const z = difference / Math.sqrt(variance);
  return { z, p: 2 * standardNormalDistribution(-Math.abs(z)) };
}

/**
 * The interval of the first share less the second, of independent samples, from the score interval of each.
 *
 * Source: method 10 of Newcombe, "Interval Estimation for the Difference Between Independent Proportions", Statistics
 * in Medicine 17(8), 1998.
 */
export function differenceInterval(one: Share, other: Share, level = levelDefault): Interval {
  const [p, q] = [shareOf(one), shareOf(other)];
  const [own, rival] = [wilsonInterval(one, level), wilsonInterval(other, level)];
  const low = p - q - Math.hypot(p - own.low, rival.high - q);
  const high = p - q + Math.hypot(own.high - p, q - rival.low);
  return { low, high, level };
}
