/** How two series move together, and how far their spread is from its mean. */

import {
  figureOf,
  noVariation,
  tooFewReturns,
  undefinedFigure,
  type Figure,
} from '../sample/figure.js';
import {
  meanOf,
  sampleOfReturns,
  sumOfPowers,
  type ReturnSample,
} from '../sample/return-sample.js';

/**
 * Pearson's correlation of two samples of returns of one length, -1 to 1. Undefined under two
 * returns, and where either does not vary beyond rounding.
 */
export function correlation(left: ReturnSample, right: ReturnSample): Figure {
  const moved = together(left, right);
  if (typeof moved !== 'number') return moved;
  return figureOf(Math.min(1, Math.max(-1, moved / (left.deviation * right.deviation))));
}

/**
 * Slope of the regression of `returns` on those of `index`, over the same sessions, with a
 * constant: sample covariance / sample variance of the index. Undefined under two returns, and
 * where the index does not vary; 0 where the returns do not.
 *
 * Source: Sharpe, "Capital Asset Prices", Journal of Finance 19(3), 1964.
 */
export function beta(returns: ReturnSample, index: ReturnSample): Figure {
  const moved = returns.deviation === 0 && returns.count >= 2 ? 0 : together(returns, index);
  if (index.count >= 2 && index.deviation === 0) return undefinedFigure('the index does not vary');
  return typeof moved === 'number' ? figureOf(moved / index.deviation ** 2) : moved;
}

/** The sample of the simple returns of `prices`, positive. */
export function returnsOf(prices: ArrayLike<number>): ReturnSample | null {
  const returns = new Float64Array(Math.max(0, prices.length - 1));
  for (let index = 0; index < returns.length; index++) {
    returns[index] = prices[index + 1]! / prices[index]! - 1;
  }
  const sample = sampleOfReturns(returns, 1);
  return 'value' in sample ? null : sample;
}

/** Sample covariance, divisor n - 1. */
function together(left: ReturnSample, right: ReturnSample): number | Figure {
  const { count } = left;
  if (count < 2) return tooFewReturns(count, 2);
  if (left.deviation === 0 || right.deviation === 0) return noVariation;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    sum += (left.returns[index]! - left.mean) * (right.returns[index]! - right.mean);
  }
  return sum / (count - 1);
}

/**
 * The z-score (last - mean) / s of a series, the last value itself included in both, with s the
 * sample standard deviation (divisor n - 1). Null under two values and where they do not vary
 * beyond rounding.
 */
export function zScore(values: Float64Array): number | null {
  const count = values.length;
  if (count < 2) return null;
  const mean = meanOf(values);
  const deviation = Math.sqrt(sumOfPowers(values, mean, 2) / (count - 1));
  const noise = 64 * Number.EPSILON * Math.max(...values.map(Math.abs));
  return deviation > noise ? (values[count - 1]! - mean) / deviation : null;
}
