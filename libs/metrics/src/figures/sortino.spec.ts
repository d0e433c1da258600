/** Sortino ratio, by hand and at its edges. */

import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../test/performance-of.js';
import { sortino } from './sortino.js';

describe('the Sortino ratio', () => {
  it.each([
    // Mean 0.005; downside sqrt((0.0001 + 0.0004) / 4) = 0.005 sqrt 5, so 1 / sqrt 5 a session.
    [[0.03, -0.01, 0.02, -0.02], 252, Math.sqrt(252 / 5)],
    // Mean -0.01, downside 0.02: all four count, not just the one loss.
    [[0, 0, 0, -0.04], 365, -Math.sqrt(365) / 2],
    // A constant loss has downside deviation, although it does not vary.
    [[-0.01, -0.01], 252, -Math.sqrt(252)],
  ])('of %j over %i sessions is %d', (returns, sessionsPerYear, expected) => {
    expect(sortino(sampleOf(returns, sessionsPerYear)).value).toBeCloseTo(expected, 12);
  });

  it.each([
    ['only gains', [0.01, 0.02]],
    ['flat', [0, 0, 0]],
    ['losses of rounding', [1e-2, -1e-16, 1e-2]],
  ])('does not exist with %s', (_, returns) => {
    expect(sortino(sampleOf(returns))).toEqual({ value: null, reason: 'no return is negative' });
  });

  it('needs two returns', () => {
    expect(sortino(sampleOf([-0.1]))).toMatchObject({ value: null });
  });
});
