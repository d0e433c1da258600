/**
 * How much each tool shows when an agent does not say: the defaults that hold, in words
 * and in results.
 */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, smallMarket } from '../trading/small-market.fixture.js';
import { auditingTools } from '../auditing/auditing-tools.js';
import {
  fileTools,
  hedgingTools,
  marketTools,
  reportGenerationTools,
  taskTools,
  tradingTools,
  webTools,
  type ToolSet,
} from '../index.js';
import * as reportChecks from '../insights/report-checks.js';

/** Arguments with a default, by tool: the default, and the greatest number that is allowed. */
function defaultsOf({ tools }: Pick<ToolSet, 'tools'>): Record<string, unknown> {
  const found = tools.flatMap(({ name, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
    return Object.entries(properties).flatMap(([argument, schema]) => {
      const { default: value, maximum } = schema as { default?: unknown; maximum?: number };
      if (value === undefined) return [];
      const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
      return [[`${name}.${argument}`, most === undefined ? [value] : [value, most]] as const];
    });
  });
  return Object.fromEntries(found);
}

/** The tools of a judge of reports. */
const checks = { tools: [reportChecks.getForwardReturns, reportChecks.searchReportNews] };

describe('the defaults of tools', () => {
  it.each<[string, Pick<ToolSet, 'tools'>, object]>([
    [
      'trading',
      tradingTools,
      { 'list_news.preview_chars': [300, 2000], 'get_filing_section.offset': [0] },
    ],
    [
      'hedging',
      hedgingTools,
      { 'list_news.preview_chars': [300, 2000], 'get_filing_section.offset': [0] },
    ],
    [
      'report generation',
      reportGenerationTools,
      { 'list_news.preview_chars': [600, 2000], 'get_filing_section.offset': [0] },
    ],
    [
      'the market',
      marketTools,
      {
        'get_fundamentals.count': [1, 40],
        'get_indicator_value.options': [{}],
        'search_news.limit': [20, 200],
        'search_news.preview_chars': [300, 2000],
      },
    ],
    ['files', fileTools, { 'search_files.limit': [20, 100] }],
    ['auditing', auditingTools, { 'query_taxonomy.limit': [10, 50] }],
    ['a web of snippets', webTools(), { 'search_web.limit': [10, 20] }],
    ['a web of pages', webTools('whole'), { 'search_web.limit': [3, 20] }],
    ['a task', taskTools(z.string()), {}],
    [
      'a judge of reports',
      checks,
      {
        'get_forward_returns.horizons': [[1, 5, 20]],
        'search_news.limit': [50, 1000],
        'search_news.preview_chars': [600, 2000],
      },
    ],
  ])('of %s', (_, set, defaults) => {
    expect(defaultsOf(set)).toEqual(defaults);
  });
});

/** 205 items of news, each of 700 characters, on one day. */
const market = smallMarket({
  prices: { AAA: { '2026-01-02': 1, '2026-01-05': 2 } },
  news: Array.from({ length: 205 }, (_, index) => {
    const id = String(index + 1000);
    return { id, symbol: 'AAA', date: '2026-01-02', text: `${id} ${'gears '.repeat(120)}` };
  }),
  filings: [
    {
      symbol: 'AAA',
      date: '2026-01-02',
      form: '10-K',
      sections: { risk: Array.from({ length: 700 }, (_, line) => `line ${line + 1}`).join('\n') },
    },
  ],
});
const ask = (set: ToolSet, name: string, args: object): unknown =>
  answer(set, { view: market('2026-01-05') }, [name, args]);
const range = { symbol: 'AAA', date_start: '2026-01-01', date_end: '2026-01-05' };
const path = 'filings/AAA/2026-01-02-10-K/risk.txt';

describe('a call that names no size', () => {
  const web = webTools();
  const pages = webTools('whole');
  const search = { keywords: ['gears'], ...range };

  it.each<[string, ToolSet, object, number]>([
    ['search_web', web, { query: 'gears' }, 10],
    ['search_web', web, { query: 'gears', limit: 1 }, 1],
    ['search_web', web, { query: 'gears', limit: 20 }, 20],
    ['search_web', pages, { query: 'gears' }, 3],
    ['search_web', pages, { query: 'gears', limit: 4 }, 4],
  ])('gets so many results of %s: %#', (name, set, args, count) => {
    expect(ask(set, name, args)).toHaveLength(count);
  });

  it('gets 20 items of a search in news, and at most 200', () => {
    expect(ask(marketTools, 'search_news', search)).toMatchObject({ news: { length: 20 } });
    const all = { ...search, limit: 200 };
    expect(ask(marketTools, 'search_news', all)).toMatchObject({
      total: 205,
      news: { length: 200 },
    });
  });

  it('gets 20 hits in files, and 200 files', () => {
    const hits = { keywords: ['gears'] };
    expect(ask(fileTools, 'search_files', hits)).toMatchObject({ hits: { length: 20 } });
    const all = { ...hits, limit: 100 };
    expect(ask(fileTools, 'search_files', all)).toMatchObject({ hits: { length: 100 } });
    expect(ask(fileTools, 'list_files', {})).toMatchObject({ files: { length: 200 } });
  });

  it('gets 100 lines of a file, and at most 500', () => {
    const lines = (args: object): string[] =>
      (ask(fileTools, 'read_file', { path, ...args }) as { text: string }).text.split('\n');
    expect(lines({ line_start: 11 })).toHaveLength(100);
    expect(lines({ line_start: 11 })[99]).toBe('line 110');
    expect(lines({ line_start: 11, lines: 500 })).toHaveLength(500);
    expect(() => lines({ line_start: 11, lines: 501 })).toThrow('lines');
  });

  it.each<[string, ToolSet, number]>([
    ['trading', tradingTools, 300],
    ['report generation', reportGenerationTools, 600],
  ])('gets the beginning of news in %s', (_, set, chars) => {
    const [first] = ask(set, 'list_news', range) as { highlights_preview: string }[];
    expect(first?.highlights_preview).toHaveLength(chars);
  });
});
