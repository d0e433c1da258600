/** What went wrong, by rules on the calls that led to an answer. */

import { describe, expect, it } from 'vitest';
import { scoreResponse } from '../score/score-response.js';
import { errorOf, firstQueryOf, questionFactsSchema } from './trace-rules.js';

const stored = {
  seriesId: 'cash',
  series: 'Cash Flow | Investing | Capital expenditures',
  storedPeriod: '2022Q2YTD',
  start: '2022-04-01',
  end: '2022-09-30',
  fiscalYearEndMonth: 3,
  yearLabel: 'start',
};
const facts = questionFactsSchema.parse(stored);
const guidance = questionFactsSchema.parse({
  ...stored,
  seriesId: 'eps',
  series: 'Guidance | Earnings per share',
  storedPeriod: '2022FY',
  targetPeriod: '2023FY',
  end: '2023-03-31',
});
const call = (tool: string, args: object, result: unknown) => ({ tool, args, result, error: null });
const asked = (keywords: string[], periods: string[] | undefined, found: string[]) =>
  call('discover_company_series', { company_id: 'k1', keywords, periods }, [
    ...found.map((id) => ({ id, full_series_name: id })),
  ]);

describe('the first query', () => {
  const first = (...calls: Parameters<typeof firstQueryOf>[0]) => firstQueryOf(calls, facts);

  it('hits when the series is among what it found, whatever comes later', () => {
    expect(first(asked(['capital'], undefined, ['a', 'cash']))).toBe('hit');
    expect(first()).toBeNull();
    expect(first(asked(['capex'], undefined, []), asked(['capital'], undefined, ['cash']))).toBe(
      'keyword',
    );
  });

  it.each([
    [['capex'], ['2022Q2'], 'keyword'],
    // Six months from April on are not a calendar half: the other name of the fiscal year fits.
    [['capital expenditures'], ['2023H1'], 'convention'],
    [['capital expenditures'], ['2021Q1'], 'other'],
    [['capital expenditures'], ['2022Q1'], 'granularity'],
    [['capital expenditures'], ['2022FY'], 'granularity'],
  ])('%j in %j misses by its %s', (keywords, periods, failure) => {
    expect(first(asked(keywords, periods, []))).toBe(failure);
  });

  it('is unknown where its result was erased, or the series is not known', () => {
    const erased = { ...asked(['capital'], undefined, []), result: undefined };
    expect(first(erased)).toBeNull();
    expect(first({ ...erased, error: 'late' } as never)).toBe('other');
    const unnamed = { ...facts, seriesId: null };
    expect(firstQueryOf([asked(['capital'], undefined, ['cash'])], unnamed)).toBeNull();
    expect(first(call('get_company_fundamentals', {}, []))).toBeNull();
  });

  it('misses by its keyword where it asks another company, whatever the words', () => {
    const found = asked(['capital expenditures'], ['2022Q1'], []);
    const known = { ...facts, companyId: 'k1' };
    expect(firstQueryOf([found], known)).toBe('granularity');
    expect(firstQueryOf([found], { ...known, companyId: 'k2' })).toBe('keyword');
  });

  it('misses for another reason where it is no query, or its question has no period', () => {
    expect(first(call('discover_company_series', { keywords: 'capital' }, []))).toBe('other');
    const found = asked(['capital expenditures'], ['2022Q1'], []);
    expect(firstQueryOf([found], { ...facts, end: null })).toBe('other');
    expect(firstQueryOf([found], { ...facts, storedPeriod: '' })).toBe('other');
    expect(firstQueryOf([asked(['capital expenditures'], undefined, [])], facts)).toBe('other');
    expect(first(asked(['capital expenditures'], ['2022q1'], []))).toBe('granularity');
    expect(first(call('discover_company_series', found.args, 'none'))).toBe('granularity');
  });

  it('misses guidance by the period that it is about', () => {
    expect(firstQueryOf([asked(['earnings'], ['2023FY'], [])], guidance)).toBe('guidance');
  });
});

describe('the class of a wrong answer', () => {
  const question = { id: 'a', question: 'Capital expenditures?' };
  const expected = { value: -25.5, unit: 'JPY', currency: 'JPY', period: '2022H1', precision: 0.1 };
  const row = (value: number, period: string, series_name = facts.series, quarter = value) => {
    return { value, quarterized_value: quarter, period, series_name };
  };
  const rows = (...found: object[]) => [
    asked(['capital'], undefined, ['cash']),
    call('get_company_fundamentals', { company_id: 'k1' }, found),
  ];
  const right = row(-25.5, '2022Q2', facts.series, -15.5);
  const classOf = (text: string, calls: Parameters<typeof errorOf>[1]) => {
    const verdict = scoreResponse({ ...question, expected }, { id: 'a', text });
    expect(verdict.right).toBe(false);
    return errorOf(verdict, calls, { ...question, ...expected, facts });
  };

  it.each([
    ['I could not find it.', rows(right), 'gave-up'],
    ['-25.5 JPY in fiscal 2021', rows(right), 'period'],
    ['25.5 JPY', rows(right), 'sign'],
    ['-15.5 JPY', rows(right), 'field'],
    ['-40.7 JPY', rows(right, row(-40.7, '2022Q3')), 'period'],
    ['-77 JPY', rows(right, row(-77, '2022Q2', 'Cash Flow | Other')), 'series'],
    ['-51 JPY', rows(right), 'over-calculation'],
    ['-51 JPY', rows(row(-24, '2022Q2')), 'data'],
    ['-51 JPY', [asked(['profit'], undefined, ['net'])], 'search'],
    ['-51 JPY', [], 'other'],
    // What was read of another period says nothing of an answer that is neither.
    ['-51 JPY', rows(row(-24, '2021Q4')), 'other'],
    ['-15.507 JPY', rows(right), 'field'],
    ['-15.51 JPY', rows(right), 'over-calculation'],
    ['-40.7 JPY', [{ ...asked([], undefined, []), result: undefined }], 'other'],
  ])('%s', (text, calls, name) => {
    expect(classOf(text, calls)).toBe(name);
  });
});

it('a question without facts has these', () => {
  expect(questionFactsSchema.parse({})).toEqual({
    category: 'unknown',
    region: 'unknown',
    fiscalYearEndMonth: null,
    yearLabel: 'end',
    data: 'real',
    periodType: 'unknown',
    companyId: null,
    seriesId: null,
    series: '',
    storedPeriod: '',
    targetPeriod: null,
    start: null,
    end: null,
  });
});
