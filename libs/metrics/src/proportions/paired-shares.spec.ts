/** McNemar's exact test in exact fractions, and the interval of a paired difference by hand. */

import { describe, expect, it } from 'vitest';
import { mcNemarExact, pairedInterval } from './paired-shares.js';

describe("McNemar's exact test", () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 5, 1],
    // 2 (1 + 10 + 45) / 2^10.
    [8, 2, 0.109_375],
    [2, 8, 0.109_375],
    // 2 (1 + 11) / 2^11.
    [10, 1, 0.011_718_75],
    // Sums of binomial coefficients over powers of two, in exact fractions.
    [15, 29, 0.048_766_765_904_474_596],
    [700, 900, 6.319_484_959_450_139e-7],
    [2000, 2300, 5.079_935_568_924_032e-6],
  ])('%d and %d pairs that differ: %d', (onlyOne, onlyOther, p) => {
    expect(Math.abs(mcNemarExact(onlyOne, onlyOther) / p - 1)).toBeLessThan(1e-11);
  });

  it('is 2^-354 where all of 355 pairs differ one way: the least for 454 and 99 right answers', () => {
    expect(mcNemarExact(355, 0) / 2 ** -354).toBeCloseTo(1, 10);
  });

  it('refuses what is no count', () => {
    expect(() => mcNemarExact(-1, 4)).toThrow('pairs are counted from 0');
    expect(() => mcNemarExact(1.5, 4)).toThrow('pairs are whole numbers');
  });
});

describe('the interval of a paired difference', () => {
  it.each([
    // (8 - 2) / 22 +- 1.96 sqrt(11 - 36 / 22) / 22.
    [8, 2, 20, 0.000_113_570_984_648, 0.545_340_974_469_897],
    // 0 +- 1.96 / 12.
    [0, 0, 10, -0.163_330_332_045_005, 0.163_330_332_045_005],
    [29, 15, 500, 0.001_811_402_668_430, 0.053_965_489_761_848_5],
  ])('%d and %d of %d pairs differ', (onlyOne, onlyOther, pairs, low, high) => {
    const interval = pairedInterval(onlyOne, onlyOther, pairs);
    expect(interval.low).toBeCloseTo(low, 13);
    expect(interval.high).toBeCloseTo(high, 13);
  });

  it('refuses more pairs that differ than there are', () => {
    expect(() => pairedInterval(3, 3, 5)).toThrow('pairs differ or not');
  });
});
