/** Fundamentals from filings, checked against rows of a real data set, and from lines of a user. */

import type { Fundamentals } from '#contracts';
import { formatInstant, parseInstant, requireCivilDate } from '#values';
import { describe, expect, it } from 'vitest';
import { filingFundamentals } from './filing-source.js';
import { readFundamentalsLines } from './line-documents.js';
import { handMadeLines } from '../hand-made.fixture.js';
import { fundamentalsStores } from './fundamentals-store.js';

const day = (text: string): number => requireCivilDate(text, 'test');

/**
 * A filing as the view shows it: symbol, form, vendor's label, days, filing date, acceptance,
 * accession number.
 */
function filed(
  row: string,
  revenues: number,
  figures: Partial<Record<string, number>> = {},
): Fundamentals {
  const [symbol = '', form = '', label = '', start = '', end = '', on = '', at, accession] =
    row.split(' ');
  const usd = (value: number, of: string) => ({ value, unit: 'USD', label: of });
  const { assets = 9e9, liabilities = assets, eps = 1.25, other = 2e6, whole = 5e6 } = figures;
  return {
    kind: 'fundamentals',
    symbol,
    form,
    fiscalYear: Number(label.slice(0, 4)),
    fiscalPeriod: label.slice(4),
    periodStart: day(start),
    periodEnd: day(end),
    filedDate: day(on),
    acceptedAt: parseInstant(at ?? '') ?? null,
    accession: accession ?? null,
    statements: {
      income_statement: {
        revenues: usd(revenues, 'Revenues'),
        cost_of_revenue_goods: usd(1e6, 'Cost Of Revenue, Goods'),
        diluted_earnings_per_share: { ...usd(eps, 'Diluted EPS'), unit: 'USD / shares' },
      },
      balance_sheet: {
        assets: usd(assets, 'Assets'),
        liabilities_and_equity: usd(liabilities, 'Liabilities And Equity'),
      },
      comprehensive_income: {
        comprehensive_income_loss: usd(whole, 'Comprehensive Income/Loss'),
        other_comprehensive_income_loss: usd(other, 'Other Comprehensive Income/Loss'),
      },
    },
  };
}

const homeDepot = [
  filed(
    'HD 10-Q 2025Q1 2024-01-29 2024-04-28 2024-05-21 2024-05-20T22:05:58Z 0000354950-24-000152',
    36_418e6,
  ),
  filed(
    'HD 10-Q 2025Q2 2024-04-29 2024-07-28 2024-08-20 2024-08-19T21:50:05Z 0000354950-24-000201',
    43_175e6,
  ),
  filed(
    'HD 10-Q 2025Q3 2024-07-29 2024-10-27 2024-11-19 2024-11-18T23:28:53Z 0000354950-24-000240',
    40_217e6,
  ),
  filed(
    'HD 10-K 2025FY 2024-01-29 2025-02-02 2025-03-21 2025-03-20T22:36:42Z 0000354950-25-000085',
    159_514e6,
    {
      assets: 96_119e6,
      eps: 14.91,
      other: -652e6,
      whole: 14_154e6,
    },
  ),
];
const profiles = [{ ticker: 'HD', name: 'Home Depot', yearLabel: 'start' as const }];

describe('filings', () => {
  const data = filingFundamentals(homeDepot.toReversed(), profiles);
  const valuesOf = (series: string, filings = data) =>
    fundamentalsStores(filings)(Infinity)
      .points(series)
      .map(({ period, value }) => `${period} ${value}`);

  it('say which month ends the fiscal year, and take the rest of a company from its profile', () => {
    expect(data.companies).toEqual([
      {
        id: 'filer-HD',
        ticker: 'HD',
        name: 'Home Depot',
        country: 'US',
        region: 'US',
        fiscalYearEndMonth: 1,
        yearLabel: 'start',
        reporting: 'quarterly',
        currency: 'USD',
        isSynthetic: false,
      },
    ]);
    const of = (filings: Fundamentals[]) => filingFundamentals(filings).companies[0];
    expect(of(homeDepot.slice(0, 1))).toMatchObject({
      name: 'HD',
      fiscalYearEndMonth: 1,
      yearLabel: 'end',
    });
    const [quarter] = homeDepot as [Fundamentals];
    expect(of([{ ...quarter, fiscalPeriod: null }])?.fiscalYearEndMonth).toBe(12);
  });

  it('carry the label of the company, not of the vendor, with a computed fourth quarter', () => {
    expect(valuesOf('filer-HD/income_statement.revenues')).toEqual([
      '2024Q1 36418000000',
      '2024Q2 43175000000',
      '2024Q3 40217000000',
      '2024FY 159514000000',
      '2024Q4 39704000000',
    ]);
    const fourth = data.points.find(({ period, isComputed }) => period === '2024Q4' && isComputed);
    expect([fourth?.start, fourth?.end]).toEqual([day('2024-10-28'), day('2025-02-02')]);
    const computed = data.points
      .filter(({ isComputed }) => isComputed)
      .map(({ lineItem }) => lineItem);
    expect(computed).not.toContain('diluted_earnings_per_share');
    expect(computed).not.toContain('assets');
  });

  it('give each value its filing, line, days, digits and knowledge time', () => {
    const point = (line: string) =>
      data.points.find(({ lineItem, period }) => lineItem === line && period === '2024FY');
    expect(point('diluted_earnings_per_share')).toEqual({
      id: '0000354950-25-000085/income_statement.diluted_earnings_per_share',
      seriesId: 'filer-HD/income_statement.diluted_earnings_per_share',
      period: '2024FY',
      targetPeriod: null,
      start: day('2024-01-29'),
      end: day('2025-02-02'),
      value: 14.91,
      precision: 0.01,
      knownAt: parseInstant('2025-03-20T22:36:42Z'),
      accession: '0000354950-25-000085',
      lineItem: 'diluted_earnings_per_share',
      isComputed: false,
      isTagged: false,
      restates: null,
    });
    expect(point('assets')).toMatchObject({ start: null, value: 96_119e6, precision: 1e6 });
  });

  it('name series by statement and label', () => {
    expect(
      data.series.map(({ path, category, unit, scale }) => [path, category, unit, scale]),
    ).toEqual([
      ['Income Statement | Revenues', 'Income Statement', 'USD', 1e6],
      ['Income Statement | Cost Of Revenue | Goods', 'Income Statement', 'USD', 1e6],
      ['Income Statement | Diluted EPS', 'Income Statement', 'USD / shares', 1],
      ['Balance Sheet | Assets', 'Balance Sheet', 'USD', 1e6],
      ['Balance Sheet | Liabilities And Equity', 'Balance Sheet', 'USD', 1e6],
      ['Comprehensive Income | Comprehensive Income/Loss', 'Income Statement', 'USD', 1e6],
      ['Comprehensive Income | Other Comprehensive Income/Loss', 'Income Statement', 'USD', 1e6],
    ]);
  });

  it('with a date alone are known from 17:30 in New York', () => {
    const pg = filed('PG 10-K 2014FY 2013-07-01 2014-06-30 2014-08-08', 29_400e6);
    const [point] = filingFundamentals([pg]).points;
    expect(formatInstant(point?.knownAt ?? 0)).toBe('2014-08-08T21:30:00Z');
  });

  it('are labeled by their days in years of 52 and 53 weeks', () => {
    const jnj = [
      filed('JNJ 10-K 2009FY 2008-12-29 2010-01-03 2010-03-01 2010-03-01T21:50:02Z a', 61_897e6),
      filed('JNJ 10-Q 2016Q2 2015-03-30 2015-06-28 2015-07-31', 17_787e6),
    ];
    expect(valuesOf('filer-JNJ/income_statement.revenues', filingFundamentals(jnj))).toEqual([
      '2009FY 61897000000',
      '2015Q2 17787000000',
    ]);
  });

  it('mark what is at odds with the rest as tagged', () => {
    // Real: revenue of P&G's fiscal 2014, and other comprehensive income of Apple's.
    const pg = [
      filed('PG 10-Q 2014Q1 2013-07-01 2013-09-30 2013-10-25', 20_830e6),
      filed('PG 10-Q 2014Q2 2013-10-01 2013-12-31 2014-01-24', 21_897e6),
      filed('PG 10-Q 2014Q3 2014-01-01 2014-03-31 2014-04-23', 20_178e6, { liabilities: 9.1e9 }),
      filed('PG 10-K 2014FY 2013-07-01 2014-06-30 2014-08-08', 29_400e6, { other: 5e6 }),
    ];
    const { points } = filingFundamentals(pg);
    const tagged = points.filter(({ isTagged, isComputed }) => isTagged && !isComputed);
    expect(tagged.map(({ lineItem, period }) => `${lineItem} ${period}`)).toEqual([
      'revenues 2014FY',
      'assets 2014Q3',
      'liabilities_and_equity 2014Q3',
      'other_comprehensive_income_loss 2014FY',
    ]);
    expect(
      points.some(({ lineItem, period }) => lineItem === 'revenues' && period === '2014Q4'),
    ).toBe(false);
  });

  it('restate an earlier filing for the same period', () => {
    const again = filed(
      'HD 10-K/A 2025FY 2024-01-29 2025-02-02 2025-06-02 2025-06-02T20:00:00Z b',
      159_500e6,
    );
    const open = fundamentalsStores(filingFundamentals([again, ...homeDepot], profiles));
    const revenue = (asOf: string) =>
      open(parseInstant(asOf) ?? 0)
        .points('filer-HD/income_statement.revenues')
        .findLast(({ period }) => period === '2024FY')?.value;
    expect(revenue('2025-06-01T00:00:00Z')).toBe(159_514e6);
    expect(revenue('2025-06-03T00:00:00Z')).toBe(159_500e6);
  });

  it('leave out flows of an unknown length, and what is no part of a fiscal year', () => {
    const [quarter] = homeDepot as [Fundamentals];
    const statements = ({ points }: { points: readonly { seriesId: string }[] }) => [
      ...new Set(points.map(({ seriesId }) => /\/(\w+)\./.exec(seriesId)?.[1])),
    ];
    expect(statements(filingFundamentals([{ ...quarter, periodStart: null }]))).toEqual([
      'balance_sheet',
    ]);
    const odd = { ...quarter, periodStart: day('2024-02-26') };
    expect(statements(filingFundamentals([odd]))).toEqual(['balance_sheet']);
  });
});

describe('lines', () => {
  it('fill in what need not be said', () => {
    const { companies, series, points } = readFundamentalsLines(
      handMadeLines.join('\n'),
      'own.jsonl',
    );
    expect(companies[1]).toMatchObject({
      yearLabel: 'end',
      reporting: 'quarterly',
      isSynthetic: false,
    });
    expect(series[0]).toMatchObject({ scale: 1, sign: 'signed', category: 'Income Statement' });
    expect(points[0]).toEqual({
      id: 'sales 2022Q1',
      seriesId: 'sales',
      period: '2022Q1',
      targetPeriod: null,
      start: day('2022-04-01'),
      end: day('2022-06-30'),
      value: 100,
      precision: null,
      knownAt: parseInstant('2022-08-01T06:00:00Z'),
      accession: null,
      lineItem: null,
      isComputed: false,
      isTagged: false,
      restates: null,
    });
  });

  it.each([
    ['no JSON', '{', 'own.jsonl:1: the line does not match its schema; expected object; found "{"'],
    ['a list', '[]', 'expected object; found []'],
    ['another kind', '{"kind":"toString"}', /own.jsonl:1: kind: .*; found "toString"/],
    [
      'a wrong unit',
      '\n{"kind":"series","id":"a","companyId":"b","path":"c","unit":"dollars"}',
      /own.jsonl:2: unit: .*; found "dollars"/,
    ],
    [
      'a day that does not exist',
      '{"kind":"point","seriesId":"a","period":"2023Q1","start":null,"end":"2023-02-30"}',
      /:1: end: .*; expected YYYY-MM-DD; found "2023-02-30"/,
    ],
    ['an unknown member', '{"kind":"company","mood":"good"}', /:1: id: .*; found nothing/],
  ])('refuse %s', (_, text, message) => {
    expect(() => readFundamentalsLines(text, 'own.jsonl')).toThrow(message);
  });
});
