/** Tests of shares against statsmodels 0.15, scipy 1.17 and exact fractions. */

import { describe, expect, it } from 'vitest';
import { holm, mcNemarExact, pooledZ } from './shares.js';

describe('two shares of different samples', () => {
  it.each([
    [454, 500, 99, 500, 22.579_380_688_250_257, 0],
    [446, 500, 401, 500, 3.952_984_333_993_964_8, 7.718_249_213_622_203e-5],
    [253, 271, 201, 229, 2.152_803_206_757_072, 0.031_334_148_026_656_15],
    [8, 20, 5, 10, -0.521_050_105_718_906, 0.602_331_867_061_727],
  ])('tests %d of %d against %d of %d', (count, of, otherCount, otherOf, z, p) => {
    const test = pooledZ({ count, of }, { count: otherCount, of: otherOf });
    expect(test?.z).toBeCloseTo(z, 12);
    expect(test?.p).toBeCloseTo(p, 13);
  });

  it('has no test when both are 0, or both 1', () => {
    expect(pooledZ({ count: 0, of: 4 }, { count: 0, of: 9 })).toBeNull();
    expect(pooledZ({ count: 4, of: 4 }, { count: 9, of: 9 })).toBeNull();
  });
});

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

  it('is 2^-354 when all of 355 pairs differ one way: the least for 454 and 99 right answers', () => {
    expect(mcNemarExact(355, 0) / 2 ** -354).toBeCloseTo(1, 10);
  });

  it('refuses what is no count', () => {
    expect(() => mcNemarExact(-1, 4)).toThrow('pairs are counted from 0');
    expect(() => mcNemarExact(1.5, 4)).toThrow('pairs are counted from 0');
  });
});

describe("Holm's correction", () => {
  it.each([
    [[], []],
    [[0.05], [0.05]],
    // 4 x 0.005, 3 x 0.01, 2 x 0.03, and 0.04 is raised to what came before it.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.2, 0.001, 0.2, 0.9],
      [0.6, 0.004, 0.6, 0.9],
    ],
    [
      [0.6, 0.01, 0.5],
      [1, 0.03, 1],
    ],
  ])('of %j is %j', (probabilities, expected) => {
    const adjusted = holm(probabilities);
    expect(adjusted).toHaveLength(expected.length);
    for (const [at, p] of expected.entries()) expect(adjusted[at]).toBeCloseTo(p, 14);
  });

  it('refuses what is no probability', () => {
    expect(() => holm([0.1, Number.NaN])).toThrow('a probability lies between 0 and 1');
  });
});
