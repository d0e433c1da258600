/** Prices, days and indicators as HERCULEAN's users know them, with numbers by hand. */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from './small-market.fixture.js';
import { tradingTools } from './trading-tools.js';

// 2026-01-01 is a holiday, 2026-01-03 a Saturday.
const market = smallMarket({
  prices: {
    AAA: {
      '2025-12-30': 50,
      '2025-12-31': { open: 51, high: 53, low: 49, close: 52, adjClose: 51.5, volume: 1000 },
      '2026-01-02': 54,
      '2026-01-05': 53,
      '2026-01-06': 55,
    },
    BBB: { '2026-01-06': 7 },
  },
});
const ask = (asOf: string, name: string, args: object): unknown =>
  answer(tradingTools, { view: market(asOf) }, [name, { symbol: 'AAA', ...args }]);

describe('get_prices', () => {
  it('gives a row a session, both ends included', () => {
    const range = { date_start: '2025-12-31', date_end: '2026-01-02' };
    expect(ask('2026-01-06', 'get_prices', range)).toEqual([
      {
        symbol: 'AAA',
        date: '2025-12-31',
        open: 51,
        high: 53,
        low: 49,
        close: 52,
        adj_close: 51.5,
        volume: 1000,
      },
      {
        symbol: 'AAA',
        date: '2026-01-02',
        open: 54,
        high: 54,
        low: 54,
        close: 54,
        adj_close: 54,
        volume: null,
      },
    ]);
  });

  it('cuts the range off at the as-of', () => {
    const range = { date_start: '2026-01-02', date_end: '2030-01-01' };
    const rows = ask('2026-01-05', 'get_prices', range) as { date: string }[];
    expect(rows.map(({ date }) => date)).toEqual(['2026-01-02', '2026-01-05']);
  });

  it.each([
    ['after the as-of', '2026-01-06', '2026-01-31'],
    ['after the calendar', '2090-01-01', '2090-02-01'],
    ['before the data', '1970-01-01', '1980-01-01'],
    ['of a weekend', '2026-01-03', '2026-01-04'],
  ])('is empty for a range %s', (_, from, to) => {
    expect(ask('2026-01-05', 'get_prices', { date_start: from, date_end: to })).toEqual([]);
  });

  it.each([
    ['a range that ends before it begins', { date_start: '2026-01-05', date_end: '2026-01-02' }],
    ['a day that does not exist', { date_start: '2026-02-30', date_end: '2026-03-02' }],
    ['an unknown symbol', { symbol: 'CCC', date_start: '2026-01-02', date_end: '2026-01-05' }],
    ['an unknown argument', { date_start: '2026-01-02', date_end: '2026-01-05', start: 1 }],
  ])('refuses %s', (_, args) => {
    const view = market('2026-01-05');
    const asked = ['get_prices', { symbol: 'AAA', ...args }] as const;
    expect(outcomeOf(tradingTools, { view }, asked).error).not.toBeNull();
  });
});

describe('is_trading_day', () => {
  const last = { prev_trading_day: '2025-12-31', prev_trading_day_adj_close: 51.5 };
  const latest = { prev_trading_day: '2026-01-05', prev_trading_day_adj_close: 53 };

  it.each([
    ['a trading day', '2026-01-02', true, 'trading_day', last, true],
    ['a holiday', '2026-01-01', false, 'holiday', last, true],
    [
      'a weekend',
      '2026-01-04',
      false,
      'weekend',
      { prev_trading_day: '2026-01-02', prev_trading_day_adj_close: 54 },
      true,
    ],
    ['a day to come', '2026-01-06', false, 'not_loaded', latest, false],
    ['a weekend to come', '2026-01-10', false, 'weekend', latest, true],
    ['a day long past', '2020-01-06', false, 'holiday', null, true],
  ])('knows %s', (_, date, isDay, reason, previous, upsert) => {
    expect(ask('2026-01-05', 'is_trading_day', { target_date: date })).toEqual({
      symbol: 'AAA',
      date,
      is_trading_day: isDay,
      reason,
      ...(previous ?? { prev_trading_day: null, prev_trading_day_adj_close: null }),
      latest_date_in_db: '2026-01-05',
      should_upsert: upsert,
    });
  });

  it('knows nothing of a symbol before its first day', () => {
    const asked = { symbol: 'BBB', target_date: '2026-01-05' };
    expect(ask('2026-01-05', 'is_trading_day', asked)).toMatchObject({
      reason: 'not_loaded',
      prev_trading_day: null,
      latest_date_in_db: null,
    });
  });
});

describe('get_indicator', () => {
  // The sessions of 180 days from 2025-06-02 on: more than the longest warm-up.
  const dates = Array.from({ length: 180 }, (_, number) => number)
    .map((number) => new Date(Date.UTC(2025, 5, 2 + number)).toISOString().slice(0, 10))
    .filter((date) => !isClosed(date));
  const price = (index: number): number => 100 + (index % 7) * 3 - (index % 3);
  const closes = dates.map((_, index) => price(index));
  const long = smallMarket({
    prices: { AAA: Object.fromEntries(dates.map((date, index) => [date, price(index)])) },
  });
  const rowsOf = (args: object, asOf = dates.at(-1)): unknown =>
    answer(tradingTools, { view: long(asOf) }, ['get_indicator', { symbol: 'AAA', ...args }]);
  const lastDay = dates.at(-1) as string;
  const oneDay = { date_start: lastDay, date_end: lastDay };
  /** Closes of the days at most this many calendar days before the last. */
  const within = (days: number): number[] => {
    const from = new Date(Date.parse(lastDay) - days * 86_400_000).toISOString().slice(0, 10);
    return closes.filter((_, index) => (dates[index] as string) >= from);
  };
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const to4 = (value: number): number => Math.round(value * 1e4) / 1e4;
  const averaged = (values: readonly number[], length: number): number[] =>
    values.slice(length).reduce(
      (list, value) => {
        const before = list.at(-1) as number;
        return [...list, before + (2 / (length + 1)) * (value - before)];
      },
      [mean(values.slice(0, length))],
    );

  it('ma: the mean of 20 closes, or of length', () => {
    expect(rowsOf({ ...oneDay, indicator: 'ma' })).toEqual([
      { date: lastDay, ma: to4(mean(closes.slice(-20))) },
    ]);
    expect(rowsOf({ ...oneDay, indicator: 'ma', length: 3 })).toEqual([
      { date: lastDay, ma: to4(mean(closes.slice(-3))) },
    ]);
  });

  it('bbands: two population deviations around the mean', () => {
    const last = closes.slice(-20);
    const middle = mean(last);
    const deviation = Math.sqrt(mean(last.map((close) => (close - middle) ** 2)));
    expect(rowsOf({ ...oneDay, indicator: 'bbands' })).toEqual([
      {
        date: lastDay,
        upper: to4(middle + 2 * deviation),
        middle: to4(middle),
        lower: to4(middle - 2 * deviation),
      },
    ]);
  });

  it.each([
    ['14, of 60 days before', undefined, 60],
    ['5, of 60 days before', 5, 60],
    ['25, of 75 days before', 25, 75],
  ])('rsi: seeded with the plain mean of the first changes: %s', (_, given, days) => {
    const length = given ?? 14;
    const used = within(days);
    const moves = used.slice(1).map((close, index) => close - (used[index] as number));
    const smooth = (values: readonly number[]): number =>
      values
        .slice(length)
        .reduce(
          (average, value) => (average * (length - 1) + value) / length,
          mean(values.slice(0, length)),
        );
    const gain = smooth(moves.map((move) => Math.max(move, 0)));
    const loss = smooth(moves.map((move) => Math.max(-move, 0)));
    expect(rowsOf({ ...oneDay, indicator: 'rsi', length: given })).toEqual([
      { date: lastDay, rsi: to4(100 - 100 / (1 + gain / loss)) },
    ]);
  });

  it('macd: averages seeded at their own index, the signal with its first 9 values', () => {
    const used = within(120);
    const fast = averaged(used, 12).slice(26 - 12);
    const lines = averaged(used, 26).map((slow, index) => (fast[index] as number) - slow);
    const signal = averaged(lines, 9).at(-1) as number;
    const line = lines.at(-1) as number;
    // The length is ignored.
    expect(rowsOf({ ...oneDay, indicator: 'macd', length: 3 })).toEqual([
      { date: lastDay, macd: to4(line), hist: to4(line - signal), signal: to4(signal) },
    ]);
  });

  it.each([
    ['ma', 19],
    ['rsi', 14],
    ['bbands', 19],
    ['macd', 33],
  ])('leaves out rows without a value: %s', (indicator, first) => {
    const range = { date_start: dates[0], date_end: '2030-01-01', indicator };
    const rows = rowsOf(range) as { date: string }[];
    expect(rows.map(({ date }) => date)).toEqual(dates.slice(first));
  });

  it('ends with the as-of', () => {
    const range = { date_start: '2025-07-28', date_end: '2030-01-01', indicator: 'ma' };
    const rows = rowsOf(range, '2025-07-30') as { date: string }[];
    expect(rows.map(({ date }) => date)).toEqual(['2025-07-28', '2025-07-29', '2025-07-30']);
  });
});

/** Weekends, Juneteenth, Independence Day, Labor Day and Thanksgiving of 2025. */
function isClosed(date: string): boolean {
  const weekday = new Date(date).getUTCDay();
  const holidays = ['2025-06-19', '2025-07-04', '2025-09-01', '2025-11-27'];
  return weekday === 0 || weekday === 6 || holidays.includes(date);
}
