/**
 * Metrics against reference answers for real prices: 15 stocks of 2025 and a published
 * table of 2026.
 */

import { intervals, MarkFigures, measure, type Performance } from '#metrics';
import { requireCivilDate } from '#values';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');

interface Expected {
  readonly n_returns: number;
  readonly cumulative_return: number;
  readonly stdev_sample: number;
  readonly sharpe_sample: number;
  readonly max_drawdown: number;
}
type Results<Row> = Record<string, Row & { readonly available: boolean }>;
interface Crossover {
  readonly no_cost: Expected & { readonly equity: readonly number[] };
}
interface Published {
  readonly paper?: {
    readonly cr_percent: number;
    readonly sr: number;
    readonly mdd_percent: number;
  };
  readonly no_cost: Omit<Expected, 'stdev_sample'>;
}

const parsed = <Shape>(...path: string[]): Shape =>
  JSON.parse(readFileSync(join(root, ...path), 'utf8')) as Shape;

interface Close {
  readonly date: string;
  readonly close: number;
}

/** Closes by symbol, both dates included, in the order of the file. */
function closesOf(path: readonly string[], from: string, to: string): Map<string, Close[]> {
  const [header, ...lines] = readFileSync(join(root!, ...path), 'utf8')
    .trim()
    .split('\n');
  const columns = header!.split(',');
  const closes = new Map<string, Close[]>();
  for (const line of lines) {
    const cells = line.split(',');
    const [symbol, date, close] = ['symbol', 'date', 'close'].map(
      (name) => cells[columns.indexOf(name)]!,
    );
    if (date! < from || date! > to) continue;
    closes.set(symbol!, [...(closes.get(symbol!) ?? []), { date: date!, close: Number(close) }]);
  }
  return closes;
}

function performanceOf(
  dates: readonly string[],
  equity: readonly number[],
  basis: Performance['basis'],
): Performance {
  const figures = new MarkFigures<string>(basis === 'capital' ? 1 : undefined);
  for (const [mark, level] of equity.entries()) figures.take(level, 1, dates[mark]!);
  return {
    dates: dates.map((date) => requireCivilDate(date, 'date')),
    equity: Float64Array.from(equity),
    elapsedSessions: dates.length - 1,
    startingCapital: 1,
    basis,
    sessionsPerYear: 252,
    gross: Float64Array.from(equity, () => 1),
    drawdown: figures.drawdown(String),
    exposure: figures.exposure(),
    timeInMarket: figures.timeInMarket(),
    turnover: 1,
    tripProfits: new Float64Array(0),
    positionsOpened: 1,
    fills: 1,
    fees: 0,
  };
}

const relativeError = (found: number | null, expected: number): number =>
  found === null ? Infinity : Math.abs(found - expected) / Math.abs(expected);

/** The largest relative error of what both sides have; infinite where a metric is null. */
function worstError(performance: Performance, expected: Omit<Expected, 'stdev_sample'>): number {
  const metrics = valuesOf(measure(performance));
  return Math.max(
    relativeError(metrics.returns, expected.n_returns),
    relativeError(metrics.cumulativeReturn, expected.cumulative_return),
    relativeError(metrics.sharpe, expected.sharpe_sample),
    relativeError(metrics.maxDrawdown, expected.max_drawdown),
  );
}

describe('stocks of 2025, 82 returns each', () => {
  const window = ['2025-03-03', '2025-06-30'] as const;
  const closes = closesOf(['djia-2025', 'prices.csv'], ...window);
  const held = parsed<{ results: Results<Expected> }>('djia-2025', 'expected', 'buy_hold.json');
  const crossed = parsed<{ results: Results<Crossover> }>(
    'djia-2025',
    'expected',
    'ma_crossover.json',
  );
  const symbols = Object.keys(held.results).filter((symbol) => held.results[symbol]!.available);

  it('are fifteen', () => {
    expect(symbols).toHaveLength(15);
  });

  it.each(symbols)('%s, bought and held', (symbol) => {
    const rows = closes.get(symbol)!;
    const dates = rows.map(({ date }) => date);
    const equity = rows.map(({ close }) => close / rows[0]!.close);
    const performance = performanceOf(dates, equity, 'capital');
    const expected = held.results[symbol]!;
    expect(worstError(performance, expected)).toBeLessThan(1e-9);
    const metrics = valuesOf(measure(performance));
    const volatility = expected.stdev_sample * Math.sqrt(252);
    expect(relativeError(metrics.annualisedVolatility, volatility)).toBeLessThan(1e-9);
  });

  it.each(symbols)('%s, moving averages crossed', (symbol) => {
    const dates = closes.get(symbol)!.map(({ date }) => date);
    const expected = crossed.results[symbol]!.no_cost;
    const performance = performanceOf(dates, expected.equity, 'capital');
    expect(worstError(performance, expected)).toBeLessThan(1e-9);
  });

  it.each(symbols)('%s has intervals about what was measured', (symbol) => {
    const rows = closes.get(symbol)!;
    const dates = rows.map(({ date }) => date);
    const performance = performanceOf(
      dates,
      rows.map(({ close }) => close / rows[0]!.close),
      'capital',
    );
    const metrics = valuesOf(measure(performance));
    const { sharpe, cumulativeReturn } = intervals(performance, { seed: 7 });
    expect(sharpe!.low).toBeLessThan(metrics.sharpe!);
    expect(sharpe!.high).toBeGreaterThan(metrics.sharpe!);
    expect(cumulativeReturn!.low).toBeLessThan(metrics.cumulativeReturn!);
    expect(cumulativeReturn!.high).toBeGreaterThan(metrics.cumulativeReturn!);
  });
});

describe('the fund with dividends of 2025', () => {
  it('is measured as expected', () => {
    const rows = closesOf(['djia-2025', 'spy_adjusted.csv'], '2025-03-03', '2025-06-30').get(
      'SPY',
    )!;
    const equity = rows.map(({ close }) => close / rows[0]!.close);
    const expected = parsed<Expected>('djia-2025', 'expected', 'buy_hold_spy_adjusted.json');
    const dates = rows.map(({ date }) => date);
    const performance = performanceOf(dates, equity, 'capital');
    expect(worstError(performance, expected)).toBeLessThan(1e-9);
  });
});

describe('the published Buy & Hold table of 2026, 60 returns each', () => {
  const closes = closesOf(['herculean-2026', 'prices_adjusted.csv'], '2026-01-02', '2026-03-31');
  const results = parsed<Record<string, Published>>('herculean-2026', 'expected_buy_hold.json');
  const symbols = Object.keys(results);
  const published = symbols.filter((symbol) => results[symbol]!.paper !== undefined);

  it('has four rows', () => {
    expect(published).toHaveLength(4);
  });

  it.each(symbols)('%s without costs', (symbol) => {
    const rows = closes.get(symbol)!;
    const equity = rows.map(({ close }) => close / rows[0]!.close);
    const dates = rows.map(({ date }) => date);
    const performance = performanceOf(dates, equity, 'capital');
    expect(worstError(performance, results[symbol]!.no_cost)).toBeLessThan(1e-9);
  });

  it.each(published)('%s as published: 5 bps a side, basis first-mark', (symbol) => {
    const kept = 1 - 0.0005;
    const rows = closes.get(symbol)!;
    const equity = rows.map(({ close }) => (kept * close) / rows[0]!.close);
    equity[equity.length - 1]! *= kept;
    const dates = rows.map(({ date }) => date);
    const metrics = valuesOf(measure(performanceOf(dates, equity, 'first-mark')));
    const paper = results[symbol]!.paper!;
    expect((metrics.cumulativeReturn! * 100).toFixed(2)).toBe(paper.cr_percent.toFixed(2));
    expect(metrics.sharpe!.toFixed(2)).toBe(paper.sr.toFixed(2));
    expect((metrics.maxDrawdown! * 100).toFixed(2)).toBe(paper.mdd_percent.toFixed(2));
  });
});
