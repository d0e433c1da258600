/**
 * Returns after a report, news that it could not know, and the search terms of its news, on a
 * handmade market.
 */

import { microsPerHour, parseInstant } from '#values';
import { describe, expect, it } from 'vitest';
import { answer, closeOf, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { checkNewsLeakage, getForwardReturns, searchReportNews } from './report-checks.js';

const evening = parseInstant('2026-01-02T22:00:00Z') ?? 0;
const stamped = { id: 'wire:1', symbols: ['AAA'], publishedAt: evening };
const nothing = { summary: '', source: '', url: '', body: null };
const market = smallMarket({
  prices: {
    AAA: {
      '2026-01-02': { close: 200, adjClose: 100 },
      '2026-01-05': 101,
      '2026-01-06': 99,
      '2026-01-07': 102.5,
      '2026-01-08': 103,
      '2026-01-09': 110.126,
      '2026-01-12': 120,
    },
    BBB: { '2026-01-02': 10, '2026-01-06': 12 },
    CCC: { '2026-01-02': 40, '2026-01-05': [50, 60].map((close) => ({ close })) },
  },
  news: [
    { id: '7', symbol: 'AAA', date: '2026-01-02', text: 'Tariffs were BLOCKED by a court.' },
    { id: '8', symbol: 'BBB', date: '2026-01-02', text: 'A court of another symbol.' },
    { id: '9', symbol: 'AAA', date: '2026-01-03', text: 'A weekend of rest.' },
    { id: '10', symbol: 'AAA', date: '2026-01-06', title: 'Guidance', text: 'Raised again.' },
  ],
  facts: [
    { time: evening, payload: { kind: 'news', ...stamped, title: 'After hours', ...nothing } },
  ],
});
const checks = {
  name: 'checks',
  title: 'Checks',
  instructions: '',
  tools: [getForwardReturns, checkNewsLeakage, searchReportNews],
};
const ask = (asOf: string | number, name: string, args: object): unknown =>
  answer(checks, { view: market(asOf) }, [name, { symbol: 'AAA', ...args }]);

describe('get_forward_returns', () => {
  it('counts sessions from the adjusted close of the report date', () => {
    const args = { report_date: '2026-01-02', horizons: [1, 3, 5, 6] };
    expect(ask('2026-01-09', 'get_forward_returns', args)).toEqual({
      symbol: 'AAA',
      report_date: '2026-01-02',
      base_date: '2026-01-02',
      base_close: 100,
      horizons: {
        '1d': { date: '2026-01-05', close: 101, return_pct: 1 },
        '3d': { date: '2026-01-07', close: 102.5, return_pct: 2.5 },
        '5d': { date: '2026-01-09', close: 110.126, return_pct: 10.13 },
        '6d': null,
      },
      available_horizons: ['1d', '3d', '5d'],
    });
  });

  it('takes 1, 5 and 20 sessions, and from a weekend those after the session before', () => {
    expect(ask('2026-01-12', 'get_forward_returns', { report_date: '2026-01-04' })).toMatchObject({
      base_date: '2026-01-02',
      available_horizons: ['1d', '5d'],
      horizons: { '20d': null },
    });
  });

  it('has no return of a session that is not over', () => {
    const args = { symbol: 'CCC', report_date: '2026-01-02', horizons: [1] };
    const close = closeOf('2026-01-05');
    const before = ask(close - microsPerHour, 'get_forward_returns', args);
    expect(before).toMatchObject({ horizons: { '1d': null }, available_horizons: [] });
    const after = ask(close, 'get_forward_returns', args);
    expect(after).toMatchObject({ horizons: { '1d': { close: 60, return_pct: 50 } } });
  });

  it.each([
    ['a session without a price', 'BBB', '2026-01-05', 'no price'],
    ['a session that is not over', 'AAA', '2026-01-13', 'not known yet'],
    ['a day before the data', 'AAA', '2026-01-01', 'no price up to this date'],
  ])('refuses %s', (_, symbol, report_date, told) => {
    const call = ['get_forward_returns', { symbol, report_date, horizons: [1] }] as const;
    const { error } = outcomeOf(checks, { view: market('2026-01-12') }, call);
    expect(error).toContain(told);
    expect(error).toContain('report_date');
  });
});

describe('check_news_leakage', () => {
  it('names what was published after the report, by the day or after its close', () => {
    const args = { news_ids: [7, '9', 'wire:1', 10, 8, 99], report_date: '2026-01-02' };
    const none = { found: false, news_date: null, days_after_report: null, is_leak: false };
    const rowOf = (id: number | string, news_date: string, days_after_report: number) => ({
      id,
      found: true,
      news_date,
      days_after_report,
    });
    expect(ask('2026-01-12', 'check_news_leakage', args)).toEqual([
      { ...rowOf(7, '2026-01-02', 0), is_leak: false },
      { ...rowOf(9, '2026-01-03', 1), is_leak: true },
      { ...rowOf('wire:1', '2026-01-02', 0), is_leak: true },
      { ...rowOf(10, '2026-01-06', 4), is_leak: true },
      { id: 8, ...none },
      { id: 99, ...none },
    ]);
    // The last of them is not known yet.
    const [row] = ask('2026-01-05', 'check_news_leakage', { ...args, news_ids: [10] }) as object[];
    expect(row).toEqual({ id: 10, ...none });
  });
});

describe('search_news', () => {
  const range = { date_start: '2026-01-02', date_end: '2026-01-31' };
  const found = (args: object, asOf = '2026-01-12') =>
    (ask(asOf, 'search_news', { ...range, ...args }) as { id: unknown }[]).map(({ id }) => id);

  it('finds any of the keywords in title and text, oldest first', () => {
    expect(found({ keywords: ['guidance', 'blocked by', 'merger'] })).toEqual([7, 10]);
    expect(found({ keywords: ['guidance', 'blocked'], limit: 1 })).toEqual([7]);
    expect(found({ keywords: ['guidance', 'blocked'] }, '2026-01-05')).toEqual([7]);
    expect(found({ keywords: ['guidance'], date_end: '2026-01-05' })).toEqual([]);
    expect(found({ keywords: [] })).toEqual([]);
  });

  it('shows as much of the text as is asked for', () => {
    const args = { ...range, keywords: ['court'], preview_chars: 7 };
    expect(ask('2026-01-12', 'search_news', args)).toEqual([
      {
        symbol: 'AAA',
        date: '2026-01-02',
        id: 7,
        highlights_chars: 32,
        highlights_preview: 'Tariffs',
      },
    ]);
  });
});
