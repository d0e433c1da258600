/**
 * The simple moving average: hand-computed values, warm-up, and freedom from what left the window.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simpleMovingAverage } from './simple-moving-average.js';

/** Places of a binary fraction that hold every close below exactly. */
const places = 80n;

/** The mean as a ratio of integers, to 100 places more than a double has. */
function exactMean(closes: readonly number[]): number {
  const sum = closes.reduce((total, price) => total + BigInt(price * 2 ** Number(places)), 0n);
  return Number((sum << 100n) / BigInt(closes.length)) / 2 ** Number(places + 100n);
}

const close = fc.double({ min: 0.01, max: 1e7, noNaN: true });

describe('simpleMovingAverage', () => {
  it('is null for length - 1 closes, then the mean of the last ones', () => {
    const average = simpleMovingAverage(3);
    const values = [1, 2, 6, 4, 5].map((price) => {
      average.next(price);
      return average.value;
    });
    // (1+2+6)/3, (2+6+4)/3, (6+4+5)/3
    expect(values).toEqual([null, null, 3, 4, 5]);
  });

  it('of length 1 is the close itself', () => {
    const average = simpleMovingAverage(1);
    expect(average.value).toBeNull();
    average.next(7.25);
    expect(average.value).toBe(7.25);
  });

  it('of closes that are all the same is that close, for every length', () => {
    fc.assert(
      fc.property(close, fc.integer({ min: 1, max: 200 }), (price, length) => {
        const average = simpleMovingAverage(length);
        for (let bar = 0; bar < length; bar++) average.next(price);
        expect(average.value).toBe(price);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the exact mean of the last closes, rounded once, after any number of closes', () => {
    fc.assert(
      fc.property(
        fc.array(close, { maxLength: 80 }),
        fc.integer({ min: 1, max: 40 }),
        (closes, length) => {
          const average = simpleMovingAverage(length);
          for (const price of closes) average.next(price);
          const last = closes.slice(-length);
          expect(average.value).toBe(last.length < length ? null : exactMean(last));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('depends on nothing but the window, to the last bit, whatever came before it', () => {
    const wild = fc.double({ min: 1e-12, max: 1e15, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(wild, { maxLength: 60 }),
        fc.array(wild, { minLength: 1, maxLength: 20 }),
        (before, window) => {
          const long = simpleMovingAverage(window.length);
          const short = simpleMovingAverage(window.length);
          for (const price of [...before, ...window]) long.next(price);
          for (const price of window) short.next(price);
          expect(long.value).toBe(short.value);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 10_001])('refuses the length %s', (length) => {
    expect(() => simpleMovingAverage(length)).toThrow(/sma length.*an integer from 1 to 10000/);
  });
});
