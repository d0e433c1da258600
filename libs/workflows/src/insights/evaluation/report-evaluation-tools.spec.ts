/**
 * Tools for who grades reports: which reports are known, what each states, and how it differs
 * from its week.
 */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '#tools/trading/small-market.fixture';
import { metrics } from '../report/report.fixture.js';
import { writeReport } from '../report/write-report.js';
import { reportEvaluationTools, type StoredReport } from './report-evaluation-tools.js';

const model = 'gpt-5.4';
const textOf = (rating: string, over: object = {}): string =>
  writeReport({ symbol: 'AAA', model, rating, metrics: { ...metrics, ...over } } as never);
const stored: readonly StoredReport[] = [
  { symbol: 'AAA', date: '2026-01-09', model, text: textOf('HOLD') },
  { symbol: 'AAA', date: '2026-01-02', model, text: textOf('STRONG_BUY') },
  { symbol: 'BBB', date: '2026-01-02', model: 'other', text: 'No report.' },
  {
    symbol: 'AAA',
    date: '2026-01-02',
    model: 'other',
    text: textOf('SELL').replace(/\| RSI \(14\) \| [^|]+ \|/, '| RSI (14) | high |'),
  },
];
const market = smallMarket({
  prices: {
    AAA: { '2025-12-31': 98, '2026-01-02': 100, '2026-01-05': 101, '2026-01-09': 110 },
    BBB: { '2026-01-02': 10, '2026-01-09': 11 },
  },
});
const set = reportEvaluationTools(stored);
const ask = (asOf: string, name: string, args: object): unknown =>
  answer(set, { view: market(asOf) }, [name, args]);
const run = 'report_generation_AAA_gpt-5_4';
const pathOf = (name: string): string => `${run}/${name}`;
const january = 'report_generation_AAA_20260102_gpt-5_4.md';
const listed = (asOf: string, args: object = {}): string[] =>
  (ask(asOf, 'list_reports', args) as { report_date: string; ticker: string; model: string }[]).map(
    ({ report_date, ticker, model: by }) => `${report_date} ${ticker} ${by}`,
  );

describe('reports', () => {
  const first = ['2026-01-02 AAA gpt-5.4', '2026-01-02 BBB other', '2026-01-02 AAA other'];

  it('are listed by date, from their date on', () => {
    expect(listed('2026-01-02')).toEqual(first);
    expect(listed('2026-01-09')).toEqual([...first, '2026-01-09 AAA gpt-5.4']);
    expect(listed('2025-12-31')).toEqual([]);
  });

  it('are listed of a ticker, of a model, or both', () => {
    expect(listed('2026-01-02', { ticker: 'BBB' })).toEqual(['2026-01-02 BBB other']);
    expect(listed('2026-01-02', { model: 'other' })).toEqual([first[1], first[2]]);
    expect(listed('2026-01-02', { ticker: 'AAA', model: 'other' })).toEqual([first[2]]);
    expect(listed('2026-01-02', { ticker: null, model: null })).toEqual(first);
    expect(listed('2026-01-02', { ticker: 'CCC' })).toEqual([]);
  });

  it('are read whole, by the place that the list gives', () => {
    expect(ask('2026-01-02', 'list_reports', { ticker: 'AAA', model })).toEqual([
      {
        relative_path: pathOf(january),
        filename: january,
        ticker: 'AAA',
        report_date: '2026-01-02',
        model,
      },
    ]);
    const args = { relative_path: pathOf(january) };
    expect(ask('2026-01-02', 'get_report_content', args)).toEqual({
      relative_path: pathOf(january),
      filename: january,
      content: textOf('STRONG_BUY'),
    });
  });

  it('of a later date, or that nobody wrote, are refused', () => {
    const context = { view: market('2026-01-02') };
    for (const name of ['get_report_content', 'get_report_metrics']) {
      for (const file of [january.replace('0102', '0109'), 'none.md']) {
        const args = { relative_path: pathOf(file) };
        expect(outcomeOf(set, context, [name, args]).error).toBe(
          'relative_path: no such report; expected one that list_reports gives; found ' +
            `"${pathOf(file)}"`,
        );
      }
    }
  });

  it('are two of one name nowhere', () => {
    const [one] = stored;
    expect(() => reportEvaluationTools([one!, { ...one!, text: 'other' }])).toThrow(
      'two reports share a name; expected one report of a symbol, date and model; found ' +
        '"report_generation_AAA_gpt-5_4/report_generation_AAA_20260109_gpt-5_4.md"',
    );
  });
});

describe('the metrics of a report', () => {
  it.each([
    ['STRONG_BUY', 2],
    ['BUY', 1],
    ['HOLD', 0],
    ['SELL', -1],
    ['STRONG_SELL', -2],
  ])('state its rating %s as %i', (rating, number) => {
    const own = reportEvaluationTools([
      { symbol: 'AAA', date: '2026-01-02', model, text: textOf(rating) },
    ]);
    const args = { relative_path: pathOf(january) };
    const found = answer(own, { view: market('2026-01-02') }, ['get_report_metrics', args]);
    expect(found).toMatchObject({ rating, rating_numeric: number, parse_warnings: [] });
  });

  it('are numbers, words, or the text of a cell that is neither', () => {
    const path = 'report_generation_AAA_other/report_generation_AAA_20260102_other.md';
    const found = ask('2026-01-02', 'get_report_metrics', { relative_path: path }) as {
      readonly metrics: Record<string, unknown>;
    };
    expect(found.metrics).toMatchObject({ week_close: 1430.29, rsi_14: 'high' });
  });

  it('are missing in a text that is no report', () => {
    const path = 'report_generation_BBB_other/report_generation_BBB_20260102_other.md';
    const found = ask('2026-01-02', 'get_report_metrics', { relative_path: path });
    expect(found).toMatchObject({ rating: null, rating_numeric: null, metrics: {} });
    const { parse_warnings: warnings } = found as { readonly parse_warnings: readonly string[] };
    expect(warnings).not.toHaveLength(0);
    for (const warning of warnings) expect(warning).toMatch(/^line \d+: \S/);
  });

  it('are compared with the week that prices give, for each report of symbol and date', () => {
    const found = ask('2026-01-09', 'verify_weekly_metrics', {
      symbol: 'AAA',
      report_date: '2026-01-02',
    }) as { readonly comparisons: { filename: string; differences: string[] }[] };
    expect(found).toMatchObject({ symbol: 'AAA', report_date: '2026-01-02', week_close: 100 });
    const { comparisons } = found;
    expect(comparisons.map(({ filename }) => filename)).toEqual([
      january,
      'report_generation_AAA_20260102_other.md',
    ]);
    for (const { differences } of comparisons) {
      expect(differences.join('\n')).toMatch(/Week Close.*100/);
    }
    expect(comparisons[0]).toMatchObject({
      relative_path: pathOf(january),
      quantitative_alignment: 0,
    });
  });
});
