/** Tests of the check: clock changes, line ends, rounding, and other habits of vendors. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatCivilDate } from '#values';
import { amountIn } from '../facts/action-facts.js';
import { openDataset } from '../open/open-dataset.js';
import type { CheckReport } from './check-report.js';

const root = mkdtempSync(join(tmpdir(), 'vendor-files-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

const head = 'name: x\ncalendar: XNYS\ncurrency: USD\n';
const undeclared =
  `${head}bars: { file: p.csv, frequency: daily, stamp: ` + 'session, priceBasis: raw }\n';
const header = 'symbol,date,open,high,low,close,volume,vwap\n';

async function check(files: Record<string, string>): Promise<CheckReport> {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  const dataset = await openDataset(path);
  const report = await dataset.check();
  await dataset.close();
  return report;
}

const barsWith = (text: string): Record<string, string> => ({
  'dataset.yaml': undeclared,
  'p.csv': header + text,
});

describe('a check across a clock change', () => {
  const zone = 'name: x\ncalendar: 24/7\ntimeZone: America/New_York\ncurrency: USD\n';
  const bars =
    `${zone}bars: { file: p.csv, symbol: A, frequency: intraday, ` +
    'stamp: end, priceBasis: raw }\n';
  const trades = `${zone}trades: { file: t.csv, symbol: A }\n`;
  const ambiguous = 'the clock change makes the time ambiguous: it does not exist, or exists twice';

  it.each([
    ['the same time again', '2025-11-02 01:00,2025-11-02 01:00', 1],
    ['a time that goes back', '2025-11-02 01:30,2025-11-02 01:10,2025-11-02 02:00', 1],
    ['a time that does not exist', '2025-03-09 02:30,2025-03-09 03:00', 1],
    ['offsets', '2025-11-02 01:30-04:00,2025-11-02 01:10-05:00', 0],
    ['any other hour', '2025-11-02 03:30,2025-11-02 03:10', 0],
  ])('bars and trades: %s', async (_, times, count) => {
    const rows = times.split(',').map((time, id) => ({ time, id }));
    const bar = rows.map(({ time }) => `${time},1,1,1,1\n`).join('');
    const trade = rows.map(({ time, id }) => `${time},1,1,${id}\n`).join('');
    const ofBars = { 'dataset.yaml': bars, 'p.csv': `timestamp,open,high,low,close\n${bar}` };
    const ofTrades = { 'dataset.yaml': trades, 't.csv': `timestamp,price,size,id\n${trade}` };
    const what = Array.from({ length: count }, () => ambiguous);
    expect((await check(ofBars)).errors.map((error) => error.what)).toEqual(what);
    const again = new Set(rows.map(({ time }) => time)).size < rows.length;
    expect((await check(ofTrades)).errors.map((error) => error.what)).toEqual(again ? [] : what);
  });
});

it('names line ends of CR in every kind of text file', async () => {
  const report = await check({
    'dataset.yaml': `${undeclared}news: { file: n.jsonl }\n`,
    'p.csv': `${header}A,2025-03-03,1,2,1,2,5,\n`.replaceAll('\n', '\r'),
    'n.jsonl': '{"id":"a"}\r{"id":"b"}\r',
  });
  const what = 'the lines end in CR alone';
  expect(report.errors).toMatchObject([
    { file: 'n.jsonl', line: 1, what },
    { file: 'p.csv', line: 1, what },
  ]);
});

it('takes rounding for rounding, and more for an error', async () => {
  const rounded = `A,2025-03-03,0.3,0.3,0.3,${0.1 + 0.2},5,${0.1 + 0.2}\n`;
  expect(await check(barsWith(rounded))).toMatchObject({ errors: [], warnings: [] });
  const wrong = await check(barsWith('A,2025-03-03,1,1,1,1.00000001,5,\n'));
  expect(wrong.errors).toMatchObject([
    { line: 2, field: 'high', what: 'high is below open or close' },
  ]);
});

describe('a check of dividends', () => {
  const dividendsOf = (currency: string, dividend: string): Record<string, string> => ({
    'dataset.yaml': `${undeclared}dividends: { file: d.csv }\ncurrencies: { A: ${currency} }\n`,
    'p.csv': `${header}A,2025-03-03,1,2,1,2,5,\n`,
    'd.csv':
      'symbol,ex_dividend_date,cash_amount,declaration_date,currency\n' +
      `A,2025-03-03,12.5,2025-03-03,${dividend}\n`,
  });

  it.each([
    ['USD', ''],
    ['USD', 'usd'],
    ['GBX', 'GBp'],
    ['GBX', 'GBP'],
    ['ZAR', 'ZAc'],
    ['ILA', 'ILS'],
  ])('accepts a share in %s with a dividend in %s', async (share, dividend) => {
    expect((await check(dividendsOf(share, dividend))).errors).toEqual([]);
  });

  it.each([
    ['USD', 'JPY'],
    ['GBP', 'USD'],
    ['GBX', 'ZAc'],
    ['ILS', 'GBX'],
  ])('refuses a share in %s with a dividend in %s', async (share, dividend) => {
    const found = { line: 2, field: 'currency', expected: share, found: JSON.stringify(dividend) };
    expect((await check(dividendsOf(share, dividend))).errors).toMatchObject([found]);
  });
});

it.each([
  ['USD', 'USD', 0.1],
  ['GBX', 'GBP', 10],
  ['GBP', 'GBp', 0.001],
  ['GBp', 'GBX', 0.1],
])('0.1 for a share in %s given in %s: %s', (share, currency, expected) => {
  expect(amountIn(share, 0.1, currency)).toBe(expected);
});

describe('a check of how far rows are apart', () => {
  const rowsOf = (dates: readonly string[]): string =>
    dates.map((date) => `A,${date},1,1,1,1,5,\n`).join('');
  const every = (days: number, count: number): string[] =>
    Array.from({ length: count }, (_, step) => formatCivilDate(20_090 + days * step));
  const months = Array.from({ length: 9 }, (_, month) => `2025-0${month + 1}-28`);
  const thin = ['2025-01-06', '2025-01-08', ...every(7, 6)].toSorted();

  it.each([
    ['weeks', every(7, 7), 'frequency: weekly'],
    ['months', months, 'frequency: monthly'],
    ['too few weeks to tell', every(7, 6), undefined],
    ['thin trading', thin, undefined],
    ['days', every(1, 12), undefined],
  ])('%s', async (_, dates, expected) => {
    const { errors } = await check(barsWith(rowsOf(dates)));
    expect(errors.map((error) => error.expected)).toEqual(expected === undefined ? [] : [expected]);
  });

  const weekly = (text: string): Record<string, string> => ({
    ...barsWith(text),
    'dataset.yaml': undeclared.replace('daily', 'weekly'),
  });

  it('finds missing and duplicate weeks', async () => {
    const report = await check(weekly(rowsOf(['2025-03-03', '2025-03-14', '2025-03-28'])));
    expect(report.errors).toEqual([]);
    expect(report.gaps).toMatchObject([{ symbol: 'A', missingSessions: ['2025-03-21'] }]);
    const twice = await check(weekly(rowsOf(['2025-03-03', '2025-03-07'])));
    expect(twice.errors).toMatchObject([{ line: 3, what: 'two rows are of one weekly bar' }]);
  });
});

it.each([
  ['raw', '3', ['p.csv:3 3 after 3']],
  ['raw', '2.99', []],
  ['split-adjusted', '165.002', []],
])(
  'warns of a dividend that is not less than the %s close before it: %s',
  async (basis, cash, found) => {
    const report = await check({
      'dataset.yaml': `${undeclared.replace('raw', basis)}dividends: { file: d.csv }\n`,
      'p.csv': `${header}A,2025-03-03,3,3,3,3,,\nA,2025-03-04,3,3,3,3,,\nA,2025-03-05,3,3,3,3,,\n`,
      'd.csv':
        'symbol,ex_dividend_date,cash_amount,declaration_date\n' +
        `A,2025-03-03,9,2025-02-03\nA,2025-03-04,${cash},2025-02-03\n`,
    });
    expect(report.errors).toEqual([]);
    const warned = report.warnings.filter(({ what }) => what.startsWith('a dividend is not less'));
    expect(warned.map((one) => `${one.file}:${one.line} ${one.found}`)).toEqual(found);
  },
);
