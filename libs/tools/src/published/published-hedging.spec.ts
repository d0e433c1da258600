/** The tools of hedging in their published form. */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { publishedHedging } from './published-hedging.js';

const market = smallMarket({
  prices: {
    AAA: { '2026-01-02': 10, '2026-01-05': 11, '2026-01-07': 12 },
    BBB: { '2026-01-02': 20, '2026-01-05': { close: 21, adjClose: NaN }, '2026-01-06': 22 },
    CCC: { '2026-01-02': 30 },
  },
  news: [{ id: '7', symbol: 'AAA', date: '2026-01-05', text: 'News' }],
});
const set = publishedHedging({ pool: ['AAA', 'BBB'], dbPath: '/env.duckdb', dataDir: '/data' });
const ask = (name: string, args: object): unknown => answer(set, { view: market() }, [name, args]);
const refusal = (name: string, args: object): string | null =>
  outcomeOf(set, { view: market() }, [name, args]).error;
const legs = { left: 'AAA', right: 'BBB' };

it('says what its pool is', () => {
  expect(ask('get_stock_pool', {})).toEqual({
    pool_name: 'offline_tech_pool',
    symbols: ['AAA', 'BBB'],
    backend: 'duckdb',
    db_path: '/env.duckdb',
    data_dir: '/data',
    file_pattern: '{SYMBOL}-00000-of-00001.parquet',
  });
  const whole = answer(publishedHedging(), { view: market() }, ['get_stock_pool', {}]);
  expect(whole).toMatchObject({ symbols: ['AAA', 'BBB', 'CCC'], db_path: '' });
  const stranger = { symbol: 'CCC', date_start: '2026-01-02', date_end: '2026-01-05' };
  expect(refusal('get_prices', stranger)).toBe(
    'not a symbol of the pool; expected one of "AAA, BBB"; found "CCC"',
  );
});

describe('a day of a pair', () => {
  it.each([
    ['2026-01-02', 'trading_day', null, true],
    // One of the two prices is not known.
    ['2026-01-05', 'missing_leg', '2026-01-02', false],
    ['2026-01-03', 'weekend', '2026-01-02', true],
    // The last day of both is that of the leg that ends first.
    ['2026-01-07', 'not_loaded', '2026-01-02', false],
    ['2026-01-01', 'holiday', null, true],
  ])('%s is a %s', (date, reason, before, should_upsert) => {
    const day = ask('is_pair_trading_day', { left: 'aaa', right: 'bbb', target_date: date });
    expect(day).toMatchObject({ ...legs, date, reason, prev_trading_day: before, should_upsert });
    expect(day).toMatchObject({ latest_common_date: '2026-01-06' });
    expect(Object.keys(day as object).slice(0, 4)).toEqual([
      'left',
      'right',
      'date',
      'is_trading_day',
    ]);
  });

  it('is in common where all have a known price; an empty list stands for the pool', () => {
    const range = { date_start: '2026-01-01', date_end: '2026-01-31' };
    expect(ask('get_common_trading_dates', { ...range, symbols: [] })).toEqual(['2026-01-02']);
    expect(ask('get_common_trading_dates', { ...range, symbols: ['bbb'] })).toEqual([
      '2026-01-02',
      '2026-01-06',
    ]);
    const backward = { date_start: '2026-01-31', date_end: '2026-01-01' };
    expect(refusal('get_common_trading_dates', backward)).toContain('ends before it begins');
  });
});

it('has news ids as text', () => {
  const range = { symbol: 'AAA', date_start: '2026-01-01', date_end: '2026-01-31' };
  expect(ask('list_news', range)).toMatchObject([{ id: '7' }]);
  expect(ask('get_news_by_id', { symbol: 'AAA', id: '7' })).toMatchObject({ id: '7' });
  expect(ask('get_news_by_id', { symbol: 'AAA', id: '8' })).toBeNull();
});

describe('an action', () => {
  const prices = { AAA: '10', BBB: 20 };
  const opened = {
    direction: 'LONG_SHORT',
    shares: { AAA: 0.05, BBB: -0.025 },
    entry_prices: { AAA: 10, BBB: 20 },
  };

  it.each([
    ['long_short', undefined, opened],
    ['LONG_SHORT', { direction: 'LONG_SHORT', x: 1 }, { direction: 'LONG_SHORT', x: 1 }],
    ['LONG_SHORT', {}, opened],
    ['Hold', { entry_prices: 1, direction: null }, { direction: null, entry_prices: 1 }],
    ['HOLD', null, null],
    ['close', opened, null],
  ])('%s on %j leads to %j', (action, current_position, position) => {
    const found = ask('apply_pair_action', { ...legs, action, prices, current_position });
    expect(JSON.stringify(found)).toBe(JSON.stringify(position));
  });

  it('needs the prices of both legs, each positive, to open', () => {
    const open = { ...legs, action: 'LONG_SHORT' };
    for (const bad of [{}, { AAA: 1 }, { AAA: 1, BBB: 0 }, { AAA: -1, BBB: 1 }]) {
      expect(refusal('apply_pair_action', { ...open, prices: bad })).toContain('price');
      expect(ask('apply_pair_action', { ...legs, action: 'HOLD', prices: bad })).toBeNull();
    }
    expect(refusal('apply_pair_action', { ...legs, action: 'HOLD' })).not.toBeNull();
  });
});
