/** Student's interval of a mean, by the quantiles of published tables, down to two repeats. */

import { expect, it } from 'vitest';
import { overRuns } from './over-runs.js';

// mean +- t x deviation / sqrt(n), with t at 0.975 of 12.706205, 4.302653 and 2.776445.
it.each([
  [[1, 2], -4.853_102_368, 7.853_102_368],
  [[1, 2, 4], -1.461_249_7, 6.127_916_367],
  [[1, 2, 4, 8, 16], -1.373_132_563, 13.773_132_563],
])('the interval of the mean of %j', (values, low, high) => {
  const found = overRuns(values, 0.95);
  expect(found.mean).toBeCloseTo(values.reduce((sum, one) => sum + one, 0) / values.length, 12);
  // Beyond two degrees of freedom the quantile is good to 0.12%.
  expect(Math.abs(found.overRuns!.low - low)).toBeLessThan(0.002 * (high - low));
  expect(Math.abs(found.overRuns!.high - high)).toBeLessThan(0.002 * (high - low));
});

it('has the sample standard deviation', () => {
  expect(overRuns([2, 4, 4, 4, 5, 5, 7, 9], 0.95).deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
});

it('has no spread with one repeat', () => {
  expect(overRuns([3], 0.95)).toEqual({ mean: 3, deviation: null, overRuns: null });
});
