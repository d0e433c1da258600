/** The statistics of a pair next to those of an independent implementation. */

import { beta, correlation, returnsOf, zScore } from './co-movement.js';
import { engleGranger } from './engle-granger.js';

export interface PairSeries {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** The answer of `test/data/pair_statistics.py` for one pair. */
export interface PairAnswer {
  readonly statistic: number;
  readonly pValue: number;
  readonly lags: number;
  readonly intercept: number;
  readonly hedgeRatio: number;
  readonly correlation: number;
  readonly beta: number;
  readonly zScore: number;
}

type Compared = readonly [name: string, found: number | null, expected: number, tolerance: number];

/**
 * Where our statistics and the answer differ, by name, with both values: regressions agree to 1e-8,
 * relative; probabilities to 1e-10, absolute; the rest to 1e-10, relative.
 */
export function disagreements({ left, right }: PairSeries, answer: PairAnswer): string[] {
  const tested = engleGranger(Float64Array.from(left), Float64Array.from(right));
  if ('value' in tested) return [tested.reason];
  const one = returnsOf(left)!;
  const other = returnsOf(right)!;
  const spread = Float64Array.from(left, (price, index) => Math.log(price / right[index]!));
  const compared: readonly Compared[] = [
    ['lags', tested.lags, answer.lags, 0],
    ...(['statistic', 'hedgeRatio', 'intercept'] as const).map(
      (name) => [name, tested[name], answer[name], 1e-8 * Math.abs(answer[name])] as const,
    ),
    ['pValue', tested.pValue, answer.pValue, 1e-10],
    ['correlation', correlation(one, other).value, answer.correlation, 1e-10],
    ['beta', beta(one, other).value, answer.beta, 1e-10 * Math.abs(answer.beta)],
    ['zScore', zScore(spread), answer.zScore, 1e-10 * Math.abs(answer.zScore)],
  ];
  return compared
    .filter(([, found, expected, by]) => found === null || !(Math.abs(found - expected) <= by))
    .map(([name, found, expected]) => `${name}: ${found}, expected ${expected}`);
}
