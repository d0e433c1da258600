/**
 * Krippendorff's alpha against his published example, the package `krippendorff` 0.8 and
 * values by hand.
 */

import { describe, expect, it } from 'vitest';
import { krippendorffAlpha, type Scale } from './coefficients.js';

/** One row a rater, `.` for a missing rating; turned into one list a unit. */
function unitsOf(...raters: readonly string[]): (number | null)[][] {
  const rows = raters.map((row) => row.split(' '));
  return rows[0]!.map((_, unit) =>
    rows.map((row) => (row[unit] === '.' ? null : Number(row[unit]))),
  );
}

const published = unitsOf(
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
);
const fractional = unitsOf('1 4 2 . 5 3.5 2 1', '2 4 2.5 3 . 3.5 2 5', '1 5 2 3 4 . . 1');
const seed = 7;

describe("Krippendorff's alpha", () => {
  it.each<[Scale, number, number]>([
    ['nominal', 0.743, 0.743_421_052_631_579],
    ['ordinal', 0.815, 0.815_387_503_754_881_4],
    ['interval', 0.849, 0.849_107_142_857_142_9],
  ])('of the example of 2011 on the %s scale', (scale, printed, exact) => {
    const { coefficient, units } = krippendorffAlpha(published, scale, { seed });
    expect(coefficient.value).toBeCloseTo(printed, 3);
    expect(coefficient.value).toBeCloseTo(exact, 13);
    // The twelfth unit has one rating.
    expect(units).toBe(11);
  });

  it.each<[Scale, number]>([
    ['nominal', 0.427_710_843_373_494],
    ['ordinal', 0.529_418_604_651_162_7],
    ['interval', 0.493_946_731_234_866_76],
  ])('of ratings between whole numbers on the %s scale', (scale, expected) => {
    expect(krippendorffAlpha(fractional, scale, { seed }).coefficient.value).toBeCloseTo(
      expected,
      13,
    );
  });

  it('is below 0 when raters contradict each other', () => {
    // D_o = 1; of 4 ratings, 2 and 2, 8 of 12 ordered pairs differ: 1 - 12 / 8.
    const { coefficient } = krippendorffAlpha(unitsOf('1 2', '2 1'), 'nominal', { seed });
    expect(coefficient.value).toBeCloseTo(-0.5, 14);
  });

  it('does not depend on the unit of an interval scale, nor on how far from 0 it lies', () => {
    const moved = published.map((unit) => unit.map((one) => one && 1e7 + one / 8));
    const { coefficient } = krippendorffAlpha(moved, 'interval', { seed });
    expect(coefficient.value).toBeCloseTo(0.849_107_142_857_142_9, 9);
  });

  it('is undefined without two ratings of a unit, and when all ratings are equal', () => {
    expect(krippendorffAlpha(unitsOf('1 .', '. 2'), 'nominal', { seed })).toEqual({
      coefficient: { value: null, reason: 'no unit has two ratings' },
      units: 0,
      interval: null,
    });
    expect(krippendorffAlpha(unitsOf('3 3', '3 3'), 'ordinal', { seed })).toEqual({
      coefficient: { value: null, reason: 'all ratings are equal' },
      units: 2,
      interval: null,
    });
  });

  it('refuses a rating that is not a number', () => {
    expect(() => krippendorffAlpha([[1, NaN]], 'nominal', { seed })).toThrow('a finite number');
  });
});

describe('the interval of alpha', () => {
  it('holds alpha, and is the same for the same seed', () => {
    const found = krippendorffAlpha(published, 'ordinal', { seed });
    expect(found.interval!.low).toBeLessThan(found.coefficient.value!);
    expect(found.interval!.high).toBeGreaterThan(found.coefficient.value!);
    expect(found.interval!.level).toBe(0.95);
    expect(krippendorffAlpha(published, 'ordinal', { seed })).toEqual(found);
  });

  it('resamples units: of 20 units, of which 16 agree, alpha varies as the binomial share does', () => {
    // Two raters, labels in halves: alpha is about 2 p - 1 with p the share that agrees, so about
    // 0.6 +- 2 x 1.96 sqrt(0.8 x 0.2 / 20) = 0.25..0.95.
    const units = Array.from({ length: 20 }, (_, at) => [at % 2, at < 16 ? at % 2 : 1 - (at % 2)]);
    const { interval } = krippendorffAlpha(units, 'nominal', { seed, resamples: 4000 });
    expect(Math.abs(interval!.low - 0.25)).toBeLessThan(0.1);
    expect(Math.abs(interval!.high - 0.95)).toBeLessThan(0.1);
  });

  it('is null under ten units, and when no resample differs', () => {
    expect(krippendorffAlpha(fractional, 'nominal', { seed }).interval).toBeNull();
    const equal = Array.from({ length: 30 }, (_, at) => [at, at]);
    expect(krippendorffAlpha(equal, 'nominal', { seed })).toMatchObject({
      coefficient: { value: 1 },
      interval: null,
    });
  });

  it('is null when many resamples hold one value only', () => {
    // Without the one unit that differs, as in 36% of the resamples, all ratings are equal.
    const units = [[1, 2], ...Array.from({ length: 11 }, () => [1, 1])];
    const { coefficient, interval } = krippendorffAlpha(units, 'nominal', { seed });
    // D_o = 1 / 12, D_e = 46 / (24 x 23).
    expect(coefficient.value).toBeCloseTo(1 - 1 / 12 / (46 / (24 * 23)), 14);
    expect(interval).toBeNull();
  });
});
