/**
 * Printed figures as numbers, and as what the prices allow; a cell that is not a number is not a
 * contradiction.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataset } from '#market-data';
import { checkPublished } from './check-published.js';
import { parsePublishedTable } from './published-table.js';

async function checked(mdd: string, cr: string) {
  const row = (metric: string, text: string): string =>
    `1,2015-01-05,2015-03-31,Trading,ZZZ,${metric},${text}`;
  const text = ['table,from,to,task,symbol,metric,model', row('CR', cr), row('MDD', mdd)].join(
    '\n',
  );
  const dataset = await openDataset('aapl-2013-2018');
  try {
    const { cells } = await checkPublished(parsePublishedTable(text, 'a.csv'), dataset);
    return { reasons: cells[0]?.reasons, unreadable: cells[0]?.unreadable };
  } finally {
    await dataset.close();
  }
}

const contradiction = 'the return is below minus the drawdown';

it.each([
  ['5', '-50', [contradiction]],
  ['5%', '\u221250%', [contradiction]],
  ['"1,000.00%"', '"\u22121,500.5%"', [contradiction]],
  ['60', '\u221250%', []],
])('drawdown %s with a return of %s', async (mdd, cr, reasons) => {
  expect(await checked(mdd, cr)).toEqual({ reasons, unreadable: [] });
});

it('counts what it cannot read apart', async () => {
  expect(await checked('1,2,3'.replaceAll(',', ';'), 'n/a')).toEqual({
    reasons: [],
    unreadable: ['CR is not a number: "n/a"', 'MDD is not a number: "1;2;3"'],
  });
});

const days = ['2026-01-05', '2026-01-06', '2026-01-07'];
/** Closes of three days; null is a day without a bar. */
const closes = {
  AA: [100, 110, 99],
  BB: [100, 100, 100],
  CC: [100, 90, 99],
  DD: [100, null, 120],
} as const;

function priced(): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-published-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = Object.entries(closes).flatMap(([symbol, prices]) =>
    prices.flatMap((close, day) =>
      close === null ? [] : [`${symbol},${days[day]},${close},${close},${close},${close}`],
    ),
  );
  writeFileSync(join(folder, 'p.csv'), ['symbol,date,open,high,low,close', ...rows, ''].join('\n'));
  const bars =
    '{ file: p.csv, frequency: daily, stamp: session, priceBasis: adjusted, order: [symbol, ' +
    'date] }';
  const yaml =
    `name: p\ncalendar: 24/7\ntimeZone: UTC\ncurrency: USD\nbars: ${bars}\nsymbols: [AA, BB, CC, ` +
    'DD]\n';
  writeFileSync(join(folder, 'dataset.yaml'), yaml);
  return folder;
}

/**
 * The cells of a table with these rows of subject, metric and figure, in the window of the prices.
 */
async function checkedIn(
  rows: readonly (readonly [symbol: string, metric: string, figure: string])[],
  [from, to]: readonly [string, string] = [days[0]!, days[2]!],
) {
  const lines = rows.map((row) => `1,${from},${to},Hedging,${row.join()}`);
  const text = ['table,from,to,task,symbol,metric,model', ...lines].join('\n');
  const dataset = await openDataset(priced());
  try {
    return await checkPublished(parsePublishedTable(text, 'a.csv'), dataset);
  } finally {
    await dataset.close();
  }
}

describe('the prices of a window', () => {
  const above = (limit: string): string =>
    `the return is above ${limit}%, the most that the prices allow`;

  it.each([
    // Long for +10 %, then short for +10 %.
    ['AA', '21', []],
    ['AA', '21.02', [above('21.00')]],
    // Short, then long: 0.9 × 0.9, and six trades of 0.05 % at most.
    ['AA', '-19.24', []],
    ['AA', '-19.26', ['the return is below -19.24%, the least that the prices allow']],
    // A symbol that the data set lacks has no prices.
    ['ZZ', '900', []],
  ])('allow %s a return of %s or not', async (symbol, figure, reasons) => {
    const { cells, skipped } = await checkedIn([[symbol, 'CR', figure]]);
    expect({ reasons: cells.map((cell) => cell.reasons), skipped }).toEqual({
      reasons: [reasons],
      skipped: 0,
    });
  });

  it.each([
    // Half of the equity each way: +5 %, then -5 % from the other side.
    ['AA/BB', '10.25', []],
    ['AA/BB', '10.27', [above('10.25')]],
    // Only the first and the last day have both: 1 + (0.99 - 1.2) ÷ 2, from the other side.
    ['AA/DD', '10.52', [above('10.50')]],
    // A leg that is not named may be CC: (1.1 - 0.9) ÷ 2 each day.
    ['AA', '21', []],
    ['AA', '21.02', [above('21.00')]],
    ['AA/ZZ', '900', []],
    ['ZZ/AA', '900', []],
  ])('allow the pair %s a return of %s or not', async (pair, figure, reasons) => {
    const rows = [
      ['', 'PAIR', pair],
      ['', 'CR', figure],
    ] as const;
    const { cells } = await checkedIn(rows);
    expect(cells.map((cell) => cell.reasons)).toEqual([reasons]);
  });

  it('are needed for the whole of it', async () => {
    for (const window of [
      ['2026-01-04', '2026-01-07'],
      ['2026-01-05', '2026-01-08'],
    ] as const) {
      expect(await checkedIn([['AA', 'CR', '900']], window)).toEqual({ cells: [], skipped: 1 });
    }
    const { cells } = await checkedIn([['AA', 'CR', '900']], ['2026-01-06', '2026-01-07']);
    expect(cells.map(({ reasons }) => reasons)).toEqual([[above('10.00')]]);
  });
});

it.each([
  ['"1,000"', null],
  ['1 000.5', null],
  ['+3', null],
  [' 3 %', null],
  ['\u22123', null],
  ['-3', null],
  ['3-', '"3-"'],
  ['1.000.5', '"1.000.5"'],
  ['"10,00"', '"10,00"'],
  ['3 % a', '"3 % a"'],
])('%s is a number, or is counted as none', async (text, unreadable) => {
  const { cells } = await checkedIn([['ZZ', 'SR', text]]);
  const found = unreadable === null ? [] : [`SR is not a number: ${unreadable}`];
  expect(cells[0]?.unreadable).toEqual(found);
});
