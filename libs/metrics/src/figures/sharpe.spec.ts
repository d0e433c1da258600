/** Sharpe ratio: by hand, at its edges, and the laws that it keeps. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equityOf, performanceOf, sampleOf, seededReturns } from '../../test/performance-of.js';
import { returnSampleOf } from '../sample/return-sample.js';
import { sharpe, sharpePerSession } from './sharpe.js';

describe('the Sharpe ratio', () => {
  it.each([
    // Mean 0.02, deviation 0.01 sqrt 2: sqrt 2 a session, sqrt 504 a year.
    [[0.01, 0.03], 252, Math.sqrt(504)],
    // Mean 0.01, deviation 0.02: a half; the three sessions without a change count.
    [[0, 0, 0, 0.04], 365, Math.sqrt(365) / 2],
    [[0, 0, 0, -0.04], 260, -Math.sqrt(260) / 2],
    [[-0.01, 0.01], 252, 0],
  ])('of %j over %i sessions is %d', (returns, sessionsPerYear, expected) => {
    expect(sharpe(sampleOf(returns, sessionsPerYear)).value).toBeCloseTo(expected, 12);
  });

  it.each([[[]], [[0.1]]])('needs two returns, not %j', (returns) => {
    expect(sharpe(sampleOf(returns))).toMatchObject({ value: null });
  });

  it.each([
    ['flat', Array.from({ length: 20 }, () => 0)],
    ['growing by a constant share, with rounding', Array.from({ length: 500 }, () => 0.01)],
    ['shrinking by a constant share, with rounding', Array.from({ length: 500 }, () => -0.003)],
  ])('does not exist for an equity that is %s', (_, returns) => {
    const sample = returnSampleOf(performanceOf(equityOf(returns)));
    if ('value' in sample) throw new Error(sample.reason);
    expect(sharpe(sample)).toEqual({ value: null, reason: 'the returns do not vary' });
    expect(sharpePerSession(sample)).toEqual({ value: null, reason: 'the returns do not vary' });
  });

  it('does not depend on the order of the returns', () => {
    const anyOrder = fc.integer().chain((seed) => {
      const returns = seededReturns(seed, 30);
      return fc.shuffledSubarray(returns, { minLength: 30 }).map((other) => ({ returns, other }));
    });
    fc.assert(
      fc.property(anyOrder, ({ returns, other }) => {
        expect(sharpe(sampleOf(other)).value).toBeCloseTo(sharpe(sampleOf(returns)).value!, 9);
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on leverage without cost, and turns with the sign', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.1, max: 10, noNaN: true }), (seed, factor) => {
        const returns = seededReturns(seed, 30);
        const plain = sharpe(sampleOf(returns)).value!;
        const scaled = returns.map((change) => change * factor);
        expect(sharpe(sampleOf(scaled)).value).toBeCloseTo(plain, 9);
        expect(sharpe(sampleOf(returns.map((change) => -change))).value).toBeCloseTo(-plain, 9);
      }),
      { numRuns: 300 },
    );
  });
});
