/** All metrics together: one run by hand, the edges, and laws over any equity curve. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresSchema, metricNames } from '#contracts/result/figures';
import { reasonsOf, valuesOf } from '#contracts/result/figure-values.fixture';
import { dateOfMark, equityOf, performanceOf, seededReturns } from '../../test/performance-of.js';
import { measure } from './measure.js';

describe('measuring', () => {
  it('counts sessions without a mark as time that passed, and as no return', () => {
    const equity = [100, 104, 102, 110];
    const whole = valuesOf(measure(performanceOf(equity)));
    const holed = valuesOf(measure(performanceOf(equity, { elapsedSessions: 6 })));
    // 10% in 3 of 252 sessions, and in 6 of them; the deepest loss is 2 of 104.
    expect(whole.annualisedReturn! / (1.1 ** (252 / 3) - 1)).toBeCloseTo(1, 12);
    expect(holed.annualisedReturn! / (1.1 ** (252 / 6) - 1)).toBeCloseTo(1, 12);
    expect(holed.calmar! / (holed.annualisedReturn! * 52)).toBeCloseTo(1, 12);
    const { annualisedReturn: _, calmar: __, ...same } = whole;
    expect(holed).toMatchObject(same);
  });

  it('gives every metric of a small run, by hand', () => {
    // Capital 100, returns 0, 0, 0, +4%; two trips, one open position at the end.
    const measured = measure(
      performanceOf([100, 100, 100, 100, 104], {
        sessionsPerYear: 4,
        gross: Float64Array.of(0, 0.5, 0.5, 1, 1),
        turnover: 3,
        tripProfits: Float64Array.of(3, -1),
        positionsOpened: 3,
        fills: 5,
        fees: 0.25,
      }),
    );
    const metrics = valuesOf(measured);
    const undefinedBecause = reasonsOf(measured);
    const { drawdown } = measured;
    expect(metrics.cumulativeReturn).toBeCloseTo(0.04, 14);
    expect(metrics.annualisedReturn).toBeCloseTo(0.04, 14);
    expect(metrics.annualisedVolatility).toBeCloseTo(0.04, 14);
    expect(metrics.sharpe).toBeCloseTo(1, 12);
    expect(metrics.skewness).toBeCloseTo(2 / Math.sqrt(3), 12);
    expect(metrics.kurtosis).toBeCloseTo(7 / 3, 12);
    expect(metrics.sharpeStandardError).toBeCloseTo(0.821_367, 6);
    expect(metrics.probabilisticSharpe).toBeCloseTo(0.88829, 6);
    expect(metrics).toMatchObject({ sortino: null, calmar: null, maxDrawdown: 0, turnover: 3 });
    expect(metrics).toMatchObject({ timeInMarket: 0.8, exposure: 0.6, hitRate: 0.5 });
    expect(metrics).toMatchObject({ profitFactor: 3, returns: 4, trades: 3, fills: 5, fees: 0.25 });
    expect(metrics.finalEquity).toBe(104);
    expect(undefinedBecause).toEqual({
      sortino: 'no return is negative',
      calmar: 'there was no drawdown',
    });
    expect(drawdown).toEqual({ depth: 0, from: null, to: null, recovered: null });
  });

  it('says for an empty run why there is nothing', () => {
    const measured = measure(performanceOf([]));
    const metrics = valuesOf(measured);
    const undefinedBecause = reasonsOf(measured);
    const { drawdown } = measured;
    expect(metrics).toMatchObject({ cumulativeReturn: null, finalEquity: null, returns: 0 });
    expect(undefinedBecause).toMatchObject({
      cumulativeReturn: 'there is no mark',
      maxDrawdown: 'there is no mark',
      finalEquity: 'there is no mark',
      sharpe: 'needs at least 2 returns, found 0',
      kurtosis: 'needs at least 4 returns, found 0',
      hitRate: 'no round trip was closed',
    });
    expect(drawdown).toBeNull();
  });

  it('measures what a single mark has', () => {
    const measured = measure(performanceOf([99]));
    const metrics = valuesOf(measured);
    const undefinedBecause = reasonsOf(measured);
    expect(metrics).toMatchObject({ finalEquity: 99, annualisedReturn: null, returns: 0 });
    expect(metrics.cumulativeReturn).toBeCloseTo(-0.01, 14);
    expect(metrics.maxDrawdown).toBeCloseTo(0.01, 14);
    expect(undefinedBecause['annualisedReturn']).toBe('needs at least 1 return, found 0');
  });

  it('measures a flat run: no return, no risk, no ratio', () => {
    const measured = measure(performanceOf([100, 100, 100, 100, 100]));
    const metrics = valuesOf(measured);
    const undefinedBecause = reasonsOf(measured);
    expect(metrics).toMatchObject({ cumulativeReturn: 0, annualisedReturn: 0, maxDrawdown: 0 });
    expect(metrics).toMatchObject({ annualisedVolatility: 0, timeInMarket: 0, exposure: 0 });
    expect(undefinedBecause).toMatchObject({
      sharpe: 'the returns do not vary',
      probabilisticSharpe: 'the returns do not vary',
    });
  });

  it('measures a wiped-out run: the loss is known, ratios of returns are not', () => {
    const measured = measure(performanceOf([100, 40, -10, -10]));
    const metrics = valuesOf(measured);
    const undefinedBecause = reasonsOf(measured);
    const { drawdown } = measured;
    expect(metrics).toMatchObject({ annualisedReturn: null, sharpe: null, finalEquity: -10 });
    expect(metrics.cumulativeReturn).toBeCloseTo(-1.1, 14);
    expect(drawdown).toMatchObject({ from: dateOfMark(0), to: dateOfMark(2), recovered: null });
    expect(undefinedBecause['sharpe']).toContain(`not positive on ${dateOfMark(2)}`);
    expect(undefinedBecause['annualisedReturn']).toBe('equity ended at or below zero');
  });

  it('never answers NaN, and names exactly what is null', () => {
    const wild = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: 50, max: 150, noNaN: true }),
      fc.constantFrom(0, -0, 100, 100.1, 5e-324, 1e-300, 1e300, Number.MAX_VALUE),
    );
    const ratio = fc.oneof(fc.double(), fc.constant(0), fc.constant(1));
    const mark = fc.record({ equity: wild, gross: ratio });
    const marks = fc.array(mark, { maxLength: 20 });
    const bases = fc.constantFrom('capital', 'first-mark');
    fc.assert(
      fc.property(marks, bases, fc.array(wild), ratio, (marked, basis, profits, turnover) => {
        const measured = measure(
          performanceOf(
            marked.map(({ equity }) => equity),
            {
              basis,
              gross: Float64Array.from(marked, ({ gross }) => gross),
              tripProfits: Float64Array.from(profits),
              turnover,
            },
          ),
        );
        const metrics = valuesOf(measured);
        const undefinedBecause = reasonsOf(measured);
        expect(Object.keys(metrics).sort()).toEqual([...metricNames].sort());
        expect(figuresSchema.safeParse(measured.figures).success).toBe(true);
        const absent = Object.entries(metrics).filter(([, value]) => value === null);
        expect(Object.keys(undefinedBecause).sort()).toEqual(absent.map(([name]) => name).sort());
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the currency unit: twice the money, the same figures to the bit', () => {
    const powers = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(fc.integer(), powers, (seed, power) => {
        const equity = equityOf(seededReturns(seed, 40));
        const unit = 2 ** power;
        const measured = measure(performanceOf(equity));
        const metrics = valuesOf(measured);
        const undefinedBecause = reasonsOf(measured);
        const scaled = measure(
          performanceOf(
            equity.map((level) => level * unit),
            { startingCapital: 100 * unit },
          ),
        );
        const finalEquity = metrics.finalEquity! * unit;
        expect(valuesOf(scaled)).toEqual({ ...metrics, finalEquity });
        expect(reasonsOf(scaled)).toEqual(undefinedBecause);
      }),
      { numRuns: 300 },
    );
  });
});
