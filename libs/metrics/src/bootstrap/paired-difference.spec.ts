/** Paired differences: by hand, over common dates, and how often the interval is right. */

import { describe, expect, it } from 'vitest';
import { indexLists } from '../../test/index-lists.js';
import { equityOf, performanceOf, seededReturns } from '../../test/performance-of.js';
import { pairedDifference } from './paired-difference.js';
import { quantile } from './percentile-interval.js';
import type { Performance } from '../sample/performance.js';
import { smallSampleLevel } from './small-sample-level.js';
import { sharedResamples, stationaryBootstrap } from './stationary-bootstrap.js';

const onDates = (dates: readonly number[], equity: readonly number[]): Performance =>
  performanceOf(equity, { dates });

const sumAt = (values: ArrayLike<number>, indices: readonly number[]): number =>
  indices.reduce((sum, index) => sum + values[index]!, 0);

describe('the paired difference', () => {
  it('is the mean difference of returns, annualized', () => {
    // +10% and 0 against 0 and +2%: mean (0.10 - 0.02) / 2 = 0.04 a session.
    const agent = performanceOf([100, 110, 110]);
    const baseline = performanceOf([50, 50, 51]);
    const { difference, interval, returns } = pairedDifference(agent, baseline, { seed: 1 });
    expect(difference.value).toBeCloseTo(0.04 * 252, 12);
    expect(interval).toBeNull();
    expect(returns).toBe(2);
  });

  it('compares the same sessions: between common dates, whatever lies between them', () => {
    // Common: 1, 3, 4. Agent 100 → 121 → 121, baseline 10 → 11 → 11: (0.21 - 0.1 + 0) / 2.
    const agent = onDates([1, 2, 3, 4, 6], [100, 110, 121, 121, 500]);
    const baseline = onDates([0, 1, 3, 4, 5], [7, 10, 11, 11, 900]);
    const { difference, returns } = pairedDifference(agent, baseline, { seed: 1 });
    expect(difference.value).toBeCloseTo(0.055 * 252, 12);
    expect(returns).toBe(2);
  });

  it('is zero against itself, and turns with the sides', () => {
    const agent = performanceOf(equityOf(seededReturns(1, 60)));
    const baseline = performanceOf(equityOf(seededReturns(2, 60)));
    expect(pairedDifference(agent, agent, { seed: 1 })).toEqual({
      difference: { value: 0 },
      interval: { low: 0, high: 0, level: 0.95 },
      returns: 60,
    });
    const one = pairedDifference(agent, baseline, { seed: 1 });
    const other = pairedDifference(baseline, agent, { seed: 1 });
    expect(other.difference.value).toBeCloseTo(-one.difference.value!, 12);
    expect(other.interval!.low).toBeCloseTo(-one.interval!.high, 12);
    expect(other.interval!.high).toBeCloseTo(-one.interval!.low, 12);
  });

  it('cancels what both have in common', () => {
    const market = seededReturns(1, 120, { spread: 0.02 });
    const ahead = market.map((change) => change + 0.001);
    const agent = performanceOf(equityOf(ahead));
    const baseline = performanceOf(equityOf(market));
    const { interval } = pairedDifference(agent, baseline, { seed: 1 });
    expect(interval!.low).toBeCloseTo(0.252, 9);
    expect(interval!.high).toBeCloseTo(0.252, 9);
  });

  it.each([
    ['no common date', onDates([1, 2], [100, 101]), onDates([3, 4], [100, 101])],
    ['one common date', onDates([1, 2], [100, 101]), onDates([2, 3], [100, 101])],
    ['no mark', performanceOf([]), performanceOf([])],
    ['a wiped-out agent', performanceOf([100, 0, 5]), performanceOf([100, 101, 102])],
    ['a wiped-out baseline', performanceOf([100, 101, 102]), performanceOf([100, -1, 5])],
    [
      'different calendars',
      performanceOf([100, 101, 102]),
      performanceOf([100, 101, 102], { sessionsPerYear: 365 }),
    ],
  ])('does not exist with %s', (_, agent, baseline) => {
    const difference = pairedDifference(agent, baseline, { seed: 1 });
    expect(difference).toMatchObject({ difference: { value: null }, interval: null, returns: 0 });
    expect(difference.difference).toHaveProperty('reason', expect.stringMatching(/\w/));
  });

  it.each([
    ['small returns', 0],
    ['one return of a million, and no resample of it in a third of the cases', 1e6],
  ])('has the means of its resamples, to the 13th digit, with %s', (_, outlier) => {
    const count = 60;
    const returns = seededReturns(1, count, { mean: 0 });
    returns[30]! += outlier;
    const agent = performanceOf(equityOf(returns));
    const cash = performanceOf(Array.from({ length: count + 1 }, () => 100));
    const found = agent.equity.subarray(1).map((mark, index) => mark / agent.equity[index]! - 1);
    const means = Float64Array.from(indexLists(sharedResamples(count, 1, 400)), (indices) => {
      const sorted = [...indices].sort(
        (one, other) => Math.abs(found[one]!) - Math.abs(found[other]!),
      );
      return (sumAt(found, sorted) / count) * 252;
    }).sort();
    for (const level of [0.99, 0.8, 0.3]) {
      const { low, high } = pairedDifference(agent, cash, {
        seed: 1,
        resamples: 400,
        level,
      }).interval!;
      const taken = smallSampleLevel(level, count);
      const exact = [quantile(means, (1 - taken) / 2), quantile(means, (1 + taken) / 2)];
      expect(Math.abs(low / exact[0]! - 1)).toBeLessThan(1e-12);
      expect(Math.abs(high / exact[1]! - 1)).toBeLessThan(1e-12);
    }
  });

  it('is right with dependent returns more often than blocks of one are', () => {
    // Autoregressive differences with mean 0 and coefficient 0.3, against cash.
    const count = 250;
    const cash = performanceOf(Array.from({ length: count + 1 }, () => 100));
    const runs = 300;
    const resamples = 200;
    let covered = 0;
    let coveredByOnes = 0;
    for (let seed = 0; seed < runs; seed++) {
      const returns = seededReturns(seed, count, { mean: 0, coefficient: 0.3 });
      const agent = performanceOf(equityOf(returns));
      const { low, high } = pairedDifference(agent, cash, { seed, resamples }).interval!;
      if (low <= 0 && 0 <= high) covered++;
      const ones = stationaryBootstrap(count, { seed, resamples, meanBlockLength: 1 });
      const sums = Float64Array.from(indexLists(ones), (indices) => sumAt(returns, indices));
      sums.sort();
      if (sums[5]! <= 0 && 0 <= sums[194]!) coveredByOnes++;
    }
    expect(covered / runs).toBeGreaterThan(0.88);
    expect(covered / runs).toBeLessThan(0.98);
    expect(covered).toBeGreaterThan(coveredByOnes + 10);
  });
});
