/**
 * Pairs as HERCULEAN's users know them: common days, prices, and the effect of an action
 * on a position.
 */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { smallDesk } from '../../test/small-desk.js';
import type { RunDesk } from '../tool/tool.js';
import { hedgingTools } from './hedging-tools.js';

// RRR has no price on the 5th; the 1st is a holiday, the 3rd and 4th a weekend.
const market = smallMarket({
  prices: {
    LLL: { '2025-12-31': 10, '2026-01-02': 11, '2026-01-05': 12, '2026-01-06': 13 },
    RRR: {
      '2025-12-31': 20,
      '2026-01-02': { close: 21, adjClose: 20.5, volume: 5 },
      '2026-01-06': 22,
    },
    SSS: { '2026-01-02': 30 },
  },
});
const pair = { left: 'LLL', right: 'RRR' };
const ask = (asOf: string, name: string, args: object, desk?: RunDesk): unknown =>
  answer(hedgingTools, { view: market(asOf), ...(desk === undefined ? {} : { desk }) }, [
    name,
    args,
  ]);
const refusal = (name: string, args: object, desk: RunDesk | null = null): string | null =>
  outcomeOf(hedgingTools, { view: market('2026-01-06'), desk }, [name, args]).error;

describe('the pool', () => {
  it('is that of the data set, or of the run', () => {
    expect(ask('2026-01-06', 'get_stock_pool', {})).toMatchObject({
      symbols: ['LLL', 'RRR', 'SSS'],
      size: 3,
    });
    const desk = smallDesk(['RRR', 'LLL']);
    expect(ask('2026-01-06', 'get_stock_pool', {}, desk)).toMatchObject({
      symbols: ['RRR', 'LLL'],
    });
  });

  it('has common days', () => {
    const range = { date_start: '2025-12-01', date_end: '2026-12-31' };
    const days = (args: object, asOf = '2026-01-06'): unknown =>
      ask(asOf, 'get_common_trading_dates', { ...range, ...args });
    expect(days({ symbols: ['LLL', 'RRR'] })).toEqual(['2025-12-31', '2026-01-02', '2026-01-06']);
    expect(days({ symbols: ['LLL', 'RRR'] }, '2026-01-05')).toEqual(['2025-12-31', '2026-01-02']);
    expect(days({})).toEqual(['2026-01-02']);
  });
});

describe('is_pair_trading_day', () => {
  const dec31 = { prev_trading_day: '2025-12-31', prev_prices: { LLL: 10, RRR: 20 } };
  const jan2 = { prev_trading_day: '2026-01-02', prev_prices: { LLL: 11, RRR: 20.5 } };
  const jan6 = { prev_trading_day: '2026-01-06', prev_prices: { LLL: 13, RRR: 22 } };

  it.each([
    ['trading_day', '2026-01-02', { LLL: 11, RRR: 20.5 }, dec31, true],
    ['holiday', '2026-01-01', {}, dec31, true],
    ['weekend', '2026-01-03', {}, jan2, true],
    ['missing_leg', '2026-01-05', {}, jan2, false],
    ['not_loaded', '2026-01-07', {}, jan6, false],
    ['weekend', '2026-01-10', {}, jan6, true],
  ])('says %s of %s', (reason, date, prices, previous, upsert) => {
    expect(ask('2026-01-06', 'is_pair_trading_day', { ...pair, target_date: date })).toEqual({
      is_trading_day: reason === 'trading_day',
      reason,
      prices,
      ...previous,
      latest_common_date: '2026-01-06',
      should_upsert: upsert,
    });
  });

  it('knows no later common day', () => {
    const asked = { ...pair, target_date: '2026-01-06' };
    expect(ask('2026-01-05', 'is_pair_trading_day', asked)).toMatchObject({
      reason: 'not_loaded',
      prev_prices: { LLL: 11, RRR: 20.5 },
      latest_common_date: '2026-01-02',
    });
  });

  it('refuses a pair of one symbol', () => {
    const asked = { left: 'LLL', right: 'LLL', target_date: '2026-01-06' };
    expect(refusal('is_pair_trading_day', asked)).toContain('a pair of one symbol');
  });
});

describe('prices', () => {
  it('are adjusted closes', () => {
    const range = { symbol: 'RRR', date_start: '2026-01-01', date_end: '2026-12-31' };
    expect(ask('2026-01-06', 'get_prices', range)).toEqual([
      { symbol: 'RRR', date: '2026-01-02', price: 20.5, volume: 5 },
      { symbol: 'RRR', date: '2026-01-06', price: 22, volume: null },
    ]);
  });

  it.each([
    ['a day with both', '2026-01-06', '2026-01-02', { LLL: 11, RRR: 20.5 }],
    ['a day with one', '2026-01-06', '2026-01-05', {}],
    ['a closed day', '2026-01-06', '2026-01-01', {}],
    ['a day to come', '2026-01-05', '2026-01-06', {}],
  ])('of a pair on %s', (_, asOf, date, prices) => {
    expect(ask(asOf, 'get_pair_prices', { ...pair, target_date: date })).toEqual({
      available: 'LLL' in prices,
      date,
      prices,
    });
  });
});

describe('apply_pair_action', () => {
  const prices = { LLL: 12, RRR: 20.123456 };
  const apply = (args: object, desk?: RunDesk): unknown =>
    ask('2026-01-06', 'apply_pair_action', { ...pair, ...args }, desk);
  const long = {
    direction: 'LONG_SHORT',
    shares: { LLL: 0.04166667, RRR: -0.02484663 },
    entry_prices: { LLL: 12, RRR: 20.1235 },
  };
  const short = { ...long, direction: 'SHORT_LONG', shares: { LLL: -0.04166667, RRR: 0.02484663 } };
  const old = {
    direction: 'LONG_SHORT',
    shares: { LLL: 1, RRR: -2 },
    entry_prices: { LLL: 1, RRR: 2 },
  };

  it.each([
    ['LONG_SHORT opens', { action: 'LONG_SHORT', prices }, long],
    ['SHORT_LONG opens', { action: 'SHORT_LONG', prices }, short],
    ['a flip opens a new position', { action: 'SHORT_LONG', prices, current_position: old }, short],
    ['a repeated direction keeps', { action: 'LONG_SHORT', prices, current_position: old }, old],
    ['HOLD keeps', { action: 'HOLD', current_position: old }, old],
    ['HOLD of nothing is nothing', { action: 'HOLD', current_position: null }, null],
    ['CLOSE is nothing', { action: 'CLOSE', current_position: old, prices: { LLL: -1 } }, null],
  ])('%s', (_, args, expected) => {
    expect(apply(args)).toEqual(expected);
  });

  it.each([
    ['an unknown action', { action: 'BUY', prices }, 'apply_pair_action.action'],
    ['equal legs', { action: 'HOLD', right: 'LLL' }, 'a pair of one symbol'],
    ['no prices', { action: 'LONG_SHORT' }, 'prices."LLL"'],
    ['a missing price', { action: 'LONG_SHORT', prices: { LLL: 1 } }, 'prices."RRR"'],
    ['a price of nothing', { action: 'LONG_SHORT', prices: { LLL: 0, RRR: 1 } }, 'prices."LLL"'],
    [
      'a price next to nothing',
      { action: 'LONG_SHORT', prices: { LLL: 1e-310, RRR: 1 } },
      'prices."LLL"',
    ],
    ['a negative price', { action: 'SHORT_LONG', prices: { LLL: 1, RRR: -1 } }, 'prices."RRR"'],
    [
      'a missing price of the direction that is held',
      { action: 'LONG_SHORT', current_position: old, prices: { LLL: 1 } },
      'prices."RRR"',
    ],
  ])('refuses %s', (_, args, words) => {
    expect(refusal('apply_pair_action', { ...pair, ...args })).toContain(words);
  });

  describe('within a run', () => {
    const held = {
      ...pair,
      direction: 'LONG_SHORT',
      entryPrices: { left: 12, right: 20.123456 },
    } as const;
    const desk = smallDesk(['LLL', 'RRR', 'SSS'], held);

    it('takes the position from the system', () => {
      expect(apply({ action: 'HOLD' }, desk)).toEqual(long);
      expect(apply({ action: 'LONG_SHORT', prices: { LLL: 1, RRR: 1 } }, desk)).toEqual(long);
      expect(apply({ action: 'HOLD', current_position: old }, desk)).toEqual(long);
      expect(apply({ action: 'HOLD' }, smallDesk(['LLL', 'RRR']))).toBeNull();
    });

    it.each([
      ['nothing is held', { current_position: null }],
      ['the reverse is held', { current_position: short }],
      ['another pair is held', { right: 'SSS' }],
      ['the legs are the other way round', { left: 'RRR', right: 'LLL' }],
    ])('refuses to believe that %s', (_, args) => {
      const refused = refusal('apply_pair_action', { ...pair, action: 'HOLD', ...args }, desk);
      expect(refused).toMatch(/of this run/);
    });
  });
});

describe('submit_hedging_decision', () => {
  const decision = {
    ...pair,
    target_date: '2026-01-06',
    left_price: 13,
    right_price: 21.9,
    action: 'LONG_SHORT',
    status: 'in_progress',
    model: 'm',
    rationale: 'apart',
  };

  it('submits the decision and returns the prices of the data', () => {
    const desk = smallDesk(['LLL', 'RRR', 'SSS']);
    expect(ask('2026-01-06', 'submit_hedging_decision', decision, desk)).toEqual({
      submitted: true,
      ...pair,
      date: '2026-01-06',
      action: 'LONG_SHORT',
      prices: { LLL: 13, RRR: 22 },
    });
    expect(desk.submitted).toEqual([
      {
        kind: 'pair',
        ...pair,
        action: 'LONG_SHORT',
        prices: { LLL: 13, RRR: 21.9 },
        rationale: 'apart',
      },
    ]);
  });

  it.each([
    ['of another day', { target_date: '2026-01-05' }],
    ['on an unknown symbol', { right: 'ZZZ' }],
    ['on one symbol', { right: 'LLL' }],
    ['on another pair than the run has', { right: 'SSS' }],
    ['of no action', { action: 'BUY' }],
    ['without a price', { left_price: 0 }],
  ])('refuses a decision %s', (_, change) => {
    const desk = smallDesk(['LLL', 'RRR', 'SSS'], { ...pair, direction: null, entryPrices: null });
    expect(refusal('submit_hedging_decision', { ...decision, ...change }, desk)).not.toBeNull();
    expect(desk.submitted).toEqual([]);
  });

  it('is not served by hand', () => {
    expect(refusal('submit_hedging_decision', decision)).toContain('no such tool');
  });
});
