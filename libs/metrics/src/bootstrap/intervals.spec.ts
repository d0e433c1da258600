/** Bootstrap intervals: what they hold, how often they are right, and when they are null. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { indexLists } from '../../test/index-lists.js';
import { equityOf, performanceOf, seededReturns } from '../../test/performance-of.js';
import { intervals } from './intervals.js';
import { measure } from '../measure/measure.js';
import { quantile } from './percentile-interval.js';
import { sharedResamples } from './stationary-bootstrap.js';
import { smallSampleLevel } from './small-sample-level.js';

const none = { cumulativeReturn: null, sharpe: null, maxDrawdown: null };

const seededPerformance = (seed: number, count: number) =>
  performanceOf(equityOf(seededReturns(seed, count)));

describe('bootstrap intervals', () => {
  it('are the same for the same seed, and others for another', () => {
    const performance = seededPerformance(1, 60);
    expect(intervals(performance, { seed: 7 })).toEqual(intervals(performance, { seed: 7 }));
    expect(intervals(performance, { seed: 8 })).not.toEqual(intervals(performance, { seed: 7 }));
  });

  it.each([10, 60, 251])(
    'are quantiles of what %i returns measure in their resampled orders',
    (count) => {
      const returns = seededReturns(count, count);
      const { equity, ...performance } = performanceOf(equityOf(returns));
      const found = equity.subarray(1).map((mark, index) => mark / equity[index]! - 1);
      const measured = indexLists(sharedResamples(count, 'a scenario', 200)).map((indices) => {
        const metrics = valuesOf(
          measure(performanceOf(equityOf(indices.map((index) => found[index]!)))),
        );
        return metrics;
      });
      for (const name of ['cumulativeReturn', 'sharpe', 'maxDrawdown'] as const) {
        const values = Float64Array.from(measured, (metrics) => metrics[name]!).sort();
        for (const level of [0.95, 0.5, 0.05]) {
          const options = { seed: 'a scenario', resamples: 200, level };
          const { low, high } = intervals({ ...performance, equity }, options)[name]!;
          // The interval of a drawdown is for a new path, and makes no claim about a parameter.
          const taken = name === 'maxDrawdown' ? level : smallSampleLevel(level, count);
          expect(Math.abs(low - quantile(values, (1 - taken) / 2))).toBeLessThan(1e-12);
          expect(Math.abs(high - quantile(values, (1 + taken) / 2))).toBeLessThan(1e-12);
        }
      }
    },
  );

  it('hold the measured return and Sharpe ratio of well-behaved returns', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 60, max: 250 }), (seed, count) => {
        const performance = seededPerformance(seed, count);
        const metrics = valuesOf(measure(performance));
        const { cumulativeReturn, sharpe } = intervals(performance, { seed, resamples: 300 });
        expect(cumulativeReturn!.low).toBeLessThan(metrics.cumulativeReturn!);
        expect(cumulativeReturn!.high).toBeGreaterThan(metrics.cumulativeReturn!);
        expect(sharpe!.low).toBeLessThan(metrics.sharpe!);
        expect(sharpe!.high).toBeGreaterThan(metrics.sharpe!);
      }),
      { numRuns: 100 },
    );
  });

  it('hold a drawdown between 0 and 1, and get narrower with a lower level', () => {
    const performance = seededPerformance(3, 250);
    const wide = intervals(performance, { seed: 1 }).maxDrawdown!;
    const narrow = intervals(performance, { seed: 1, level: 0.5 }).maxDrawdown!;
    expect(wide.low).toBeGreaterThan(0);
    expect(wide.high).toBeLessThan(1);
    expect(narrow.low).toBeGreaterThan(wide.low);
    expect(narrow.high).toBeLessThan(wide.high);
    expect(narrow.level).toBe(0.5);
  });

  it('hold the true Sharpe ratio about 95 times in 100', () => {
    const mean = 0.0005;
    const truth = (mean / 0.01) * Math.sqrt(252);
    let covered = 0;
    for (let seed = 0; seed < 300; seed++) {
      const { sharpe } = intervals(seededPerformance(seed, 250), { seed, resamples: 300 });
      if (sharpe!.low <= truth && truth <= sharpe!.high) covered++;
    }
    // Standard error of the share: 1.3%. Blocks and few resamples cost two points or so.
    expect(covered / 300).toBeGreaterThan(0.9);
    expect(covered / 300).toBeLessThan(0.985);
  });

  it('keep what happened up to the first mark on basis capital, and leave it out on the other', () => {
    // An account of 100 that paid 10 before the first mark, then never moved.
    const equity = Array.from({ length: 20 }, () => 90);
    const onCapital = intervals(performanceOf(equity), { seed: 1 });
    expect(onCapital.cumulativeReturn!.low).toBeCloseTo(-0.1, 14);
    expect(onCapital.cumulativeReturn!.high).toBeCloseTo(-0.1, 14);
    expect(onCapital.maxDrawdown!.low).toBeCloseTo(0.1, 14);
    const onFirstMark = intervals(performanceOf(equity, { basis: 'first-mark' }), { seed: 1 });
    expect(onFirstMark.cumulativeReturn).toEqual({ low: 0, high: 0, level: 0.95 });
    expect(onFirstMark.maxDrawdown).toEqual({ low: 0, high: 0, level: 0.95 });
  });

  it.each([
    ['no mark', []],
    ['one mark', [100]],
    ['nine returns', Array.from({ length: 10 }, (_, mark) => 100 + mark)],
    ['an account that ends at zero', [...Array.from({ length: 20 }, (_, m) => 100 - m), 0]],
    ['an account that was wiped out', [...Array.from({ length: 20 }, (_, m) => 100 - m), -1, 5]],
  ])('do not exist for %s', (_, equity) => {
    expect(intervals(performanceOf(equity), { seed: 1 })).toEqual(none);
  });

  it.each([
    ['flat', [0]],
    ['growing by a constant share', [0.01]],
  ])('have no Sharpe ratio for an equity that is %s', (_, [change]) => {
    const equity = equityOf(Array.from({ length: 30 }, () => change!));
    const { sharpe, maxDrawdown } = intervals(performanceOf(equity), { seed: 1 });
    expect(sharpe).toBeNull();
    expect(maxDrawdown!.high).toBeCloseTo(0, 12);
  });

  it('have no Sharpe ratio when many resamples miss the only move', () => {
    const equity = equityOf(Array.from({ length: 60 }, (_, index) => (index === 30 ? 0.05 : 0)));
    const { sharpe, cumulativeReturn } = intervals(performanceOf(equity), { seed: 1 });
    expect(sharpe).toBeNull();
    expect(cumulativeReturn!.low).toBe(0);
    expect(cumulativeReturn!.high).toBeGreaterThan(0.1);
  });
});
