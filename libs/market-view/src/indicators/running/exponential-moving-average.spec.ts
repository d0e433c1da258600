/** The exponential moving average: hand-computed values, its seed, and its closed form. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentialMovingAverage } from './exponential-moving-average.js';

const close = fc.double({ min: 0.01, max: 1e7, noNaN: true });

/** Seed weighted by (1-k)^m plus each later close weighted by k (1-k)^age, without recursion. */
function closedForm(closes: readonly number[], length: number): number | null {
  if (closes.length < length) return null;
  const k = 2 / (length + 1);
  const later = closes.slice(length);
  const seed = closes.slice(0, length).reduce((sum, price) => sum + price, 0) / length;
  const weighted = later.map((price, index) => price * k * (1 - k) ** (later.length - 1 - index));
  return weighted.reduce((sum, part) => sum + part, seed * (1 - k) ** later.length);
}

const room = (closes: readonly number[]): number => 1e-9 * Math.max(...closes);

describe('exponentialMovingAverage', () => {
  it('starts from the mean of the first closes', () => {
    const average = exponentialMovingAverage(3);
    const values = [2, 4, 6, 8, 2].map((price) => {
      average.next(price);
      return average.value;
    });
    // k = 1/2: seed (2+4+6)/3 = 4, then 4 + (8-4)/2 = 6, 6 + (2-6)/2 = 4.
    expect(values).toEqual([null, null, 4, 6, 4]);
  });

  it('of length 1 is the close itself', () => {
    const average = exponentialMovingAverage(1);
    for (const price of [3, 9, 5]) average.next(price);
    expect(average.value).toBe(5);
  });

  it('takes a mean of zero for a value, as the signal of a flat MACD needs', () => {
    const average = exponentialMovingAverage(2);
    for (const value of [-1, 1, 3]) average.next(value);
    // seed 0, k = 2/3: 0 + 2/3 × 3.
    expect(average.value).toBe(2);
  });

  it('equals its closed form after any number of closes', () => {
    fc.assert(
      fc.property(
        fc.array(close, { maxLength: 120 }),
        fc.integer({ min: 1, max: 40 }),
        (closes, length) => {
          const average = exponentialMovingAverage(length);
          for (const price of closes) average.next(price);
          const expected = closedForm(closes, length);
          if (expected === null) expect(average.value).toBeNull();
          // Relative to the largest close: a step down from it keeps its rounding error.
          else expect(Math.abs((average.value as number) - expected)).toBeLessThan(room(closes));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses a length that is not a number of bars', () => {
    expect(() => exponentialMovingAverage(0)).toThrow(/ema length/);
  });
});
