/**
 * A small store made by hand: a company whose year ends in March and is named by its start,
 * and one of June.
 */

import { parseInstant } from '#values';
import { readFundamentalsLines } from './store/line-documents.js';
import type { FundamentalsData } from './store/fundamentals-model.js';

const points: readonly (readonly [
  series: string,
  period: string,
  days: string,
  value: number,
  known: string,
])[] = [
  ['sales', '2022Q1', '2022-04-01 2022-06-30', 100, '2022-08-01'],
  ['sales', '2022FY', '2022-04-01 2023-03-31', 420, '2023-05-10'],
  ['sales', '2023FY', '2023-04-01 2024-03-31', 450, '2024-05-10'],
  ['cash', '2022Q1', '2022-04-01 2022-06-30', -10, '2022-08-01'],
  ['cash', '2022Q2YTD', '2022-04-01 2022-09-30', -25.5, '2022-11-01'],
  ['cash', '2022Q3YTD', '2022-04-01 2022-12-31', -40.7, '2023-02-01'],
  ['cash', '2022FY', '2022-04-01 2023-03-31', -60, '2023-05-10'],
  ['assets', '2022FY', '- 2023-03-31', 900, '2023-05-10'],
  ['units', '2022Q4', '2022-04-01 2023-03-31', 31, '2023-05-10'],
];
const line = (kind: string, members: object): string => JSON.stringify({ kind, ...members });

/** In the format of user files. */
export const handMadeLines = [
  line('company', {
    id: 'k1',
    ticker: '1234.T',
    name: 'Nagoya Gear Company',
    country: 'JP',
    region: 'non-US',
    fiscalYearEndMonth: 3,
    yearLabel: 'start',
    currency: 'JPY',
  }),
  line('company', {
    id: 'k2',
    ticker: 'GEAR',
    name: 'Gearbox Holdings',
    country: 'US',
    region: 'US',
    fiscalYearEndMonth: 6,
    currency: 'USD',
  }),
  ...[
    ['sales', 'k1', 'Income Statement | Revenue | Total', 'JPY'],
    ['cash', 'k1', 'Cash Flow | Investing | Capital expenditures', 'JPY'],
    ['assets', 'k1', 'Balance Sheet | Assets | Total', 'JPY'],
    ['units', 'k1', 'Operational KPIs | Units produced', 'units'],
    ['eps', 'k1', 'Guidance | Earnings per share', 'JPY / shares'],
    ['margin', 'k2', 'Operational KPIs | Gross margin', 'ratio'],
  ].map(([id, companyId, path, unit]) => line('series', { id, companyId, path, unit })),
  '',
  ...points.map(([seriesId, period, days, value, known]) => {
    const [start, end] = days.split(' ').map((day) => (day === '-' ? null : day));
    return line('point', { seriesId, period, start, end, value, knownAt: `${known}T06:00:00Z` });
  }),
  line('point', {
    id: 'sales-again',
    seriesId: 'sales',
    period: '2022FY',
    start: '2022-04-01',
    end: '2023-03-31',
    value: 419,
    knownAt: '2024-05-10T06:00:00Z',
    restates: 'sales 2022FY',
  }),
  line('point', {
    id: 'eps-1',
    seriesId: 'eps',
    period: '2022FY',
    targetPeriod: '2023FY',
    start: '2022-04-01',
    end: '2023-03-31',
    value: 12.5,
    precision: 0.1,
    knownAt: '2023-05-10T06:00:00Z',
  }),
  line('point', {
    seriesId: 'margin',
    period: '2024Q1',
    start: '2023-07-01',
    end: '2023-09-30',
    value: 0.415,
    precision: 0.001,
    knownAt: '2023-11-02T21:00:00Z',
  }),
];

export const handMade: FundamentalsData = readFundamentalsLines(
  handMadeLines.join('\n'),
  'own.jsonl',
);

/** Noon of a day, UTC. */
export const noon = (day: string): number => parseInstant(`${day}T12:00:00Z`) ?? NaN;
