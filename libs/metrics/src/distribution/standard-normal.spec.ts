/** The normal distribution function against published values. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile, standardNormalDistribution } from './standard-normal.js';

describe('the standard normal distribution', () => {
  it.each([
    [0, 0.5],
    // Marsaglia (2004), true values rounded to a double.
    [0.1, 0.539_827_837_277_029],
    [1.2, 0.884_930_329_778_291_7],
    [2.3, 0.989_275_889_978_324_2],
    [4.5, 0.999_996_602_326_875_7],
    [-1.1, 0.135_666_060_946_382_67],
    [-3.3, 0.000_483_424_142_383_777],
    // The quantile of 97.5%.
    [1.959_963_984_540_054, 0.975],
  ])('at %d is %d', (x, expected) => {
    expect(Math.abs(standardNormalDistribution(x) - expected)).toBeLessThan(1e-15);
  });

  it.each([
    [-Infinity, 0],
    [-40, 0],
    [8.5, 1],
    [Infinity, 1],
  ])('at %d is %i', (x, expected) => {
    expect(standardNormalDistribution(x)).toBe(expected);
  });

  it('is a probability, symmetric, and never falls', () => {
    const x = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(x, x, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const below = standardNormalDistribution(low);
        const above = standardNormalDistribution(high);
        expect(below).toBeGreaterThanOrEqual(0);
        expect(above).toBeLessThanOrEqual(1);
        expect(above - below).toBeGreaterThan(-1e-15);
        expect(below + standardNormalDistribution(-low)).toBeCloseTo(1, 14);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    // scipy 1.17, `norm.ppf`.
    [0.975, 1.959_963_984_540_054],
    [0.999, 3.090_232_306_167_813],
    [0.9, 1.281_551_565_544_600_4],
  ])('at %d is %d', (probability, expected) => {
    expect(normalQuantile(probability)).toBeCloseTo(expected, 12);
  });
});
