/**
 * Cohen's kappa against the examples of Cohen and of Fleiss, statsmodels 0.15, scikit-learn 1.9 and
 * values by hand.
 */

import { describe, expect, it } from 'vitest';
import { cohenKappa } from './coefficients.js';

const seed = 7;

/** The units of a table of counts: rows are the first rater's ratings, columns the second's. */
const unitsOf = (table: readonly (readonly number[])[]): [number, number][] =>
  table.flatMap((counts, row) =>
    counts.flatMap((count, column) =>
      Array.from({ length: count }, (): [number, number] => [row, column]),
    ),
  );

/** Fleiss, Cohen and Everitt, 1969: 200 diagnoses; kappa 0.429 with a standard error of 0.0537. */
const diagnoses = [
  [106, 10, 4],
  [22, 28, 10],
  [2, 12, 6],
];
/** Cohen, 1968: kappa 0.492. */
const cohen = [
  [88, 14, 18],
  [10, 40, 10],
  [2, 6, 12],
];

describe("Cohen's kappa", () => {
  // The intervals of statsmodels are those of the large-sample standard error of Fleiss,
  // Cohen and Everitt.
  it.each([
    [diagnoses, 'none', 0.428_571_428_571_428_5, 0.3233, 0.5338],
    [diagnoses, 'quadratic', 0.566_666_666_666_666_7, 0.4576, 0.6758],
    [cohen, 'none', 0.491_525_423_728_813_5, 0.3916, 0.5915],
    [cohen, 'quadratic', 0.454_545_454_545_454_6, 0.3243, 0.5848],
  ] as const)('of the table %j, weights %s', (table, weights, kappa, low, high) => {
    const found = cohenKappa(unitsOf(table), weights, { seed, resamples: 4000 });
    expect(found.units).toBe(200);
    expect(found.coefficient.value).toBeCloseTo(kappa, 13);
    // The bootstrap is not symmetric; ends agree to about a tenth of the width.
    expect(Math.abs(found.interval!.low - low)).toBeLessThan(0.02);
    expect(Math.abs(found.interval!.high - high)).toBeLessThan(0.02);
    expect(found.interval!.level).toBe(0.95);
  });

  it('of scores of one to five, as scikit-learn has it', () => {
    const scores = '11 23 33 32 55 45 22 12'
      .split(' ')
      .map((pair): [number, number] => [Number(pair[0]), Number(pair[1])]);
    expect(cohenKappa(scores, 'none', { seed }).coefficient.value).toBeCloseTo(0.36, 13);
    const weighted = cohenKappa(scores, 'quadratic', { seed });
    expect(weighted.coefficient.value).toBeCloseTo(0.863_247_863_247_863_3, 13);
    // Eight units are too few to resample.
    expect(weighted).toMatchObject({ units: 8, interval: null });
  });

  it('leaves out units that one of the two did not rate', () => {
    const units = [
      [1, 1],
      [1, 2],
      [null, 1],
      [2, 2],
      [2, null],
      [null, null],
    ] as const;
    const found = cohenKappa(units, 'none', { seed });
    // (1,1), (1,2) and (2,2) give p_o = 2/3, p_e = 2/3 x 1/3 + 1/3 x 2/3 = 4/9.
    expect(found.coefficient.value).toBeCloseTo((2 / 3 - 4 / 9) / (1 - 4 / 9), 14);
    expect(found.units).toBe(3);
  });

  it('keeps who is who: chance differs from that of alpha', () => {
    // The second rater never gives 1: p_o = 1/2, p_e = 1/2 x 0 + 1/2 x 1.
    expect(
      cohenKappa(
        [
          [1, 2],
          [2, 2],
        ],
        'none',
        { seed },
      ).coefficient.value,
    ).toBe(0);
    expect(
      cohenKappa(
        [
          [1, 2],
          [2, 1],
        ],
        'none',
        { seed },
      ).coefficient.value,
    ).toBe(-1);
  });

  it('is undefined when there is nothing to agree on', () => {
    expect(cohenKappa([[null, 1]], 'none', { seed })).toEqual({
      coefficient: { value: null, reason: 'no unit has two ratings' },
      units: 0,
      interval: null,
    });
    expect(
      cohenKappa(
        [
          [4, 4],
          [4, 4],
        ],
        'quadratic',
        { seed },
      ),
    ).toEqual({
      coefficient: { value: null, reason: 'all ratings are equal' },
      units: 2,
      interval: null,
    });
  });
});
