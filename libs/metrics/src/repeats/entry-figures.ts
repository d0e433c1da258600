/**
 * Mean return and Sharpe ratio of an entry: the mean of its runs, as measured and in each of
 * many resamples.
 */

import type { CivilDate } from '#values';
import type { ComparedFigure } from '#contracts/result/comparison';
import type { Performance } from '../sample/performance.js';
import { sampleOfReturns } from '../sample/return-sample.js';
import { runningSums, sumOfRange, sumOfResample } from '../bootstrap/running-sums.js';
import type { Resamples } from '../bootstrap/stationary-bootstrap.js';

export interface ResampledFigure {
  readonly value: number;
  /** One a resample. */
  readonly resampled: Float64Array;
}

export interface RunFigure extends ResampledFigure {
  /** The value of each run, in their order. */
  readonly ofRuns: readonly number[];
}

/**
 * If more than this share of resamples do not vary, the rest says too little about
 * the Sharpe ratio.
 */
const undefinedShareMax = 0.05;

/** Dates at which every one of the runs was marked, ascending. */
export function commonDates(runs: readonly Pick<Performance, 'dates'>[]): readonly CivilDate[] {
  const [first, ...rest] = runs;
  if (first === undefined) return [];
  return rest.reduce<readonly CivilDate[]>((dates, run) => {
    if (sameDates(dates, run.dates)) return dates;
    const own = new Set(run.dates);
    return dates.filter((date) => own.has(date));
  }, first.dates);
}

const sameDates = (one: readonly CivilDate[], other: readonly CivilDate[]): boolean =>
  one === other || (one.length === other.length && one.every((date, at) => date === other[at]));

/** Simple returns of a run between `dates`, which it has; fractions. */
export function returnsBetween(
  { dates, equity }: Pick<Performance, 'dates' | 'equity'>,
  wanted: readonly CivilDate[],
): Float64Array {
  const at = sameDates(dates, wanted) ? null : new Map(dates.map((date, index) => [date, index]));
  const equityAt = (index: number): number => equity[at?.get(wanted[index]!) ?? index]!;
  const returns = new Float64Array(Math.max(0, wanted.length - 1));
  for (let index = 0; index < returns.length; index++) {
    returns[index] = equityAt(index + 1) / equityAt(index) - 1;
  }
  return returns;
}

interface FigureOptions {
  readonly sessionsPerYear: number;
  readonly resamples: Resamples;
}

/**
 * The figure of an entry: the mean of that of its runs, whose returns are between the same dates.
 * All runs of all entries are resampled with the same blocks. Undefined for a Sharpe ratio where
 * the returns of one run, or more than 5% of their resamples, do not vary; the other resamples then
 * take what was measured.
 */
export function figureOfRuns(
  by: ComparedFigure,
  runs: readonly Float64Array[],
  options: FigureOptions,
): RunFigure | undefined {
  const of = by === 'return' ? meanReturn : sharpeRatio;
  const resampled = new Float64Array(options.resamples.first.length - 1);
  const ofRuns: number[] = [];
  for (const returns of runs) {
    const figure = of(returns, options);
    if (figure === undefined) return undefined;
    ofRuns.push(figure.value);
    for (let at = 0; at < resampled.length; at++) {
      resampled[at]! += figure.resampled[at]! / runs.length;
    }
  }
  return { value: ofRuns.reduce((sum, one) => sum + one / runs.length, 0), ofRuns, resampled };
}

function meanReturn(returns: Float64Array, options: FigureOptions): ResampledFigure {
  const { sessionsPerYear, resamples } = options;
  const sums = runningSums(returns);
  const factor = sessionsPerYear / returns.length;
  const resampled = new Float64Array(resamples.first.length - 1);
  for (let resample = 0; resample < resampled.length; resample++) {
    resampled[resample] = sumOfResample(sums, resamples, resample) * factor;
  }
  return { value: sumOfRange(sums, 0, returns.length) * factor, resampled };
}

function sharpeRatio(returns: Float64Array, options: FigureOptions): ResampledFigure | undefined {
  const { sessionsPerYear, resamples } = options;
  const sample = sampleOfReturns(returns, sessionsPerYear);
  if ('value' in sample || sample.deviation === 0) return undefined;
  const { mean, deviation, noise, count } = sample;
  const annualize = Math.sqrt(sessionsPerYear);
  const value = (mean / deviation) * annualize;
  // About the sample's mean the one-pass variance loses next to no digits.
  const apart = returns.map((one) => one - mean);
  const sums = runningSums(apart);
  const squares = runningSums(apart.map((one) => one * one));
  const resampled = new Float64Array(resamples.first.length - 1);
  let constant = 0;
  for (let resample = 0; resample < resampled.length; resample++) {
    const sum = sumOfResample(sums, resamples, resample);
    const square = sumOfResample(squares, resamples, resample);
    const variance = (square - (sum * sum) / count) / (count - 1);
    const varies = variance > noise * noise && variance > Number.EPSILON * square;
    if (!varies) constant++;
    resampled[resample] = varies ? ((mean + sum / count) / Math.sqrt(variance)) * annualize : value;
  }
  return constant > undefinedShareMax * resampled.length ? undefined : { value, resampled };
}
