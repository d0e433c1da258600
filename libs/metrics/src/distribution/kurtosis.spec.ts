/** Kurtosis by the moment estimator, 3 for a normal distribution. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleOf, seededReturns } from '../../test/performance-of.js';
import { kurtosis } from './kurtosis.js';
import { skewness } from './skewness.js';

describe('kurtosis', () => {
  it.each([
    // Deviations -0.01 (three), 0.03: m2 = 3e-4, m4 = 21e-8, so 21 / 9.
    [[0, 0, 0, 0.04], 7 / 3],
    // Two values of equal weight have the least there is.
    [[0.01, -0.01, 0.01, -0.01], 1],
    // Deviations ±0.075, ±0.005: m2 = 0.002825, m4 = 1.5820625e-5.
    [[0.1, -0.05, 0.02, 0.03], 1.5820625e-5 / 0.002825 ** 2],
  ])('of %j is %d', (returns, expected) => {
    expect(kurtosis(sampleOf(returns)).value).toBeCloseTo(expected, 12);
  });

  it('is near 3 for normal returns: standard error sqrt(24 / n) = 0.035', () => {
    const figure = kurtosis(sampleOf(seededReturns(1, 20_000)));
    expect(Math.abs(figure.value! - 3)).toBeLessThan(0.1);
  });

  it('is at least 1 + skewness^2', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 4, max: 12 }), (seed, count) => {
        const sample = sampleOf(seededReturns(seed, count));
        const least = 1 + skewness(sample).value! ** 2;
        expect(kurtosis(sample).value).toBeGreaterThan(least - 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it('needs four returns, and that they vary', () => {
    expect(kurtosis(sampleOf([0.1, 0.2, 0.3]))).toMatchObject({ value: null });
    expect(kurtosis(sampleOf([0.1, 0.1, 0.1, 0.1]))).toMatchObject({ value: null });
  });
});
