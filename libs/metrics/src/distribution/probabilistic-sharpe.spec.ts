/** Probabilistic Sharpe ratio: the numbers of its paper, by hand, and at its edges. */

import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../test/performance-of.js';
import { probabilisticSharpe } from './probabilistic-sharpe.js';
import { standardErrorPerSession } from './sharpe-standard-error.js';
import { standardNormalDistribution } from './standard-normal.js';

describe('the probabilistic Sharpe ratio', () => {
  it.each([
    // Bailey and López de Prado (2012): 24 months, Sharpe ratio 0.458 a month (1.59 a year).
    ['as if normal', 0, 3, 0.982],
    ['with its skewness and kurtosis', -2.448, 10.164, 0.913],
  ])('of the hedge fund of its paper, %s, is %d', (_, skewness, kurtosis, expected) => {
    const error = standardErrorPerSession(0.458, skewness, kurtosis, 24);
    expect(standardNormalDistribution(0.458 / error)).toBeCloseTo(expected, 3);
  });

  it('is by hand', () => {
    // Ratio 1/2; error sqrt((1 - 1 / sqrt 3 + 1 / 12) / 3) = 0.410684; Phi(1.217482) = 0.888290.
    expect(probabilisticSharpe(sampleOf([0, 0, 0, 0.04])).value).toBeCloseTo(0.88829, 6);
  });

  it('does not depend on the calendar', () => {
    const returns = [0.01, -0.02, 0.03, 0.005, -0.001];
    const figures = [252, 260, 365].map((year) => probabilisticSharpe(sampleOf(returns, year)));
    expect(figures[1]!.value).toBeCloseTo(figures[0]!.value!, 14);
    expect(figures[2]!.value).toBeCloseTo(figures[0]!.value!, 14);
  });

  it('is a half when the mean is 0, and turns about it with the sign', () => {
    expect(probabilisticSharpe(sampleOf([0.01, -0.01, 0.02, -0.02])).value).toBeCloseTo(0.5, 12);
    const returns = [0.01, -0.02, 0.03, 0.005];
    const gain = probabilisticSharpe(sampleOf(returns)).value!;
    const loss = probabilisticSharpe(sampleOf(returns.map((change) => -change))).value!;
    expect(gain + loss).toBeCloseTo(1, 12);
  });

  it('does not exist for too few returns, constant ones, or without a standard error', () => {
    expect(probabilisticSharpe(sampleOf([0.1, 0.2, 0.3]))).toMatchObject({ value: null });
    expect(probabilisticSharpe(sampleOf([0, 0, 0, 0]))).toMatchObject({ value: null });
    const low = (Math.sqrt(3) / 2 - 0.25) * 0.02;
    expect(probabilisticSharpe(sampleOf([low, low, low, low + 0.02]))).toEqual({
      value: null,
      reason: 'the Sharpe ratio has no standard error',
    });
  });
});
