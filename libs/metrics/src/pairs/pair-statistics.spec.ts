/**
 * Correlation, beta, z-score and cointegration against statsmodels. The answers were made by
 * `python3 test/data/pair_statistics.py < libs/metrics/test/pair-series.json >
 * libs/metrics/test/pair-answers.json` with the packages of `test/data/requirements.txt`;
 * `test/data/pair-statistics.spec.ts` asks it again, of real prices.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { disagreements, type PairAnswer, type PairSeries } from './pair-answer.fixture.js';
import { beta, correlation, returnsOf, zScore } from './co-movement.js';
import { engleGranger, cointegrationPValue } from './engle-granger.js';
import { nestedRegressions } from './nested-regressions.js';

const parsed = <T>(name: string): T =>
  JSON.parse(readFileSync(`libs/metrics/test/${name}.json`, 'utf8')) as T;
const answers = parsed<PairAnswer[]>('pair-answers');
const cases = parsed<(PairSeries & { name: string })[]>('pair-series').map((series, index) => ({
  ...series,
  answer: answers[index]!,
}));

describe('a pair of series', () => {
  it.each(cases)('$name has the statistics of statsmodels', ({ left, right, answer }) => {
    expect(disagreements({ left, right }, answer)).toEqual([]);
  });

  it('has another test in the other order', () => {
    const { left, right } = cases[0]!;
    const one = Float64Array.from(left);
    const other = Float64Array.from(right);
    expect(engleGranger(one, other)).not.toEqual(engleGranger(other, one));
  });
});

describe('engleGranger', () => {
  const wave = (count: number, of = (index: number) => 10 + Math.sin(index ** 2)) =>
    Float64Array.from({ length: count }, (_, index) => of(index));

  it.each([
    ['too short', wave(29), wave(29, (index) => index), 'at least 30 common sessions, found 29'],
    ['constant left', wave(40, () => 5), wave(40), 'do not vary'],
    ['constant right', wave(40), wave(40, () => 5), 'do not vary'],
    [
      'twice the same',
      wave(40),
      wave(40, (index) => 3 + 2 * (10 + Math.sin(index ** 2))),
      'one series',
    ],
  ])('has no answer when the series are %s', (_, left, right, reason) => {
    const answer = engleGranger(left, right);
    expect('value' in answer ? answer.reason : 'an answer').toContain(reason);
  });
});

describe('cointegrationPValue', () => {
  // 5% by the paper's table; the ends of the range; statsmodels on both sides of where the
  // two fits meet.
  it.each([
    [-3.3377, 0.05, 3],
    [-18.87, 0, 15],
    [0.93, 1, 15],
    [-2.62, 0.2296596033101832, 12],
    [-2.61, 0.23282006550147893, 12],
  ])('of %d is %d', (statistic, expected, digits) => {
    expect(cointegrationPValue(statistic)).toBeCloseTo(expected, digits);
  });
});

describe('nestedRegressions', () => {
  it('solves the normal equations of each nested model, by hand', () => {
    // y = 1, 2, 4 on a constant: mean 7/3, squares 14/3; with x = 0, 1, 2: slope 3/2, constant
    // 5/6, squares 1/6.
    const fitted = nestedRegressions(
      [Float64Array.of(1, 1, 1), Float64Array.of(0, 1, 2)],
      Float64Array.of(1, 2, 4),
    )!;
    expect(fitted.coefficients(1)[0]).toBeCloseTo(7 / 3, 14);
    expect(fitted.squares(1)).toBeCloseTo(14 / 3, 14);
    expect(fitted.coefficients(2)[0]).toBeCloseTo(5 / 6, 14);
    expect(fitted.coefficients(2)[1]).toBeCloseTo(3 / 2, 14);
    expect(fitted.squares(2)).toBeCloseTo(1 / 6, 14);
    // The constant's variance is 5/6 of the scale, 1/6 over one row that is free.
    expect(fitted.firstT(2)).toBeCloseTo(5 / 6 / Math.sqrt(5 / 36), 13);
  });

  it('is null when a column is a multiple of another', () => {
    const one = Float64Array.of(1, 2, 3, 4);
    expect(nestedRegressions([one, one.map((value) => value * 3)], one)).toBeNull();
  });
});

describe('zScore', () => {
  it.each([
    // Mean 2, sample deviation 1.
    [[1, 2, 3], 1],
    // Mean 1.5, squares 9/4 + 3 x 1/4 = 3, deviation 1.
    [[1, 1, 1, 3], 1.5],
    [[2, 2, 2], null],
    [[0.1 + 0.2, 0.3, 0.3], null],
    [[2], null],
    [[], null],
  ])('of the last of %j is %j', (values, expected) => {
    const found = zScore(Float64Array.from(values));
    if (expected === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected, 12);
  });
});

describe('beta and correlation', () => {
  const sample = (prices: readonly number[]) => returnsOf(prices)!;

  it('are undefined when there is nothing to compare', () => {
    const flat = sample([5, 5, 5]);
    const moving = sample([5, 6, 5]);
    expect(correlation(flat, moving)).toMatchObject({ value: null });
    expect(beta(moving, flat)).toMatchObject({ value: null, reason: 'the index does not vary' });
    expect(beta(flat, moving)).toEqual({ value: 0 });
    expect(beta(sample([5, 6]), sample([5, 6]))).toMatchObject({ value: null });
  });

  it('of a series with itself are 1', () => {
    const moving = sample([5, 6, 5, 7]);
    expect(correlation(moving, moving).value).toBeCloseTo(1, 14);
    expect(beta(moving, moving).value).toBeCloseTo(1, 14);
  });
});
