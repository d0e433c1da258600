/** Skewness by the moment estimator. */

import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../test/performance-of.js';
import { skewness } from './skewness.js';

describe('skewness', () => {
  it.each([
    // Deviations -0.01 (three), 0.03: m2 = 3e-4, m3 = 6e-6, so 6e-6 / (3e-4)^1.5 = 2 / sqrt 3.
    [[0, 0, 0, 0.04], 2 / Math.sqrt(3)],
    [[0, 0, 0, -0.04], -2 / Math.sqrt(3)],
    [[-0.02, 0, 0.02], 0],
    // Deviations ±0.075, ±0.005: symmetric.
    [[0.1, -0.05, 0.02, 0.03], 0],
  ])('of %j is %d', (returns, expected) => {
    expect(skewness(sampleOf(returns)).value).toBeCloseTo(expected, 12);
  });

  it('needs three returns, and that they vary', () => {
    expect(skewness(sampleOf([0.1, 0.2]))).toMatchObject({ value: null });
    expect(skewness(sampleOf([0.1, 0.1, 0.1]))).toEqual({
      value: null,
      reason: 'the returns do not vary',
    });
  });
});
