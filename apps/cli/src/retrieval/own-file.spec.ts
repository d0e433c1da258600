/**
 * A user's own fundamentals: contradictions are refused by file, line and member, or
 * reported as warnings.
 */

import { describe, expect, it } from 'vitest';
import { readFundamentalsLines } from '#workflows/retrieval/store/line-documents';
import { handMadeLines } from '#workflows/retrieval/hand-made.fixture';
import { checkOwnFile } from './own-file.js';

const company = {
  kind: 'company',
  id: 'a',
  ticker: 'A',
  name: 'A',
  country: 'US',
  region: 'US',
  fiscalYearEndMonth: 6,
  currency: 'USD',
};
const series = { kind: 'series', id: 's', companyId: 'a', path: 'Income | Sales', unit: 'USD' };

function check(period: string, days: string, own: object = {}, ofSeries: object = {}) {
  const [end, start = null] = days.split(' ').reverse();
  const value = { value: 1, knownAt: '2026-01-01T00:00:00Z' };
  const point = { kind: 'point', seriesId: 's', period, start, end, ...value };
  const lines = [{ ...company, ...own }, { ...series, ...ofSeries }, point];
  return checkOwnFile(
    readFundamentalsLines(lines.map((line) => JSON.stringify(line)).join('\n'), 'own.jsonl'),
  );
}

const endsIn = (fiscalYearEndMonth: number, yearLabel = 'end') => ({
  fiscalYearEndMonth,
  yearLabel,
});

describe('periods', () => {
  it.each([
    ['2024Q1', '2023-07-01 2023-09-30', {}],
    ['2024Q3', '2023-07-01 2024-03-31', {}],
    ['2024Q4', '2023-07-01 2024-06-30', {}],
    ['2024H2', '2024-01-01 2024-06-30', {}],
    ['2024FY', '2024-06-30', {}],
    ['2022FY', '2022-04-01 2023-03-31', endsIn(3, 'start')],
    ['2009FY', '2008-12-29 2010-01-03', endsIn(12)],
    // Quarters of 12, 12, 12 and 16 weeks, to the Sunday nearest to the end of August.
    ['2024Q1', '2023-09-04 2023-11-26', endsIn(8)],
    ['2024Q3', '2024-02-19 2024-05-12', endsIn(8)],
    ['2024Q4', '2024-05-13 2024-09-01', endsIn(8)],
  ])('%s can be %s', (period, days, own) => {
    expect(check(period, days, own)).toEqual([]);
  });

  it.each([
    ['another quarter', '2024Q3', '2023-10-01 2023-12-31', {}],
    ['a quarter of the calendar', '2024Q1', '2024-01-01 2024-03-31', {}],
    ['another month', '2024Q1', '2023-08-01 2023-10-31', {}],
    ['half of its days', '2024H1', '2023-10-01 2023-12-31', {}],
    ['more than its year', '2024Q2', '2023-01-01 2023-12-31', {}],
    ['a balance of another day', '2024FY', '2024-12-31', {}],
    ['another end of the fiscal year', '2024FY', '2023-07-01 2024-06-30', endsIn(12)],
    ['a year named by the other', '2022FY', '2022-04-01 2023-03-31', endsIn(3)],
  ])('cannot be those of %s', (_, period, days, own) => {
    expect(() => check(period, days, own)).toThrow(
      /^own\.jsonl:3: period: a period that contradicts/,
    );
  });

  it('are reported with what they should be, and why', () => {
    expect(() => check('2024Q3', '2023-10-01 2023-12-31')).toThrow(
      'expected days from 2024-01-01 to 2024-03-31 for 2024Q3, by fiscalYearEndMonth 6 and ' +
        'yearLabel end in own.jsonl:1; found 2023-10-01 to 2023-12-31',
    );
  });
});

it('warns about a series of no category', () => {
  expect(check('2024FY', '2024-06-30', {}, { path: 'Weather | Rain' })).toEqual([
    expect.stringMatching(/^own\.jsonl:2: path: .*; found "Weather \| Rain"$/),
  ]);
});

it('reports nothing for a valid file', () => {
  expect(checkOwnFile(readFundamentalsLines(handMadeLines.join('\n'), 'own.jsonl'))).toEqual([]);
});
