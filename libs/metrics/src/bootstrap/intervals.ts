/** Bootstrap intervals of cumulative return, Sharpe ratio and maximum drawdown. */

import type { Interval } from '#contracts/result/interval';
import { percentileInterval } from './percentile-interval.js';
import { checkPerformance, type Performance } from '../sample/performance.js';
import { returnSampleOf, type ReturnSample } from '../sample/return-sample.js';
import { smallSampleLevel } from './small-sample-level.js';
import { sharedResamples, type Resamples } from './stationary-bootstrap.js';

export interface IntervalOptions {
  /** The scenario's, so that its runs with the same number of returns share their resamples. */
  readonly seed: number | string;
  /** 1,000 when left out. */
  readonly resamples?: number;
  /** 0.95 when left out. */
  readonly level?: number;
}

export interface Intervals {
  readonly cumulativeReturn: Interval | null;
  readonly sharpe: Interval | null;
  readonly maxDrawdown: Interval | null;
}

export const resamplesDefault = 1000;
export const levelDefault = 0.95;

/**
 * Under this many returns there is too little to resample, and an interval would promise too much.
 */
export const returnsMin = 10;

/**
 * If more resamples than this have no Sharpe ratio, an interval from the rest would be too narrow.
 */
const undefinedShareMax = 0.05;

const noIntervals: Intervals = { cumulativeReturn: null, sharpe: null, maxDrawdown: null };

/**
 * Percentile intervals from the stationary bootstrap of the returns, all three statistics of the
 * same resamples; those of return and Sharpe ratio lie between percentiles further apart
 * (`smallSampleLevel`), so that they miss the truth as rarely as their level claims. What happened
 * up to the first mark (an entry fee on basis `capital`) is kept as it was. The interval of the
 * drawdown is that of a new path with such returns; it need not hold the measured depth, which is
 * one draw of a skewed distribution.
 *
 * Runs with the same seed and number of returns are resampled with the same blocks (common random
 * numbers): Monte Carlo error moves their intervals together instead of making one run look better
 * than another, and runs with equal returns have equal intervals.
 *
 * Null: all under ten returns and when a mark is at or below zero (ruin does not repeat itself);
 * the Sharpe ratio's for a constant series, or when more than 5% of the resamples do not vary.
 */
export function intervals(performance: Performance, options: IntervalOptions): Intervals {
  checkPerformance(performance);
  const sample = returnSampleOf(performance);
  if ('value' in sample || sample.count < returnsMin) return noIntervals;
  if (performance.equity[sample.count]! <= 0) return noIntervals;
  const { seed, resamples = resamplesDefault, level = levelDefault } = options;
  const drawn = sharedResamples(sample.count, seed, resamples);
  const statistics = resampledStatistics(performance, sample, drawn);
  const ratios = statistics.sharpe.subarray(0, statistics.sharpeCount);
  const taken = smallSampleLevel(level, sample.count);
  const varies = ratios.length >= resamples * (1 - undefinedShareMax);
  return {
    cumulativeReturn: percentileInterval(statistics.cumulativeReturn, level, taken),
    sharpe: varies ? percentileInterval(ratios, level, taken) : null,
    maxDrawdown: percentileInterval(statistics.maxDrawdown, level),
  };
}

interface ResampledStatistics {
  readonly cumulativeReturn: Float64Array;
  readonly maxDrawdown: Float64Array;
  /** The first `sharpeCount` are set. */
  readonly sharpe: Float64Array;
  sharpeCount: number;
}

function resampledStatistics(
  performance: Performance,
  sample: ReturnSample,
  { first, from, to }: Resamples,
): ResampledStatistics {
  const { returns, count, mean, noise, sessionsPerYear } = sample;
  const resamples = first.length - 1;
  const statistics: ResampledStatistics = {
    cumulativeReturn: new Float64Array(resamples),
    maxDrawdown: new Float64Array(resamples),
    sharpe: new Float64Array(resamples),
    sharpeCount: 0,
  };
  // Levels are relative to the first mark; on basis `capital` the first peak may be above it.
  const onCapital = performance.basis === 'capital';
  const capital = onCapital ? performance.startingCapital / performance.equity[0]! : 1;
  const annualize = Math.sqrt(sessionsPerYear);
  for (let resample = 0; resample < resamples; resample++) {
    let level = 1;
    let peak = Math.max(1, capital);
    let lowest = level / peak;
    let sum = 0;
    let squares = 0;
    const rangesEnd = first[resample + 1]!;
    for (let range = first[resample]!; range < rangesEnd; range++) {
      const end = to[range]!;
      for (let index = from[range]!; index < end; index++) {
        const change = returns[index]!;
        // About the sample's mean the one-pass variance loses next to no digits.
        const apart = change - mean;
        sum += apart;
        squares += apart * apart;
        level *= 1 + change;
        if (level > peak) peak = level;
        else if (level < lowest * peak) lowest = level / peak;
      }
    }
    statistics.cumulativeReturn[resample] = level / capital - 1;
    statistics.maxDrawdown[resample] = 1 - lowest;
    const spread = squares - (sum * sum) / count;
    // A constant resample away from the sample's mean leaves what the difference rounds off.
    if (spread <= count * Number.EPSILON * squares) continue;
    const deviation = Math.sqrt(spread / (count - 1));
    if (deviation <= noise) continue;
    statistics.sharpe[statistics.sharpeCount++] = ((mean + sum / count) / deviation) * annualize;
  }
  return statistics;
}
