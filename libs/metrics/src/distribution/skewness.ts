/** Skewness: whether the large returns are gains (positive) or losses (negative). */

import { figureOf, noVariation, tooFewReturns, type Figure } from '../sample/figure.js';
import { sumOfPowers, type ReturnSample } from '../sample/return-sample.js';

/**
 * g1 = m3 / m2^(3/2) with central moments of divisor n: the moment estimator, without correction
 * for bias, which the probabilistic Sharpe ratio is derived with. Of returns between marks; not
 * annualized. Undefined under three returns (of two it is always 0) and for a constant series.
 *
 * Source: Joanes and Gill, "Comparing Measures of Sample Skewness and Kurtosis", The Statistician
 * 47(1), 1998.
 */
export function skewness(sample: ReturnSample): Figure {
  const { returns, count, mean, variance } = sample;
  if (count < 3) return tooFewReturns(count, 3);
  if (variance === 0) return noVariation;
  return figureOf(sumOfPowers(returns, mean, 3) / count / (variance * Math.sqrt(variance)));
}
