/** News and filings: what is listed, previewed and read in pages, and what is not known yet. */

import { parseInstant } from '#values';
import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { tradingTools } from '../trading/trading-tools.js';

const long = 'x'.repeat(400);
const accepted = parseInstant('2026-01-05T23:30:00Z') ?? 0;
const market = smallMarket({
  prices: { AAA: { '2026-01-02': 1, '2026-01-05': 2, '2026-01-06': 3 }, BBB: { '2026-01-02': 1 } },
  news: [
    { id: '7', symbol: 'AAA', date: '2026-01-02', text: long },
    { id: '8', symbol: 'BBB', date: '2026-01-02', text: 'of another' },
    // A Saturday: known at the close of Monday.
    { id: '9', symbol: 'AAA', date: '2026-01-03', text: 'weekend 😀😀 end' },
    { id: 'wire:10', symbol: 'AAA', date: '2026-01-06', title: 'Title', text: 'Body.' },
  ],
  filings: [
    {
      symbol: 'AAA',
      date: '2026-01-02',
      form: '10-K',
      sections: { mda: 'discussion', risk: 'a😀bc' },
    },
    { symbol: 'AAA', date: '2026-01-05', form: '10-Q', sections: { mda: 'quarter' } },
    // Accepted on the evening of the 5th, filed under the next day.
    {
      symbol: 'AAA',
      date: '2026-01-06',
      form: '8-K',
      acceptedAt: accepted,
      sections: {},
    },
  ],
});
const ask = (asOf: string, name: string, args: object): unknown =>
  answer(tradingTools, { view: market(asOf) }, [name, { symbol: 'AAA', ...args }]);
const all = { date_start: '2026-01-01', date_end: '2026-12-31' };

describe('list_news', () => {
  it('shows 300 characters of each text, by day', () => {
    expect(ask('2026-01-06', 'list_news', all)).toEqual([
      {
        symbol: 'AAA',
        date: '2026-01-02',
        id: 7,
        highlights_chars: 400,
        highlights_preview: 'x'.repeat(300),
      },
      {
        symbol: 'AAA',
        date: '2026-01-03',
        id: 9,
        highlights_chars: 14,
        highlights_preview: 'weekend 😀😀 end',
      },
      {
        symbol: 'AAA',
        date: '2026-01-06',
        id: 'wire:10',
        highlights_chars: 12,
        highlights_preview: 'Title\n\nBody.',
      },
    ]);
  });

  it('shows as many characters as asked for, whole ones', () => {
    const previews = (preview_chars: number): string[] =>
      (
        ask('2026-01-05', 'list_news', { ...all, preview_chars }) as {
          highlights_preview: string;
        }[]
      ).map(({ highlights_preview: text }) => text);
    expect(previews(9)).toEqual(['x'.repeat(9), 'weekend 😀']);
    expect(previews(0)).toEqual(['', '']);
    expect(previews(2000)).toEqual([long, 'weekend 😀😀 end']);
  });

  it.each([-1, 2001, 1.5])('refuses %s characters', (preview_chars) => {
    const asked = ['list_news', { symbol: 'AAA', ...all, preview_chars }] as const;
    expect(outcomeOf(tradingTools, { view: market() }, asked).error).toContain('preview_chars');
  });

  it('has the days of the range alone, and nothing that is not known yet', () => {
    const ids = (asOf: string, range: object): unknown[] =>
      (ask(asOf, 'list_news', range) as { id: unknown }[]).map(({ id }) => id);
    expect(ids('2026-01-06', { date_start: '2026-01-03', date_end: '2026-01-05' })).toEqual([9]);
    expect(ids('2026-01-02', all)).toEqual([7]);
    expect(ids('2026-01-02', { date_start: '2026-01-06', date_end: '2026-01-06' })).toEqual([]);
  });
});

describe('get_news_by_id', () => {
  it.each([
    ['an integer', 7, { date: '2026-01-02', id: 7, highlights: long }],
    ['its digits', '7', { date: '2026-01-02', id: 7, highlights: long }],
    ['a text', 'wire:10', { date: '2026-01-06', id: 'wire:10', highlights: 'Title\n\nBody.' }],
  ])('takes %s', (_, id, expected) => {
    expect(ask('2026-01-06', 'get_news_by_id', { id })).toEqual({ symbol: 'AAA', ...expected });
  });

  it.each([
    ['of another symbol', 8],
    ['of later', 'wire:10'],
    ['of nothing', 99],
  ])('answers null for an id %s', (_, id) => {
    expect(ask('2026-01-05', 'get_news_by_id', { id })).toBeNull();
  });
});

describe('list_filings', () => {
  const row = (date: string, form: string, mda: number, risk: number): object => ({
    symbol: 'AAA',
    date,
    document_type: form,
    mda_chars: mda,
    risk_chars: risk,
  });

  it('begins with the newest, by the day of acceptance', () => {
    expect(ask('2026-01-06', 'list_filings', all)).toEqual([
      row('2026-01-05', '8-K', 0, 0),
      row('2026-01-05', '10-Q', 7, 0),
      row('2026-01-02', '10-K', 10, 4),
    ]);
  });

  it('keeps one form, and what is known', () => {
    const known = (asOf: string, args: object): unknown =>
      ask(asOf, 'list_filings', { ...all, ...args });
    expect(known('2026-01-06', { document_type: '10-Q' })).toEqual([
      row('2026-01-05', '10-Q', 7, 0),
    ]);
    // Accepted after the close of the 5th.
    expect(known('2026-01-05', { document_type: '8-K' })).toEqual([]);
    expect(known('2026-01-02', {})).toEqual([row('2026-01-02', '10-K', 10, 4)]);
  });
});

describe('get_filing_section', () => {
  const risk = { date: '2026-01-02', document_type: '10-K', section: 'risk' };
  const page = { symbol: 'AAA', ...risk, total_chars: 4 };

  it.each([
    ['all of it', {}, { offset: 0, returned_chars: 4, has_more: false, content: 'a😀bc' }],
    ['a page', { limit: 2 }, { offset: 0, returned_chars: 2, has_more: true, content: 'a😀' }],
    [
      'the next page',
      { offset: 2, limit: 2 },
      { offset: 2, returned_chars: 2, has_more: false, content: 'bc' },
    ],
    ['the rest', { offset: 3 }, { offset: 3, returned_chars: 1, has_more: false, content: 'c' }],
    [
      'nothing behind the end',
      { offset: 9 },
      { offset: 9, returned_chars: 0, has_more: false, content: '' },
    ],
  ])('gives %s', (_, paging, expected) => {
    expect(ask('2026-01-06', 'get_filing_section', { ...risk, ...paging })).toEqual({
      ...page,
      ...expected,
    });
  });

  it.each([
    ['no such section', { date: '2026-01-05', document_type: '10-Q', section: 'risk' }],
    ['no such form', { ...risk, document_type: '10-Q' }],
    ['no filing on that day', { ...risk, date: '2026-01-03' }],
    ['a filing of later on the same day', { ...risk, date: '2026-01-05', document_type: '8-K' }],
  ])('answers null when there is %s', (_, asked) => {
    expect(ask('2026-01-05', 'get_filing_section', asked)).toBeNull();
  });

  it('says that a day lies after the as-of, whatever there is', () => {
    const refused = (date: string): string | null =>
      outcomeOf(tradingTools, { view: market('2026-01-02') }, [
        'get_filing_section',
        { symbol: 'AAA', ...risk, document_type: '10-Q', date },
      ]).error;
    const words = (date: string): string =>
      'date: the date lies after the as-of: nothing of it is known yet; expected a date up to ' +
      '2026-01-02; found ' +
      date;
    expect(refused('2026-01-05')).toBe(words('2026-01-05'));
    expect(refused('2026-01-07')).toBe(words('2026-01-07'));
  });
});
