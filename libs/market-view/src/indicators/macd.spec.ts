/**
 * MACD: each average at its own seed, the signal's warm-up, and the cases where a truth test
 * would go wrong.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentialMovingAverage } from './running/exponential-moving-average.js';
import { movingAverageConvergenceDivergence } from './macd.js';

describe('movingAverageConvergenceDivergence', () => {
  it('seeds each average at its own first closes', () => {
    const macd = movingAverageConvergenceDivergence(1, 3, 2);
    const values = [2, 4, 6, 8, 2].map((price) => {
      macd.next(price);
      return macd.value;
    });
    // Fast = close; slow (k = 1/2) = 4, 6, 4; line = 2, 2, -2; signal (k = 2/3) = 2, then 2 +
    // 2/3 (-4) = -2/3.
    expect(values.slice(0, 3)).toEqual([null, null, { line: 2, signal: null, histogram: null }]);
    expect(values[3]).toEqual({ line: 2, signal: 2, histogram: 0 });
    expect(values[4]?.signal).toBeCloseTo(-2 / 3, 15);
    expect(values[4]?.histogram).toBeCloseTo(-4 / 3, 15);
  });

  it('is zero, not absent, on a flat series', () => {
    const macd = movingAverageConvergenceDivergence();
    for (let bar = 0; bar < 34; bar++) macd.next(100);
    expect(macd.value).toEqual({ line: 0, signal: 0, histogram: 0 });
  });

  it('works with a fast average that is longer than the slow one: the line changes its sign', () => {
    const macd = movingAverageConvergenceDivergence(3, 1, 2);
    for (const price of [2, 4, 6, 8, 2]) macd.next(price);
    expect(macd.value?.line).toBe(2);
  });

  it('gives a fresh object on each read, so that a reader cannot change what another one sees', () => {
    const macd = movingAverageConvergenceDivergence(1, 1, 1);
    macd.next(5);
    (macd.value as { line: number }).line = 99;
    expect(macd.value?.line).toBe(0);
  });

  it('is the difference of its averages, and its signal their average, at every bar', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { maxLength: 60 }),
        fc.tuple(
          fc.integer({ min: 1, max: 15 }),
          fc.integer({ min: 1, max: 25 }),
          fc.integer({ min: 1, max: 9 }),
        ),
        (closes, [fast, slow, signal]) => {
          const macd = movingAverageConvergenceDivergence(fast, slow, signal);
          const [fastAverage, slowAverage] = [fast, slow].map(exponentialMovingAverage);
          const signalAverage = exponentialMovingAverage(signal);
          for (const price of closes) {
            macd.next(price);
            fastAverage?.next(price);
            slowAverage?.next(price);
            const left = fastAverage?.value ?? null;
            const right = slowAverage?.value ?? null;
            const line = left === null || right === null ? null : left - right;
            if (line !== null) signalAverage.next(line);
            expect(macd.value?.line ?? null).toBe(line);
            expect(macd.value?.signal ?? null).toBe(signalAverage.value);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    { lengths: [0, 26, 9], where: /macd fast/ },
    { lengths: [12, -1, 9], where: /macd slow/ },
    { lengths: [12, 26, 0.5], where: /macd signal/ },
  ])('refuses the lengths $lengths', ({ lengths, where }) => {
    const [fast, slow, signal] = lengths;
    expect(() => movingAverageConvergenceDivergence(fast, slow, signal)).toThrow(where);
  });
});
