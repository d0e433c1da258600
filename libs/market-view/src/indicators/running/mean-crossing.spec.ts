/**
 * The crossing of two means: warm-up, hand-made crossings, and one answer with the comparison of
 * two exact means.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanCrossing } from './mean-crossing.js';
import { simpleMovingAverage } from './simple-moving-average.js';

/** Prices that move freely, stay constant, and return to each other up to the last bit. */
const closes = fc.oneof(
  fc.array(fc.double({ min: 0.01, max: 1e7, noNaN: true }), { maxLength: 120 }),
  fc.array(fc.constantFrom(0.1, 0.2, 0.3, 0.1 + 0.2, 100, 100 + 2 ** -45, 1e6), { maxLength: 120 }),
);
const length = fc.integer({ min: 1, max: 40 });

describe('meanCrossing', () => {
  it('is null until the longer window is full, then above, equal or below', () => {
    const crossing = meanCrossing(1, 3);
    const values = [1, 2, 3, 2, 1, 0.5, 1].map((close) => {
      crossing.next(close);
      return crossing.value;
    });
    // Means of three: 2, 7/3, 2, 7/6, 5/6.
    expect(values).toEqual([null, null, 1, -1, -1, -1, 1]);
  });

  it('is 0 while a price does not move, whatever moved before', () => {
    const crossing = meanCrossing(3, 7);
    for (const close of [1e7, 3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]) crossing.next(close);
    expect(crossing.value).toBe(-1);
    for (let bar = 0; bar < 3000; bar++) {
      crossing.next(0.1);
      expect(crossing.value).toBe(0);
    }
  });

  it('gives the answer of two exact means, asked at every close or now and then', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        closes,
        length,
        length,
        fc.integer({ min: 1, max: 30 }),
        (prices, a, b, every) => {
          const crossing = meanCrossing(a, b);
          const one = simpleMovingAverage(a);
          const other = simpleMovingAverage(b);
          for (const [bar, price] of prices.entries()) {
            for (const indicator of [crossing, one, other]) indicator.next(price);
            if (bar % every === 0) expect(crossing.value).toBe(signOf(one.value, other.value));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('gives that answer after thousands of closes as well', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0.1, 0.7, 1e5, 1e5 + 2 ** -36), { minLength: 3, maxLength: 9 }),
        (cycle) => {
          const crossing = meanCrossing(2, cycle.length);
          const one = simpleMovingAverage(2);
          const other = simpleMovingAverage(cycle.length);
          for (let bar = 0; bar < 5000; bar++) {
            const price = cycle[bar % cycle.length] as number;
            for (const indicator of [crossing, one, other]) indicator.next(price);
            if (bar > 4900) expect(crossing.value).toBe(signOf(one.value, other.value));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

function signOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.sign(one - other);
}
