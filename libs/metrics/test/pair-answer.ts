/** The statistics of a pair beside those of an independent implementation. */

import { expect } from 'vitest';
import { beta, correlation, engleGranger, returnsOf, zScore } from '../src/index.js';

export interface PairSeries {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** What `test/data/pair_statistics.py` says of one. */
export interface PairAnswer {
  readonly statistic: number;
  readonly pValue: number;
  readonly critical: readonly number[];
  readonly lags: number;
  readonly intercept: number;
  readonly hedgeRatio: number;
  readonly correlation: number;
  readonly beta: number;
  readonly zScore: number;
}

/** Regressions agree to 1e-8, relative; probabilities to 1e-10, absolute; the rest to 1e-10, relative. */
export function expectPairAnswer({ left, right }: PairSeries, answer: PairAnswer): void {
  const tested = engleGranger(Float64Array.from(left), Float64Array.from(right));
  if ('value' in tested) throw new Error(tested.reason);
  const { onePercent, fivePercent, tenPercent } = tested.critical;
  expect(tested.lags).toBe(answer.lags);
  expectClose(tested.statistic, answer.statistic, 1e-8);
  expectClose(tested.hedgeRatio, answer.hedgeRatio, 1e-8);
  expectClose(tested.intercept, answer.intercept, 1e-8);
  expect(Math.abs(tested.pValue - answer.pValue)).toBeLessThan(1e-10);
  [onePercent, fivePercent, tenPercent].forEach((value, index) => {
    expectClose(value, answer.critical[index]!, 1e-10);
  });
  const [one, other] = [returnsOf(left)!, returnsOf(right)!];
  expectClose(correlation(one, other).value, answer.correlation, 1e-10);
  expectClose(beta(one, other).value, answer.beta, 1e-10);
  const spread = Float64Array.from(left, (price, index) => Math.log(price / right[index]!));
  expectClose(zScore(spread), answer.zScore, 1e-10);
}

function expectClose(found: number | null, expected: number, relative: number): void {
  expect(found).not.toBeNull();
  expect(Math.abs(found! - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}
