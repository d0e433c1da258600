/** Bollinger bands: population deviation, warm-up, flat series, and the batch formula. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BollingerBands } from '../view/market-view.js';
import { bollingerBands } from './bollinger-bands.js';

describe('bollingerBands', () => {
  it('lies two population deviations around the mean', () => {
    const bands = bollingerBands(8, 2);
    for (const price of [2, 4, 4, 4, 5, 5, 7]) bands.next(price);
    expect(bands.value).toBeNull();
    bands.next(9);
    // Mean 40/8 = 5, squares 9+1+1+1+0+0+4+16 = 32, deviation √(32/8) = 2.
    expect(bands.value).toEqual({ upper: 9, middle: 5, lower: 1 });
  });

  it('has no width on a flat series, and with no deviations', () => {
    const flat = bollingerBands(3);
    const thin = bollingerBands(2, 0);
    for (const price of [7, 7, 7]) flat.next(price);
    for (const price of [1, 3]) thin.next(price);
    expect(flat.value).toEqual({ upper: 7, middle: 7, lower: 7 });
    expect(thin.value).toEqual({ upper: 2, middle: 2, lower: 2 });
  });

  it('equals the batch formula over the last closes, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 25 }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (closes, length, deviations) => {
          const bands = bollingerBands(length, deviations);
          for (const price of closes) bands.next(price);
          const last = closes.slice(-length);
          if (last.length < length) {
            expect(bands.value).toBeNull();
            return;
          }
          const mean = last.reduce((sum, price) => sum + price, 0) / length;
          const squares = last.reduce((sum, price) => sum + (price - mean) ** 2, 0);
          const distance = deviations * Math.sqrt(squares / length);
          const tolerance = 1e-12 * Math.max(...last);
          const { upper, middle, lower } = bands.value as BollingerBands;
          expect(Math.abs(middle - mean)).toBeLessThanOrEqual(tolerance);
          expect(Math.abs(upper - (mean + distance))).toBeLessThanOrEqual(tolerance * 10);
          expect(Math.abs(lower - (mean - distance))).toBeLessThanOrEqual(tolerance * 10);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses invalid lengths and deviations', () => {
    expect(() => bollingerBands(0)).toThrow(/bollinger length/);
    expect(() => bollingerBands(20, -1)).toThrow(/bollinger deviations/);
    expect(() => bollingerBands(20, Number.NaN)).toThrow(/bollinger deviations/);
  });
});
