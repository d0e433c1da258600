/** Volatility, by hand. */

import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../test/performance-of.js';
import { annualisedVolatility } from './annualised-volatility.js';

describe('annualized volatility', () => {
  it.each([
    // Deviations ±0.01: sqrt(2 x 0.0001 / 1) = 0.01 sqrt 2.
    [[0.01, 0.03], 252, 0.01 * Math.sqrt(504)],
    // Deviations -0.01 (three) and 0.03: sqrt(0.0012 / 3) = 0.02.
    [[0, 0, 0, 0.04], 365, 0.02 * Math.sqrt(365)],
    [[0, 0, 0, 0.04], 260, 0.02 * Math.sqrt(260)],
    [[0.02, 0.02, 0.02], 252, 0],
  ])('of %j over %i sessions is %d', (returns, sessionsPerYear, expected) => {
    expect(annualisedVolatility(sampleOf(returns, sessionsPerYear)).value).toBeCloseTo(
      expected,
      14,
    );
  });

  it.each([[[]], [[0.1]]])('needs two returns, not %j', (returns) => {
    expect(annualisedVolatility(sampleOf(returns))).toMatchObject({
      value: null,
      reason: `needs at least 2 returns, found ${returns.length}`,
    });
  });
});
