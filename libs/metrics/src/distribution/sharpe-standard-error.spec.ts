/** Standard error of the Sharpe ratio: published formulas, by hand, and by simulation. */

import { describe, expect, it } from 'vitest';
import { sampleOf, seededReturns } from '../../test/performance-of.js';
import { sharpe } from '../figures/sharpe.js';
import { sharpeStandardError, standardErrorPerSession } from './sharpe-standard-error.js';

describe('the standard error of the Sharpe ratio', () => {
  it('is that of Lo (2002) for normal returns: sqrt((1 + SR^2 / 2) / T)', () => {
    // SR 0.5, T = 12: sqrt(1.125 / 12) = 0.30619.
    expect(standardErrorPerSession(0.5, 0, 3, 13)).toBeCloseTo(0.306_186_217_847_897, 14);
  });

  it('is larger for negative skewness and heavy tails', () => {
    // 1 + 2.448 x 0.458 + (10.164 - 1) / 4 x 0.458^2 = 2.601747; / 23, root.
    expect(standardErrorPerSession(0.458, -2.448, 10.164, 24)).toBeCloseTo(0.336_332, 5);
  });

  it('is annualized as the ratio is', () => {
    // Ratio 1/2, skewness 2 / sqrt 3, kurtosis 7/3: 1 - 1 / sqrt 3 + 1 / 12, over 3.
    const perSession = Math.sqrt((1 - 1 / Math.sqrt(3) + 1 / 12) / 3);
    const figure = sharpeStandardError(sampleOf([0, 0, 0, 0.04], 365));
    expect(figure.value).toBeCloseTo(perSession * Math.sqrt(365), 12);
  });

  it('is the spread of the ratio over many samples', () => {
    const samples = Array.from({ length: 400 }, (_, seed) => sampleOf(seededReturns(seed, 250)));
    const ratios = samples.map((sample) => sharpe(sample).value!);
    const errors = samples.map((sample) => sharpeStandardError(sample).value!);
    const center = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const squares = ratios.reduce((sum, ratio) => sum + (ratio - center) ** 2, 0);
    const spread = Math.sqrt(squares / (ratios.length - 1));
    const error = errors.reduce((sum, one) => sum + one, 0) / errors.length;
    // The spread of 400 is itself known to 1 / sqrt(800) = 3.5%.
    expect(Math.abs(error / spread - 1)).toBeLessThan(0.1);
  });

  it('is 0 for two-valued returns at which the radicand vanishes', () => {
    // Three of 1 and a fourth of 2 about them with g1 SR = 2: low = (2 sqrt 3 / 4 - 1 / 4) x 0.02.
    const low = (Math.sqrt(3) / 2 - 0.25) * 0.02;
    const figure = sharpeStandardError(sampleOf([low, low, low, low + 0.02]));
    expect(figure).toEqual({ value: 0 });
  });

  it('needs four returns, and that they vary', () => {
    expect(sharpeStandardError(sampleOf([0.1, 0.2, 0.3]))).toMatchObject({
      reason: 'needs at least 4 returns, found 3',
    });
    expect(sharpeStandardError(sampleOf([0, 0, 0, 0, 0]))).toMatchObject({
      reason: 'the returns do not vary',
    });
  });
});
