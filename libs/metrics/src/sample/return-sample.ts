/**
 * The simple returns between marks with their moments, computed once and read by every
 * metric on returns.
 */

import { formatCivilDate } from '#values';
import { figureOf, undefinedFigure, type Figure, type Undefined } from './figure.js';
import type { Performance } from './performance.js';

export interface ReturnSample {
  /**
   * E_t / E_(t-1) - 1 from the second mark on, fractions; sessions without a change count as zeros.
   */
  readonly returns: Float64Array;
  readonly count: number;
  /** Arithmetic mean per session; 0 when there are no returns. */
  readonly mean: number;
  /** Mean of (r - mean)^2, divisor n; 0 when the spread is only rounding noise. */
  readonly variance: number;
  /**
   * Sample standard deviation per session, divisor n - 1; 0 under two returns or within the noise.
   */
  readonly deviation: number;
  /** A spread at or below this, in returns, is rounding and not risk. See `roundingNoise`. */
  readonly noise: number;
  readonly sessionsPerYear: number;
}

/**
 * What rounding can add to a return, per unit of 1 + |r|, and to money, per unit of equity: 64
 * units in the last place. A quotient and its two equities are each rounded, and folding an equity
 * adds a few roundings a session.
 */
export const noiseShare = 64 * Number.EPSILON;

/**
 * The sample of a performance. Undefined when a mark before the last is at or below zero (a return
 * on nothing means nothing), or when returns are so large that their squares overflow a double.
 */
export function returnSampleOf(performance: Performance): ReturnSample | Undefined {
  const { dates, equity, sessionsPerYear } = performance;
  const count = Math.max(0, equity.length - 1);
  const returns = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const before = equity[index]!;
    if (before <= 0) {
      const date = formatCivilDate(dates[index]!);
      return undefinedFigure(`equity was not positive on ${date}, so later returns are undefined`);
    }
    returns[index] = equity[index + 1]! / before - 1;
  }
  return sampleOfReturns(returns, sessionsPerYear);
}

/** The sample of given returns; `returns` is kept, not copied. */
export function sampleOfReturns(
  returns: Float64Array,
  sessionsPerYear: number,
): ReturnSample | Undefined {
  const count = returns.length;
  const mean = meanOf(returns);
  const squares = sumOfPowers(returns, mean, 2);
  if (!Number.isFinite(squares)) {
    return undefinedFigure('the returns are beyond the range of a double');
  }
  const noise = roundingNoise(returns);
  const spread = count < 2 ? 0 : Math.sqrt(squares / (count - 1));
  const varies = spread > noise;
  return {
    returns,
    count,
    mean,
    variance: varies ? squares / count : 0,
    deviation: varies ? spread : 0,
    noise,
    sessionsPerYear,
  };
}

/**
 * Arithmetic mean, summed left to right; 0 for an empty list. A plain sum is off by at most
 * n * 1.1e-16 of the sum of magnitudes (Higham, "Accuracy and Stability of Numerical
 * Algorithms", 2002, chapter 4): 1e-12 for 40 years of sessions, so compensation would change
 * no digit that is reported.
 */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return values.length === 0 ? 0 : sum / values.length;
}

/** The mean of the known values; null if there are none. */
export function knownMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : meanOf(known);
}

/** The mean as a figure; undefined for this reason if there is no value. */
export const meanFigure = (values: ArrayLike<number>, none: string): Figure =>
  values.length === 0 ? undefinedFigure(none) : figureOf(meanOf(values));

/** Sum of (x - center)^power, left to right; about the mean it is the two-pass algorithm. */
export function sumOfPowers(values: Float64Array, center: number, power: 2 | 3 | 4): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    const apart = values[index]! - center;
    const square = apart * apart;
    if (power === 2) sum += square;
    else sum += power === 3 ? square * apart : square * square;
  }
  return sum;
}

/**
 * Largest spread that rounding can give a constant series: 64 units in the last place of 1 + max
 * |r|, about 1.4e-14. An equity that grows by exactly 1% a session shows returns that differ in the
 * 16th digit; a Sharpe ratio of 1e14 from them would be an artifact. One share of 10 in a book of
 * 100 million moves it by 1e-9 at a price change of 1%, far above.
 */
export function roundingNoise(returns: ArrayLike<number>): number {
  let largest = 0;
  for (let index = 0; index < returns.length; index++) {
    largest = Math.max(largest, Math.abs(returns[index]!));
  }
  return noiseShare * (1 + largest);
}
