/** Kurtosis: how heavy the tails of the returns are; 3 for a normal distribution. */

import { figureOf, noVariation, tooFewReturns, type Figure } from '../sample/figure.js';
import { sumOfPowers, type ReturnSample } from '../sample/return-sample.js';

/**
 * b2 = m4 / m2^2 with central moments of divisor n, **not** in excess of the normal's 3: the
 * moment estimator, without correction for bias, as the probabilistic Sharpe ratio takes it. Never
 * below 1 + skewness^2. Undefined under four returns (of three it is always 1.5) and for a
 * constant series.
 *
 * Source: Joanes and Gill, "Comparing Measures of Sample Skewness and Kurtosis", The Statistician
 * 47(1), 1998 (their g2 + 3).
 */
export function kurtosis(sample: ReturnSample): Figure {
  const { returns, count, mean, variance } = sample;
  if (count < 4) return tooFewReturns(count, 4);
  if (variance === 0) return noVariation;
  return figureOf(sumOfPowers(returns, mean, 4) / count / (variance * variance));
}
