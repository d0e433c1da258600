/**
 * Weekly metrics by hand: a price that stood still, and the four sessions before Good Friday 2026.
 */

import { describe, expect, it } from 'vitest';
import { calendarOf } from '#market-data';
import { day, smallMarket, answer, outcomeOf } from '../trading/small-market.fixture.js';
import type { DailyRow } from '../market/daily-rows.js';
import { reportGenerationTools } from './report-generation-tools.js';
import { weeklyMetrics } from './weekly-metrics.js';

const thursday = day('2026-04-02');
const sessions = calendarOf('XNYS').sessionsBetween(day('2024-06-03'), thursday);

/** Rows up to Thursday; each closes in the middle of its upper half, and trades 1,000 shares. */
const rowsOf = (closes: readonly number[], change: Partial<DailyRow>[] = []): DailyRow[] =>
  closes.map((close, index) => ({
    date: sessions.at(index - closes.length)!,
    open: close - 1,
    high: close + 1,
    low: close - 3,
    close,
    adjClose: close,
    volume: 1000,
    ...change.at(index - closes.length),
  }));
const flat = (count: number, price: number): number[] => Array.from({ length: count }, () => price);

const week = [110, 99, 108.9, 98.01];
const rows = rowsOf(
  [...flat(60, 100), ...week],
  [
    ...flat(60, 0).map(() => ({})),
    { volume: 2000 },
    {},
    {},
    { high: 98.01, low: 98.01, volume: 3000 },
  ],
);
const peers = new Map([
  ['UP', rowsOf([...flat(60, 50), ...flat(4, 60)])],
  ['STILL', rowsOf(flat(64, 200))],
  ['NEW', []],
]);

describe('a week', () => {
  it('has the metrics that were computed by hand', () => {
    expect(weeklyMetrics(rows, peers, thursday)).toEqual({
      week_start: '2026-03-30',
      week_end: '2026-04-02',
      week_trading_days: 4,
      week_open: 109,
      week_close: 98.01,
      week_high: 111,
      week_low: 96,
      weekly_return_pct: -1.99,
      return_4week_pct: -1.99,
      // Returns of -10, 10 and -10 %: 11.547 % × √5.
      weekly_volatility: 25.82,
      dist_from_52w_high_pct: -11.7,
      dist_from_52w_low_pct: 2.09,
      // 515.91 / 5, 2015.91 / 20, 6015.91 / 60.
      ma_5day: 103.182,
      ma_20day: 100.7955,
      ma_60day: 100.2652,
      price_vs_ma20: 'below',
      momentum_short: 'up',
      macd_signal: 'bullish_weakening',
      macd_values: { line: 0.6868, signal: 0.466, hist: 0.2207 },
      // Average gain 1.22853, loss 1.455335.
      rsi_14: 45.77,
      rsi_class: 'neutral',
      // The basket rises by (20 + 0) / 2 %, on Monday.
      sector_basket_return_1w_pct: 10,
      relative_return_1w_pct: -11.99,
      relative_return_4w_pct: -11.99,
      // Sums of squares 0.04 and 0.01 - 0.01/60, of products 0.01.
      correlation_60d: 0.5042,
      beta_60d: 1.0169,
      benchmark_basket: ['UP', 'STILL'],
      support_20d: 96,
      resistance_20d: 111,
      // 7,000 shares in four sessions; half of all flows in, but for the last row.
      volume_ratio: 1.75,
      cmf_20day: 0.4348,
    });
  });

  it('ends at the target date', () => {
    const tuesday = weeklyMetrics(rows, peers, thursday - 2);
    expect(tuesday).toEqual(weeklyMetrics(rows.slice(0, -2), peers, thursday - 2));
    expect(tuesday).toMatchObject({ week_end: '2026-03-31', week_trading_days: 2, week_close: 99 });
    // One return has no deviation.
    expect(tuesday.weekly_volatility).toBeNull();
  });

  it.each([
    ['falling', 'oversold', flat(40, 0).map((_, at) => 100 - at), 'down', 'below'],
    ['rising', 'overbought', flat(40, 0).map((_, at) => 100 + at), 'up', 'above'],
    ['still', 'neutral', flat(40, 0.1), 'neutral', 'below'],
  ])('%s is %s', (_, rsi_class, closes, momentum_short, price_vs_ma20) => {
    const found = weeklyMetrics(rowsOf(closes), new Map(), thursday);
    expect(found).toMatchObject({ rsi_class, momentum_short, price_vs_ma20 });
  });

  it.each([
    ['bullish_strengthening', [...flat(40, 100), 101]],
    ['bullish_weakening', [...flat(40, 100), 110, 110, 100, 100]],
    ['bearish_strengthening', [...flat(40, 100), 99]],
    ['bearish_weakening', [...flat(40, 100), 90, 90, 100, 100]],
    ['neutral', [...flat(40, 100), 100.01]],
    ['neutral', flat(35, 100)],
    [null, flat(34, 100)],
  ])('has the MACD signal %s', (signal, closes) => {
    const found = weeklyMetrics(rowsOf(closes), new Map(), thursday);
    expect([found.macd_signal, found.macd_values === null]).toEqual([signal, signal === null]);
  });

  it('uses 260 rows, and of these 252 for the year', () => {
    const long = [...flat(8, 500), ...flat(252, 100)];
    const found = weeklyMetrics(rowsOf(long), new Map(), thursday);
    expect(found.dist_from_52w_high_pct).toBe(-0.99);
    expect(found.dist_from_52w_low_pct).toBe(3.09);
  });
});

describe('what the rows do not suffice for', () => {
  it('is null', () => {
    const found = weeklyMetrics(rowsOf([100]), new Map(), thursday);
    const known = Object.entries(found).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({
      week_start: '2026-03-30',
      week_end: '2026-04-02',
      week_trading_days: 1,
      week_open: 99,
      week_close: 100,
      week_high: 101,
      week_low: 97,
      dist_from_52w_high_pct: -0.99,
      dist_from_52w_low_pct: 3.09,
      benchmark_basket: [],
    });
  });

  it.each([19, 20])('is known with enough rows: %i before the week', (count) => {
    const found = weeklyMetrics(rowsOf(flat(count + 4, 100)), new Map(), thursday);
    expect(found.volume_ratio).toBe(count === 20 ? 1 : null);
    expect(found.return_4week_pct).toBe(0);
    expect(found.correlation_60d).toBeNull();
  });

  it.each([
    ['without volumes', { volume: null }],
    ['without trades', { volume: 0 }],
  ])('is null %s', (_, change) => {
    const all = rows.map((row) => ({ ...row, ...change }));
    const found = weeklyMetrics(all, peers, thursday);
    expect([found.volume_ratio, found.cmf_20day]).toEqual([null, null]);
  });

  it('is null against a basket that never moves, its return but', () => {
    const found = weeklyMetrics(rows, new Map([['STILL', peers.get('STILL')!]]), thursday);
    expect(found).toMatchObject({ sector_basket_return_1w_pct: 0, relative_return_1w_pct: -1.99 });
    expect([found.correlation_60d, found.beta_60d]).toEqual([null, null]);
  });

  it('is null for a basket of fewer than 20 common returns', () => {
    const of = (count: number) =>
      weeklyMetrics(rows, new Map([['UP', peers.get('UP')!.slice(-count)]]), thursday);
    expect([of(20).beta_60d, of(20).relative_return_4w_pct]).toEqual([null, null]);
    expect([of(21).beta_60d !== null, of(21).relative_return_4w_pct]).toEqual([true, -21.99]);
  });
});

describe('as tools', () => {
  const prices = (closes: readonly number[]): Record<string, number> =>
    Object.fromEntries(
      closes.map((close, index) => [
        new Date(sessions.at(index - closes.length)! * 86_400_000).toISOString().slice(0, 10),
        close,
      ]),
    );
  const input = {
    prices: { AAPL: prices([...flat(30, 100), ...week]), META: prices(flat(34, 50)) },
  };
  const ask = (market: ReturnType<typeof smallMarket>, asOf: string, ...call: [string, object]) =>
    answer(reportGenerationTools, { view: market(asOf) }, call);
  const own = { symbol: 'AAPL' };

  it('have the peers of HERCULEAN, those of the data set, or none', () => {
    const peersOf = (peers: Record<string, string[]> | undefined, symbol: string) =>
      ask(smallMarket({ ...input, ...(peers && { peers }) }), '2026-04-02', 'list_peers', {
        symbol,
      });
    const technology = { ...own, sector: 'Information Technology' };
    expect(peersOf(undefined, 'AAPL')).toEqual({ ...technology, peers: ['MSFT', 'GOOGL', 'META'] });
    const map = { META: ['AAPL'] };
    expect(peersOf(map, 'META')).toEqual({ symbol: 'META', sector: null, peers: ['AAPL'] });
    expect(peersOf(map, 'AAPL')).toEqual({ ...own, sector: null, peers: [] });
    const view = smallMarket(input)();
    expect(
      outcomeOf(reportGenerationTools, { view }, ['list_peers', { symbol: 'X' }]).error,
    ).toMatch(/unknown symbol; expected one of "AAPL, META"; found "X"/);
  });

  it('leave peers without prices out', () => {
    const args = { ...own, target_date: '2026-04-02' };
    expect(ask(smallMarket(input), '2026-04-02', 'get_weekly_metrics', args)).toMatchObject({
      ...own,
      weekly_return_pct: -1.99,
      benchmark_basket: ['META'],
      sector_basket_return_1w_pct: 0,
    });
  });

  it.each(['2026-04-02', '2026-04-03', '2026-04-05'])('know the week on %s', (target_date) => {
    const args = { ...own, target_date };
    const found = ask(smallMarket(input), '2026-04-02', 'get_weekly_metrics', args);
    expect(found).toMatchObject({ week_end: '2026-04-02', week_close: 98.01 });
  });

  it.each([
    ['2026-04-01', '2026-04-02', 'lies after the as-of'],
    ['2026-04-01', '2026-04-05', 'closed by 2026-04-01'],
    ['2026-04-02', '2026-04-06', 'lies after the as-of'],
    ['2026-04-02', '9999-12-31', 'lies after the as-of'],
    ['2026-04-02', '2020-01-02', 'no price up to this date'],
    ['2026-04-02', '0001-01-01', 'no price up to this date'],
  ])('as of %s refuse %s', (asOf, target_date, words) => {
    const context = { view: smallMarket(input)(asOf) };
    const call = ['get_weekly_metrics', { ...own, target_date }] as const;
    expect(outcomeOf(reportGenerationTools, context, call).error).toContain(words);
  });

  it('refuse a week in which the symbol did not trade', () => {
    const prices = { AAPL: { '2026-03-02': 1 }, META: { '2026-03-27': 2 } };
    const context = { view: smallMarket({ prices })('2026-03-27') };
    const call = ['get_weekly_metrics', { ...own, target_date: '2026-03-27' }] as const;
    expect(outcomeOf(reportGenerationTools, context, call).error).toMatch(
      /target_date: no price in the week; .* 2026-03-23 to 2026-03-27/,
    );
  });
});
