/** The tools of report evaluation in their published form. */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { hasLike } from './like-pattern.js';
import { publishedEvaluation } from './published-evaluation.js';
import { publishedReport } from './published-report.js';

const text = [
  '# Weekly Equity Research Report: AAA',
  'Our rating of last week was fine.',
  '**Rating:** STRONG_SELL',
  '| Metric | Value |',
  '| --- | --- |',
  '| Week Open | $1,234.50 |',
  '| RSI (14) | 50.8 (neutral) |',
  '| Price vs 20-Day MA | Above |',
  '| Weekly Return | −1.5% |',
  '| Volume Ratio (vs 20d avg) | 1.2x |',
  '| Beta (60D) | N/A (no peers) |',
  '| Week Close | 5 | 6 |',
].join('\n');

const files = [
  'report_generation_AAA_m-1/report_generation_AAA_20260105_m-1.md',
  'report_generation_AAA_m-1/report_generation_AAA_20260102_m-1.md',
  'report_generation_AAA_m-1/report_generation_AAA_20260109_m-1.md',
  'report_generation_AAA_x_m-1/report_generation_AAA_20260105_x_m-1.md',
  'report_generation_AAA_m-1/report_generation_AAA_soon_m-1.md',
];
const set = publishedEvaluation(() => files.map((path) => ({ path, text: () => text })));
const market = smallMarket({
  prices: { AAA: { '2026-01-02': 10, '2026-01-05': 11, '2026-01-06': 12, '2026-01-07': 9 } },
  news: [
    { id: '1', symbol: 'AAA', date: '2026-01-05', text: 'The Tariff of 100%_' },
    { id: '2', symbol: 'AAA', date: '2026-01-06', text: 'Other' },
  ],
});
const ask = (name: string, args: object): unknown => answer(set, { view: market() }, [name, args]);
const refusal = (name: string, args: object): string | null =>
  outcomeOf(set, { view: market() }, [name, args]).error;

describe('reports', () => {
  const listed = (args: object): string[] =>
    (ask('list_reports', args) as { relative_path: string }[]).map(
      ({ relative_path: path }) => path.split('/')[1] ?? '',
    );

  it('are listed by date up to the as-of, of a ticker in capital letters and of a model', () => {
    expect(listed({ ticker: 'AAA' })).toEqual([
      'report_generation_AAA_20260102_m-1.md',
      'report_generation_AAA_20260105_m-1.md',
      'report_generation_AAA_20260105_x_m-1.md',
    ]);
    expect(listed({ ticker: 'AAA', model: 'x_m-1' })).toHaveLength(1);
    expect(listed({ ticker: 'AAA', model: '' })).toHaveLength(3);
    expect(listed({ ticker: 'aaa' })).toEqual([]);
  });

  it('are read by their path, and nothing else is', () => {
    const [path = '', , later = '', , other = ''] = files;
    expect(ask('get_report_content', { relative_path: `./${path}` })).toEqual({
      relative_path: `./${path}`,
      filename: 'report_generation_AAA_20260105_m-1.md',
      content: text,
    });
    for (const relative_path of [later, other, '../x', '/etc/passwd', '', '.'])
      expect(refusal('get_report_metrics', { relative_path })).toContain('no such report');
  });
});

it('reads what a report states by the published rules', () => {
  const { rating, rating_numeric, metrics, parse_warnings } = publishedReport(text);
  expect({ rating, rating_numeric }).toEqual({ rating: 'STRONG_SELL', rating_numeric: -2 });
  expect(metrics).toEqual({
    week_open: 1234.5,
    rsi_14: 50.8,
    price_vs_ma20: 'above',
    weekly_return_pct: '−1.5%',
    volume_ratio: 1.2,
    beta_60d: null,
  });
  expect(parse_warnings[0]).toMatch(/^missing required metrics in table: \['week_close', /);
  expect(parse_warnings[1]).toBe(
    "missing context metrics in table: ['support_20d', 'resistance_20d', 'cmf_20day']",
  );
  expect(publishedReport('We say BUY.')).toMatchObject({
    rating: 'BUY',
    parse_warnings: [
      'rating extracted from body (no explicit Rating: line)',
      expect.any(String),
      expect.any(String),
    ],
  });
  expect(publishedReport('')).toMatchObject({ rating: null, rating_numeric: null, metrics: {} });
});

it('counts forward from a trading day, by horizons that may repeat', () => {
  const asked = { symbol: 'AAA', report_date: '2026-01-05', horizons: ['1', 0, 1, 9] };
  expect(ask('get_forward_returns', asked)).toEqual({
    symbol: 'AAA',
    report_date: '2026-01-05',
    base_close: 11,
    horizons: {
      '1d': { date: '2026-01-06', close: 12, return_pct: 9.09 },
      '0d': { date: '2026-01-05', close: 11, return_pct: 0 },
      '9d': null,
    },
    available_horizons: ['1d', '0d', '1d'],
  });
  expect(refusal('get_forward_returns', { ...asked, report_date: '2026-01-03' })).toBe(
    'report_date: no price of this day is known; found 2026-01-03',
  );
});

it('calls news of a later day a leak, and finds none of nothing', () => {
  const asked = { symbol: 'AAA', report_date: '2026-01-05' };
  expect(ask('check_news_leakage', { ...asked, news_ids: [1, '2', 3] })).toEqual([
    { id: 1, found: true, news_date: '2026-01-05', days_after_report: 0, is_leak: false },
    { id: 2, found: true, news_date: '2026-01-06', days_after_report: 1, is_leak: true },
    { id: 3, found: false, news_date: null, days_after_report: null, is_leak: false },
  ]);
  expect(ask('check_news_leakage', { ...asked, news_ids: [] })).toEqual([]);
});

describe('a search', () => {
  it.each([
    ['tariff', true],
    ['t_riff', true],
    ['the%100', true],
    ['100%the', false],
    ['%', true],
    ['', true],
    ['_', true],
    ['\\', false],
    ['🚀_', false],
  ])('for %j is that of LIKE: %s', (keyword, found) => {
    expect(hasLike('the tariff of 100%_', keyword)).toBe(found);
  });

  it('has rows without a symbol, and none without keywords', () => {
    const asked = { symbol: 'AAA', date_start: '2026-01-01', date_end: '2026-01-31' };
    expect(ask('search_news', { ...asked, keywords: ['TARIFF', 'x'], preview_chars: 3 })).toEqual([
      { id: 1, date: '2026-01-05', highlights_chars: 19, highlights_preview: 'The' },
    ]);
    expect(ask('search_news', { ...asked, keywords: [''], limit: 1 })).toHaveLength(1);
    expect(ask('search_news', { ...asked, keywords: [] })).toEqual([]);
  });
});
