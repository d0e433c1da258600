/** Returns between marks, their moments, and the line between risk and rounding. */

import { describe, expect, it } from 'vitest';
import { equityOf, performanceOf, sampleOf } from '../../test/performance-of.js';
import { meanOf, returnSampleOf, sampleOfReturns, sumOfPowers } from './return-sample.js';

describe('the return sample', () => {
  it('has a return from the second mark on, and counts the unchanged ones', () => {
    // 100 → 110 → 110 → 99: +10%, 0, -10%; mean 0, squares 0.02, divided by 3 and by 2.
    const sample = returnSampleOf(performanceOf([100, 110, 110, 99]));
    expect(sample).toMatchObject({ count: 3, sessionsPerYear: 252 });
    if ('value' in sample) throw new Error('undefined');
    expect([...sample.returns]).toEqual([110 / 100 - 1, 0, 99 / 110 - 1]);
    expect(sample.mean).toBeCloseTo(0, 15);
    expect(sample.variance).toBeCloseTo(0.02 / 3, 15);
    expect(sample.deviation).toBeCloseTo(0.1, 15);
  });

  it.each([
    ['no mark', []],
    ['one mark', [100]],
  ])('is empty with %s', (_, equity) => {
    expect(returnSampleOf(performanceOf(equity))).toMatchObject({
      count: 0,
      mean: 0,
      deviation: 0,
    });
  });

  it('has no deviation of a single return', () => {
    expect(sampleOf([0.05])).toMatchObject({ count: 1, mean: 0.05, variance: 0, deviation: 0 });
  });

  it('takes an end at zero for a return of -100%', () => {
    const sample = returnSampleOf(performanceOf([100, 50, 0]));
    expect(sample).toMatchObject({ returns: Float64Array.of(-0.5, -1) });
  });

  it.each([
    ['zero', [100, 0, 50], '2025-03-04'],
    ['negative', [100, 101, -3, -4], '2025-03-05'],
  ])('is undefined once equity before the last mark was %s', (_, equity, date) => {
    expect(returnSampleOf(performanceOf(equity))).toEqual({
      value: null,
      reason: `equity was not positive on ${date}, so later returns are undefined`,
    });
  });

  it('is undefined when squares overflow', () => {
    expect(sampleOfReturns(Float64Array.of(1e200, -1), 252)).toMatchObject({ value: null });
    expect(returnSampleOf(performanceOf([5e-324, 1e300]))).toMatchObject({ value: null });
  });

  it('takes a constant growth for constant, although its returns differ in the last digits', () => {
    const returns = equityOf(Array.from({ length: 500 }, () => 0.01));
    const sample = returnSampleOf(performanceOf(returns));
    if ('value' in sample) throw new Error('undefined');
    expect(new Set(sample.returns).size).toBeGreaterThan(1);
    expect(sample.deviation).toBe(0);
  });

  it('takes a tiny position for risk: one share of 10 in a book of 100 million', () => {
    const sample = returnSampleOf(performanceOf([1e8, 1e8 + 0.1, 1e8, 1e8 + 0.1]));
    if ('value' in sample) throw new Error('undefined');
    expect(sample.deviation).toBeGreaterThan(1e-10);
  });
});

describe('sums', () => {
  it('has a mean of nothing', () => {
    expect(meanOf(new Float64Array(0))).toBe(0);
  });

  // About 4: -3, 0, 2 → 9 + 0 + 4, -27 + 0 + 8, 81 + 0 + 16.
  it.each([
    [2, 13],
    [3, -19],
    [4, 97],
  ] as const)('raises deviations to the power %i', (power, expected) => {
    expect(sumOfPowers(Float64Array.of(1, 4, 6), 4, power)).toBe(expected);
  });
});
