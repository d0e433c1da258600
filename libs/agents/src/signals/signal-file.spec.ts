/** Tables of signals as other programs write them, and what is refused with its row. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeParquet } from '#market-data/tables/parquet-file';
import { formatCivilDate, isFailure } from '#values';
import { readTable } from '../open-agent.js';
import { isSignalTable, readSignals } from './signal-file.js';

const folder = mkdtempSync(join(tmpdir(), 'signals-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string, name = 'signals.csv'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function read(file: string): Promise<unknown[]> {
  const rows = await readSignals(file, readTable);
  return rows.map(({ date, where: _, place: __, ...row }) => ({
    date: formatCivilDate(date),
    ...row,
  }));
}

const readCsv = (text: string): Promise<unknown[]> => read(written(text));
const long = { date: '2025-03-03', symbol: 'AAPL', form: 'weight', weight: 1 };

describe('a table of signals', () => {
  it.each([
    ['with its columns in another order', 'weight,Symbol,Date\n1,AAPL,2025-03-03\n'],
    ['with an index of days without a name', ',symbol,weight\n2025-03-03,AAPL,1.0\n'],
    ['with an index that counts rows', ',date,symbol,weight\n0,2025-03-03,AAPL,1\n'],
    ['with an index that pandas named', 'Unnamed: 0,date,ticker,weight\n0,2025-03-03,AAPL,1\n'],
    ['with midnights', 'date,symbol,weight\n2025-03-03 00:00:00,AAPL,1\n'],
    ['with CRLF, quotes and a blank line', 'date,symbol,weight\r\n"2025-03-03",AAPL,"1"\r\n\r\n'],
    ['without the warm-up of a mean', 'date,symbol,weight\n2025-02-28,AAPL,\n2025-03-03,AAPL,1\n'],
    ['without what is no number', 'date,symbol,weight\n2025-02-28,AAPL,NaN\n2025-03-03,AAPL,1\n'],
  ])('%s', async (_, text) => {
    expect(await readCsv(text)).toEqual([long]);
  });

  it('without symbols is of the one of its run', async () => {
    const [row] = await readCsv('date,weight\n2025-03-03,-0.5\n');
    expect(row).toEqual({ ...long, symbol: undefined, weight: -0.5 });
  });

  it('of shares has a price where an order has one', async () => {
    const text = 'date,symbol,shares,stop,limit\n2025-03-03,A,10,,\n2025-03-03,A,-10,95.5,95\n';
    expect(await readCsv(text)).toEqual([
      { date: '2025-03-03', symbol: 'A', form: 'shares', shares: 10 },
      { date: '2025-03-03', symbol: 'A', form: 'shares', shares: -10, stop: 95.5, limit: 95 },
    ]);
  });

  it('of actions is read in any order of columns', async () => {
    const rows = [{ date: '2025-03-03', symbol: 'A', form: 'action', action: 'BUY' }];
    expect(await readCsv('action,date,symbol\nBUY,2025-03-03,A\n')).toEqual(rows);
  });

  it('may be Parquet', async () => {
    const file = join(folder, 'signals.parquet');
    const columns = { date: 'VARCHAR', symbol: 'VARCHAR', weight: 'DOUBLE' } as const;
    const rows = [
      { date: '2025-02-28', symbol: 'AAPL', weight: null },
      { date: '2025-03-03', symbol: 'AAPL', weight: 1 },
    ];
    await writeParquet(file, columns, rows);
    expect(await read(file)).toEqual([long]);
  });

  it.each([
    ['an empty file', '', ':1', 'found an empty file'],
    ['no signal', 'date,symbol\n', ':1', 'one of action, weight and shares'],
    ['two signals', 'date,symbol,weight,shares\n', ':1', 'one of action, weight and shares'],
    ['no date', 'symbol,weight\n', ':1', 'expected date, symbol'],
    ['a column of something else', 'date,symbol,weight,close\n', ':1', 'found "close"'],
    ['a column twice', 'date,symbol,weight,Weight\n', ':1', 'twice'],
    ['a stop beside a weight', 'date,symbol,weight,stop\n', ':1', 'wrong header'],
    ['a weight beyond the equity', 'date,weight\n2025-03-03,1.5\n', ':2: weight', 'from -1 to 1'],
    ['a weight in words', 'date,weight\n2025-03-03,long\n', ':2: weight', 'found "long"'],
    ['a price of zero', 'date,shares,limit\n2025-03-03,1,0\n', ':2: limit', 'above 0'],
    ['an action in small letters', 'date,action\n2025-03-03,buy\n', ':2', 'BUY, SELL or HOLD'],
    ['a day that does not exist', 'date,weight\n2025-02-29,1\n', ':2', 'YYYY-MM-DD'],
    ['a time of day', 'date,weight\n2025-03-03 09:30:00,1\n', ':2', 'YYYY-MM-DD'],
    ['an empty symbol', 'date,symbol,weight\n2025-03-03,,1\n', ':2', 'not a symbol'],
    ['a row that is cut', 'date,symbol,weight\n2025-03-03,A\n', ':2', 'expected 3 fields'],
    ['a quote without an end', 'date,weight\n"2025-03-03,1\n', ':2', 'cannot be read'],
  ])('with %s is refused at its row', async (_, text, place, says) => {
    const file = written(text);
    const failure = await readSignals(file, readTable).catch((error: unknown) => error);
    if (!isFailure(failure, 'InvalidInput')) throw failure;
    expect(failure.where).toBe(`${file}${place}`);
    expect(failure.message).toContain(says);
  });
});

it.each([
  ['signals.csv', 'date,symbol,weight\n', true],
  ['signals.parquet', '', true],
  ['script.csv', '\uFEFFdate,symbol,action\r\n', false],
  ['result.json', '{}', false],
])('tells a table of signals from a script: %s', async (name, text, isTable) => {
  expect(await isSignalTable(written(text, name))).toBe(isTable);
});
