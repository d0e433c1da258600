/** The distribution of the Engle-Granger statistic of two series with a constant, as MacKinnon approximates it. */

import { standardNormalDistribution } from '../standard-normal.js';

/** Below it no probability is left, above it all of it is. */
const least = -18.86;
const greatest = 0.92;

/** Left of it the quadratic fits the tail, right of it the cubic fits the rest. */
const tailEnd = -2.62;
const tail = [2.92, 1.5012, 0.039796] as const;
const rest = [2.1945, 0.64695, -0.29198, -0.042377] as const;

/**
 * The probability, 0 to 1, of a statistic at most this small where the two series are not cointegrated; asymptotic.
 *
 * Source: MacKinnon, "Approximate Asymptotic Distribution Functions for Unit-Root and Cointegration Tests", Journal of
 * Business & Economic Statistics 12(2), 1994, tables 3 and 4, two variables, constant.
 */
export function cointegrationPValue(statistic: number): number {
  if (statistic > greatest) return 1;
  if (statistic < least) return 0;
  const coefficients = statistic <= tailEnd ? tail : rest;
  return standardNormalDistribution(polynomial(coefficients, statistic));
}

/** Statistics below which the hypothesis of no cointegration falls at each level. */
export interface CriticalValues {
  readonly onePercent: number;
  readonly fivePercent: number;
  readonly tenPercent: number;
}

/**
 * Critical values for series of `count` prices. The polynomial is in 1 / (count - 1), as Stata's egranger and
 * statsmodels have it.
 *
 * Source: MacKinnon, "Critical Values for Cointegration Tests", Queen's Economics Department Working Paper 1227, 2010,
 * table 2, two variables, constant.
 */
export function cointegrationCriticalValues(count: number): CriticalValues {
  const inverse = 1 / (count - 1);
  return {
    onePercent: polynomial([-3.89644, -10.9519, -33.527], inverse),
    fivePercent: polynomial([-3.33613, -6.1101, -6.823], inverse),
    tenPercent: polynomial([-3.04445, -4.2412, -2.72], inverse),
  };
}

/** Coefficients from the constant up. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
