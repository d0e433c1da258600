/** Standard error of the Sharpe ratio: how far the true ratio may be from the measured one. */

import { figureOf, type Figure } from '../sample/figure.js';
import { kurtosis } from './kurtosis.js';
import type { ReturnSample } from '../sample/return-sample.js';
import { sharpePerSession } from '../figures/sharpe.js';
import { skewness } from './skewness.js';

/** What of the radicand's terms may be rounding in the moments: 4,096 units in the last place. */
const roundingShare = 4096 * Number.EPSILON;

/**
 * Standard error of a Sharpe ratio per session: sqrt((1 - skewness x SR + (kurtosis - 1) / 4 x
 * SR^2) / (n - 1)). With skewness 0 and kurtosis 3 it is Lo's sqrt((1 + SR^2 / 2) / n) except for
 * the divisor. The radicand is at least 0, since kurtosis >= 1 + skewness^2, and exactly 0 only for
 * certain two-valued returns; within rounding of it, the error is 0.
 *
 * Source: Mertens, "Comments on Variance of the IID Estimator in Lo (2002)", 2002; Lo, "The
 * Statistics of Sharpe Ratios", Financial Analysts Journal 58(4), 2002; divisor n - 1 as in Bailey
 * and López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk 15(2), 2012.
 */
export function standardErrorPerSession(
  ratio: number,
  skewnessOfReturns: number,
  kurtosisOfReturns: number,
  count: number,
): number {
  const skewed = skewnessOfReturns * ratio;
  const heavy = ((kurtosisOfReturns - 1) / 4) * ratio * ratio;
  const radicand = 1 - skewed + heavy;
  const rounding = roundingShare * (1 + Math.abs(skewed) + heavy);
  return radicand <= rounding ? 0 : Math.sqrt(radicand / (count - 1));
}

/**
 * The same of a sample, x sqrt(sessionsPerYear) as the ratio itself. Holds for returns that are
 * independent over time. Undefined under four returns and for a constant series.
 */
export function sharpeStandardError(sample: ReturnSample): Figure {
  const ratio = sharpePerSession(sample);
  const third = skewness(sample);
  const fourth = kurtosis(sample);
  // Kurtosis needs the most returns, so its reason covers the others.
  if (fourth.value === null) return fourth;
  if (third.value === null) return third;
  if (ratio.value === null) return ratio;
  const error = standardErrorPerSession(ratio.value, third.value, fourth.value, sample.count);
  return figureOf(error * Math.sqrt(sample.sessionsPerYear));
}
