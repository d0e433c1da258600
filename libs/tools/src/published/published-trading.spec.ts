/** The tools of trading in their published form, on a small market with an unknown price. */

import { describe, expect, it } from 'vitest';
import { listingOf } from '../mcp/tool-listing.js';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { exponentialStrengthIndex, roundedToEven } from './pandas-indicators.js';
import { publishedTrading } from './published-trading.js';

const closes = { '2026-01-02': 10, '2026-01-05': 11, '2026-01-06': 10.5, '2026-01-07': 12 };
const market = smallMarket({
  prices: { AAA: { ...closes, '2026-01-08': { close: 13, adjClose: NaN } } },
  news: [{ id: '7', symbol: 'AAA', date: '2026-01-05', text: 'News' }],
  filings: [{ symbol: 'AAA', date: '2026-01-06', form: '10-Q', sections: { mda: 'abcdef' } }],
});
const ask = (name: string, args: object, asOf?: string): unknown =>
  answer(publishedTrading, { view: market(asOf) }, [name, args]);
const week = { date_start: '2026-01-02', date_end: '2026-01-09' };
const indicator = (name: string, length?: number): unknown =>
  ask('get_indicator', { symbol: 'AAA', ...week, indicator: name, length });

it('has the published tools alone, with short definitions', () => {
  const names = publishedTrading.tools.map(({ name }) => name);
  expect(names).toEqual([
    'get_prices',
    'get_indicator',
    'list_news',
    'get_news_by_id',
    'list_filings',
    'get_filing_section',
    'is_trading_day',
  ]);
  const listed = JSON.stringify(publishedTrading.tools.map(listingOf));
  expect(listed).not.toMatch(/\$schema|pattern|9007199254740991/);
});

describe('indicators', () => {
  // By hand: gains 1, 0, 1.5 and losses 0, 0.5, 0, with α = 1/2 from the first change on.
  it('rsi is an exponential mean from the first change on', () => {
    expect(indicator('rsi', 2)).toEqual([
      { date: '2026-01-05', rsi: 100 },
      { date: '2026-01-06', rsi: 66.6667 },
      { date: '2026-01-07', rsi: 88.8889 },
    ]);
    expect(indicator('RSI', 3)).toHaveLength(3);
    // One close more than the length is needed at all.
    expect(indicator('rsi', 4)).toEqual([]);
    const still = exponentialStrengthIndex(2);
    for (const close of [5, 5, 5]) still.next(close);
    expect(still.value).toBeNull();
  });

  it('bbands use the sample deviation', () => {
    expect(indicator('bbands', 2)).toContainEqual({
      date: '2026-01-05',
      upper: 11.9142,
      middle: 10.5,
      lower: 9.0858,
    });
    expect(indicator('bbands', 1)).toEqual([]);
  });

  it('round ties to the even digit', () => {
    expect([0.00025, 0.00035, -0.00025, -0.00005, 1.23456].map(roundedToEven)).toEqual([
      0.0002, 0.0004, -0.0002, 0, 1.2346,
    ]);
  });

  it('have the default length for 0', () => {
    expect(indicator('rsi', 0)).toEqual(indicator('rsi'));
  });
});

describe('a price that is not known', () => {
  it('is null, and never the close', () => {
    const rows = ask('get_prices', { symbol: 'aaa', ...week }) as { adj_close: unknown }[];
    expect(rows.map(({ adj_close }) => adj_close)).toEqual([10, 11, 10.5, 12, null]);
    expect(ask('is_trading_day', { symbol: 'AAA', target_date: '2026-01-09' })).toMatchObject({
      prev_trading_day: '2026-01-08',
      prev_trading_day_adj_close: null,
    });
    const values = indicator('ma', 1) as { date: string }[];
    expect(values.map(({ date }) => date)).not.toContain('2026-01-08');
  });
});

describe('arguments', () => {
  it('take dates as DuckDB casts them; a range that ends before it begins is empty', () => {
    const args = { symbol: 'AAA', date_start: '2026-1-5', date_end: '2026-01-05T00:00:00' };
    expect(ask('get_prices', args)).toHaveLength(1);
    expect(ask('list_news', args)).toHaveLength(1);
    expect(ask('list_news', { ...args, date_start: '2026-01-06' })).toEqual([]);
    const refused = { ...args, date_end: 'today' };
    const { error } = outcomeOf(publishedTrading, { view: market() }, ['get_prices', refused]);
    expect(error).toBe('date_end: not a date; expected YYYY-MM-DD; found today');
  });

  it('page through a section, forward, by nothing, or backward', () => {
    const section = (more: object): unknown =>
      ask('get_filing_section', {
        symbol: 'AAA',
        date: '2026-01-06',
        document_type: '10-Q',
        section: 'MDA',
        ...more,
      });
    expect(section({ offset: '1', limit: '2' })).toMatchObject({ content: 'bc', has_more: true });
    expect(section({ limit: 0 })).toMatchObject({ content: '', returned_chars: 0, has_more: true });
    expect(section({ offset: 3, limit: -2 })).toMatchObject({ content: 'bc' });
    // A section that a filing lacks is empty; a filing that is not there is null.
    expect(section({ section: 'risk' })).toMatchObject({ total_chars: 0, content: '' });
    expect(section({ date: '2027-01-06' })).toBeNull();
  });
});

it('answers nothing that is not known at the as-of', () => {
  const asOf = '2026-01-05';
  expect(ask('get_prices', { symbol: 'AAA', ...week }, asOf)).toHaveLength(2);
  expect(ask('is_trading_day', { symbol: 'AAA', target_date: '2026-01-06' }, asOf)).toMatchObject({
    reason: 'not_loaded',
    latest_date_in_db: '2026-01-05',
  });
  expect(ask('list_filings', { symbol: 'AAA', ...week }, asOf)).toEqual([]);
});
