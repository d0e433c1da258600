/** Paired difference: how much more an agent earned a session than a baseline on the same dates. */

import type { Interval } from '#contracts/result/interval';
import { formatCivilDate } from '#values';
import {
  figureOf,
  tooFewReturns,
  undefinedFigure,
  type Figure,
  type Undefined,
} from '../sample/figure.js';
import { levelDefault, resamplesDefault, returnsMin, type IntervalOptions } from './intervals.js';
import { percentileInterval } from './percentile-interval.js';
import { smallSampleLevel } from './small-sample-level.js';
import { checkPerformance, type Performance } from '../sample/performance.js';
import { meanOf } from '../sample/return-sample.js';
import { runningSums, sumOfResample } from './running-sums.js';
import { sharedResamples } from './stationary-bootstrap.js';

interface PairedDifference {
  /** Mean of agent's less baseline's return, x sessionsPerYear; a fraction a year. */
  readonly difference: Figure;
  /** Null where the difference is undefined, and under ten returns. */
  readonly interval: Interval | null;
  /** Returns that were compared. */
  readonly returns: number;
}

/**
 * mean(r_agent - r_baseline) x sessionsPerYear (arithmetic) with a percentile interval from the
 * stationary bootstrap. Both curves are cut down to their common dates first, so that each pair of
 * returns spans the same sessions; both are resampled with the same blocks, which is resampling the
 * differences. An interval that excludes 0 means that the two differ.
 *
 * Undefined without a common return, when equity is at or below zero at a common mark before the
 * last, and between calendars of different years.
 *
 * Source: pairing as in Ledoit and Wolf, "Robust Performance Hypothesis Testing with the Sharpe
 * Ratio", Journal of Empirical Finance 15(5), 2008; blocks as in Politis and Romano, 1994.
 */
export function pairedDifference(
  agent: Performance,
  baseline: Performance,
  options: IntervalOptions,
): PairedDifference {
  checkPerformance(agent);
  checkPerformance(baseline);
  const differences = returnDifferences(agent, baseline);
  if ('value' in differences) return { difference: differences, interval: null, returns: 0 };
  const difference = figureOf(meanOf(differences) * agent.sessionsPerYear);
  const interval = intervalOfMean(differences, agent.sessionsPerYear, options);
  return {
    difference,
    interval: difference.value === null ? null : interval,
    returns: differences.length,
  };
}

/** The differences of returns between common dates, or why they are undefined. */
function returnDifferences(agent: Performance, baseline: Performance): Float64Array | Undefined {
  if (agent.sessionsPerYear !== baseline.sessionsPerYear) {
    return undefinedFigure('the two are annualized by different calendars');
  }
  const marks = commonMarks(agent, baseline);
  if (marks.length < 2) return tooFewReturns(0, 1);
  const differences = new Float64Array(marks.length - 1);
  for (let index = 0; index < differences.length; index++) {
    const from = marks[index]!;
    const to = marks[index + 1]!;
    const agentEquity = agent.equity[from.agent]!;
    const baselineEquity = baseline.equity[from.baseline]!;
    if (agentEquity <= 0 || baselineEquity <= 0) {
      const date = formatCivilDate(agent.dates[from.agent]!);
      return undefinedFigure(`equity was not positive on ${date}`);
    }
    differences[index] =
      agent.equity[to.agent]! / agentEquity - baseline.equity[to.baseline]! / baselineEquity;
  }
  return differences;
}

/** Positions of the dates that both have, in order. */
function commonMarks(
  agent: Performance,
  baseline: Performance,
): { agent: number; baseline: number }[] {
  const marks: { agent: number; baseline: number }[] = [];
  let other = 0;
  for (let own = 0; own < agent.dates.length; own++) {
    const date = agent.dates[own]!;
    while (other < baseline.dates.length && baseline.dates[other]! < date) other++;
    if (baseline.dates[other] === date) marks.push({ agent: own, baseline: other });
  }
  return marks;
}

function intervalOfMean(
  differences: Float64Array,
  sessionsPerYear: number,
  { seed, resamples = resamplesDefault, level = levelDefault }: IntervalOptions,
): Interval | null {
  const count = differences.length;
  if (count < returnsMin) return null;
  const drawn = sharedResamples(count, seed, resamples);
  const sums = runningSums(differences);
  const means = new Float64Array(resamples).map(
    (_, resample) => (sumOfResample(sums, drawn, resample) / count) * sessionsPerYear,
  );
  return percentileInterval(means, level, smallSampleLevel(level, count));
}
