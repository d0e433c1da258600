/** The store as of an instant, and the months of fiscal labels. */

import { requireCivilDate } from '#values';
import { describe, expect, it } from 'vitest';
import { daysOf, labeledMonths, labelOf, monthsOf, type FiscalYear } from './fiscal-period.js';
import { categoryOf, type FundamentalsData, type Point } from './fundamentals-model.js';
import { fundamentalsStores } from './fundamentals-store.js';
import { handMade, noon } from '../hand-made.fixture.js';

const open = fundamentalsStores(handMade);
const valuesAt = (day: string, series: string): unknown[] =>
  open(noon(day))
    .points(series)
    .map(({ period, value }) => [period, value]);

describe('the store', () => {
  it('shows what is known, and of a restated value the newest known version', () => {
    expect(valuesAt('2022-07-31', 'sales')).toEqual([]);
    expect(valuesAt('2023-05-10', 'sales')).toEqual([
      ['2022Q1', 100],
      ['2022FY', 420],
    ]);
    expect(valuesAt('2024-05-10', 'sales')).toEqual([
      ['2022Q1', 100],
      ['2022FY', 419],
      ['2023FY', 450],
    ]);
  });

  it('counts what becomes known at the very instant', () => {
    const [at] = handMade.points.filter(({ id }) => id === 'sales-again');
    const sales = (asOf: number) => open(asOf).points('sales').length;
    expect([sales((at?.knownAt ?? 0) - 1), sales(at?.knownAt ?? 0)]).toEqual([2, 3]);
  });

  it('knows companies and series from their first value on', () => {
    const seen = (day: string) => {
      const store = open(noon(day));
      return [store.companies().map(({ id }) => id), store.series('k1').map(({ id }) => id)];
    };
    expect(seen('2022-07-31')).toEqual([[], []]);
    expect(seen('2022-08-01')).toEqual([['k1'], ['cash', 'sales']]);
    expect(seen('2023-11-03')).toEqual([
      ['k2', 'k1'],
      ['assets', 'cash', 'eps', 'sales', 'units'],
    ]);
    expect(open(noon('2023-11-02')).company('k2')).toBeUndefined();
    expect(open(noon('2023-11-03')).company('k2')?.ticker).toBe('GEAR');
  });

  const [first] = handMade.points as [Point];
  const more = (...points: Point[]): FundamentalsData => {
    return { ...handMade, points: [...handMade.points, ...points] };
  };
  it.each([
    [
      'two points of one id',
      more(first),
      /own.jsonl:10: id: the value id is not unique; .* of own.jsonl:10; found "sales 2022Q1"/,
    ],
    [
      'an unknown series',
      more({ ...first, id: 'x', seriesId: 'y' }),
      'x: seriesId: unknown id; expected the id of another line; found "y"',
    ],
    [
      'an unknown company',
      { ...handMade, companies: [] },
      /own.jsonl:3: companyId: .*; found "k1"/,
    ],
    [
      'a second value for a period',
      more({ ...first, id: 'x', knownAt: first.knownAt + 1 }),
      /^x: restates: a value must restate the previously known one .*; expected "sales 2022Q1"; found null/,
    ],
    [
      'a restatement of another period',
      more({ ...first, id: 'x', period: '2022Q2', restates: first.id }),
      'expected null; found "sales 2022Q1"',
    ],
  ])('refuses %s', (_, data, message) => {
    expect(() => fundamentalsStores(data)).toThrow(message);
  });
});

describe('categories', () => {
  it.each([
    ['Income Statement | Revenue | Total', 'Income Statement'],
    ['GAAP to Non-GAAP | Net income', 'Income Statement'],
    ['EBITDA', 'Income Statement'],
    ['Segmental Breakdown | Revenue', 'Segments/Geography'],
    ['Geographic Information | Revenue', 'Segments/Geography'],
    ['Balance Sheet | Total', 'Balance Sheet'],
    ['Cash Flow Statement | Total', 'Cash Flow'],
    ['Other breakdown | By mine | Total cash costs', 'Operational KPIs'],
    ['Guidance | Revenue', 'Guidance/Outlook'],
    ['Weather | Balance Sheet', null],
  ])('puts %s into %s', (path, category) => {
    expect(categoryOf(path)).toBe(category);
  });
});

describe('fiscal periods', () => {
  const march: FiscalYear = { fiscalYearEndMonth: 3, yearLabel: 'start' };
  const december: FiscalYear = { fiscalYearEndMonth: 12, yearLabel: 'end' };
  const january: FiscalYear = { fiscalYearEndMonth: 1, yearLabel: 'start' };
  const day = (text: string): number => requireCivilDate(text, 'test');

  it.each([
    ['2022FY', march, '2022-04-01', '2023-03-31'],
    ['2022FY', { ...march, yearLabel: 'end' }, '2021-04-01', '2022-03-31'],
    ['2022Q4', march, '2023-01-01', '2023-03-31'],
    ['2022Q3YTD', march, '2022-04-01', '2022-12-31'],
    ['2022Q1', december, '2022-01-01', '2022-03-31'],
    ['2022FY', { ...december, yearLabel: 'start' }, '2022-01-01', '2022-12-31'],
    ['2023H2', { fiscalYearEndMonth: 6, yearLabel: 'end' }, '2023-01-01', '2023-06-30'],
    // Smith & Wesson, April: FinRetrieval, Table 9.
    ['2015Q4', { fiscalYearEndMonth: 4, yearLabel: 'end' }, '2015-02-01', '2015-04-30'],
  ] as const)('takes %s of %j for its months', (label, fiscal, start, end) => {
    const months = labeledMonths(label, fiscal) ?? { first: 0, last: 0 };
    expect(daysOf(months)).toEqual({ start: day(start), end: day(end) });
  });

  it('knows no other labels', () => {
    const labels = ['2022', '2022Q5', '2022H3', '2022FYYTD', '22Q1', 'Q12022', ' 2022FY'];
    expect(labels.filter((label) => labeledMonths(label, march) !== undefined)).toEqual([]);
  });

  it.each([
    ['2009FY', december, '2008-12-29', '2010-01-03'],
    ['2015Q2', december, '2015-03-30', '2015-06-28'],
    ['2024FY', january, '2024-01-29', '2025-02-02'],
    ['2024Q3', january, '2024-07-29', '2024-10-27'],
    ['2025FY', { ...january, yearLabel: 'end' }, '2024-01-29', '2025-02-02'],
    ['2023Q2YTD', december, '2023-01-01', '2023-06-30'],
    ['2023H2', december, '2023-07-01', '2023-12-31'],
    ['2023Q3YTD', december, '2023-01-01', '2023-09-30'],
    ['2022FY', march, null, '2023-03-31'],
    ['2022Q2', march, null, '2022-09-30'],
    [undefined, december, '2023-01-01', '2023-02-28'],
    [undefined, december, '2023-04-01', '2023-09-30'],
    [undefined, december, null, '2023-02-28'],
  ] as const)('labels %s of %j', (label, fiscal, start, end) => {
    expect(labelOf(fiscal, start === null ? null : day(start), day(end))).toBe(label);
  });

  it('puts the last day of 52 and 53 weeks to the nearest end of a month', () => {
    const last = (end: string) => monthsOf(null, day(end)).last % 12;
    expect(['2016-12-31', '2017-04-01', '2024-09-28', '2012-01-01'].map(last)).toEqual([
      11, 2, 8, 11,
    ]);
  });
});
