/**
 * Correlations against values by hand, numerical integrals of Student's density, and figures of
 * published papers.
 */

import { describe, expect, it } from 'vitest';
import { correlation, correlationP, rankCorrelation } from './correlation.js';

const one = [1, 2, 2, 4, 7, 5, 9, 3.5];
const other = [2, 1, 4, 3, 8, 9, 7, 1.5];

describe('a correlation', () => {
  it('is that of the values, or of their ranks, with an interval', () => {
    const linear = correlation(one, other);
    expect(linear.value).toBeCloseTo(0.7462171633929061, 12);
    expect(linear.interval?.low).toBeCloseTo(0.0876163115828, 9);
    expect(linear.interval?.high).toBeCloseTo(0.95088017786328, 9);
    const ranked = rankCorrelation(one, other);
    expect(ranked).toMatchObject({ n: 8 });
    expect(ranked.value).toBeCloseTo(0.6946232319096902, 12);
    expect(ranked.p).toBeCloseTo(0.05588472558800673, 9);
    expect(ranked.interval?.low).toBeCloseTo(-0.119143019043, 9);
    expect(ranked.interval?.high).toBeCloseTo(0.950155781347, 9);
  });

  it('is 1 and -1 when order decides all, without an interval', () => {
    const growing = [1, 10, 100, 1000];
    expect(rankCorrelation([1, 2, 3, 4], growing)).toEqual({
      n: 4,
      value: 1,
      // One of the 24 orders and its reverse are as extreme.
      p: 1 / 12,
      interval: null,
    });
    expect(rankCorrelation([4, 3, 2, 1], growing).value).toBe(-1);
  });

  it.each([
    // Two of the 20 arrangements of three and three.
    [[1, 1, 1, 2, 2, 2], [5, 5, 5, 7, 7, 7], 0.1],
    [[1, 1, 1, 2, 2, 2], [7, 7, 7, 5, 5, 5], 0.1],
    [[1, 1, 2], [1, 1, 3], 1 / 3],
    [[1, 2, 3, 4, 5], [1, 2, 3, 5, 4], 1 / 12],
    // Two of the 252 arrangements of five and five, and of 10! orders.
    [[1, 1, 1, 1, 1, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3, 9, 9, 9, 9, 9], 2 / 252],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 2 / 3_628_800],
    // One in nine that is larger: its reverse is no arrangement.
    [[1, 1, 1, 1, 1, 1, 1, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0, 1], 1 / 9],
  ])('of %j and %j has the exact p %d', (a, b, p) => {
    expect(rankCorrelation(a, b).p).toBeCloseTo(p, 10);
  });

  it.each([
    [[], []],
    [
      [1, 2],
      [1, 2],
    ],
    [
      [1, 2, 3, 4],
      [0.1, 0.1, 0.1, 0.1],
    ],
  ])('of %j and %j is undefined', (a, b) => {
    for (const found of [correlation(a, b), rankCorrelation(a, b)]) {
      expect(found).toEqual({ n: a.length, value: null, p: null, interval: null });
    }
  });
});

describe('the probability of a correlation', () => {
  it.each([
    [0.5, 3, 2 / 3],
    [0.9, 4, 0.1],
    [0.3, 5, 0.6238376647810856],
    [0.95, 6, 0.0036875],
    [-0.7, 13, 0.007722281922549],
    // Hedge-Bench: r = 0.51 over eight models.
    [0.51, 8, 0.1966253030875],
  ])('of %f at %i', (value, n, expected) => {
    expect(correlationP(value, n)).toBeCloseTo(expected, 11);
  });

  it('of 0.48 at 100 is 4.3e-7, where FinResearchBench prints 0.0001', () => {
    expect(correlationP(0.48, 100)).toBeCloseTo(4.33998618225011e-7, 13);
  });
});
