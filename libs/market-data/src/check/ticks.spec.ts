/**
 * Tests of tables of trades and quotes: the same facts from every format and order, and each defect
 * with its line.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatCivilDate, formatInstant, parseCivilDate, parseInstant } from '#values';
import { factKinds, quoteColumns, tradeColumns } from '#contracts';
import type { CheckReport } from '../findings/check-report.js';
import { importDataset } from '../import/import-dataset.js';
import { openDataset } from '../open/open-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'ticks-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const head = 'name: ticks\ncalendar: 24/5\ncurrency: USD\n';
let folders = 0;

function folder(files: Record<string, string>): string {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

interface Tick {
  readonly kind: 'trade' | 'quote';
  readonly symbol: string;
  readonly at: string;
  readonly values: readonly number[];
}

interface TickOptions {
  readonly rowBudget?: number;
  readonly badRows?: 'refuse' | 'drop';
  readonly symbols?: readonly string[];
  readonly until?: string;
}

/** Trades and quotes of a tape by time, source and place. */
async function ticksOf(path: string, options: TickOptions = {}): Promise<Tick[]> {
  const { rowBudget, badRows = 'refuse', until = '2025-03-10' } = options;
  const dataset = await openDataset(path, rowBudget === undefined ? {} : { rowBudget });
  const found: (Tick & { place: readonly number[] })[] = [];
  try {
    const symbols = options.symbols ?? dataset.symbols;
    const sources = await dataset.openSources({
      symbols,
      until: parseCivilDate(until) as number,
      badRows,
    });
    for (const source of sources) {
      let last = -Infinity;
      for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
        for (let row = 0; row < chunk.count; row++) {
          const at = chunk.knowledgeTime[row] as number;
          expect(at).toBeGreaterThanOrEqual(last);
          last = at;
          const isTrade = chunk.kind[row] === factKinds.trade;
          if (!isTrade && chunk.kind[row] !== factKinds.quote) continue;
          expect(chunk.eventTime[row]).toBe(at);
          expect(chunk.payload[row]).toBeUndefined();
          const names = isTrade ? Object.values(tradeColumns) : Object.values(quoteColumns);
          found.push({
            kind: isTrade ? 'trade' : 'quote',
            symbol: symbols[chunk.instrument[row] as number] as string,
            at: formatInstant(at),
            values: names.map((name) => chunk[name][row] as number),
            place: [at, source.rank, found.length],
          });
        }
      }
      source.close();
    }
  } finally {
    await dataset.close();
  }
  found.sort((a, b) => {
    const differs = a.place.findIndex((value, index) => value !== b.place[index]);
    return (a.place[differs] ?? 0) - (b.place[differs] ?? 0);
  });
  return found.map(({ place: _place, ...tick }) => tick);
}

async function checkOf(path: string): Promise<CheckReport> {
  const dataset = await openDataset(path);
  try {
    return await dataset.check();
  } finally {
    await dataset.close();
  }
}

const trades = `symbol,timestamp,price,size,id
EURUSD,2025-03-03T10:00:00.000001Z,1.1,100,1
GBPUSD,2025-03-03T10:00:00.000001Z,1.3,50,1
EURUSD,2025-03-03T10:00:00.000001Z,1.1,100,2
EURUSD,2025-03-04T10:00:00Z,1.2,7,3
`;
const quotes = `symbol,timestamp,bid,ask,bid_size,ask_size
EURUSD,2025-03-03T10:00:00.000001Z,1.09,1.11,5,
EURUSD,2025-03-03T11:00:00Z,,1.12,,8
`;
const both =
  `${head}trades: { file: trades.csv, order: [timestamp] }\n` + 'quotes: { file: quotes.csv }\n';

describe('a data set of trades and quotes', () => {
  const path = folder({ 'dataset.yaml': both, 'trades.csv': trades, 'quotes.csv': quotes });

  it('gives them as facts: quotes before the trades of an instant, rows of a file in its order', async () => {
    expect(await ticksOf(path)).toEqual([
      tick('quote', 'EURUSD', '2025-03-03T10:00:00.000001Z', [1.09, 1.11, 5, NaN]),
      tick('trade', 'EURUSD', '2025-03-03T10:00:00.000001Z', [1.1, 100]),
      tick('trade', 'GBPUSD', '2025-03-03T10:00:00.000001Z', [1.3, 50]),
      tick('trade', 'EURUSD', '2025-03-03T10:00:00.000001Z', [1.1, 100]),
      tick('quote', 'EURUSD', '2025-03-03T11:00:00Z', [NaN, 1.12, NaN, 8]),
      tick('trade', 'EURUSD', '2025-03-04T10:00:00Z', [1.2, 7]),
    ]);
  });

  it('gives those of the wanted symbols and sessions', async () => {
    const found = await ticksOf(path, { symbols: ['EURUSD'], until: '2025-03-03' });
    expect(found.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
      'quote EURUSD',
      'trade EURUSD',
      'trade EURUSD',
      'quote EURUSD',
    ]);
  });

  it('needs no bars: symbols, sessions and coverage come of the ticks', async () => {
    const dataset = await openDataset(path);
    const coverage = await dataset.coverage();
    expect(dataset.barFrequency).toBe('intraday');
    expect(
      coverage.map(({ symbol, bars, trades: traded, quotes: quoted, ...rest }) => [
        symbol,
        bars,
        traded,
        quoted,
        ...[rest.firstSession, rest.lastSession].map((date) => date && formatCivilDate(date)),
      ]),
    ).toEqual([
      ['EURUSD', 0, 3, 2, '2025-03-03', '2025-03-04'],
      ['GBPUSD', 0, 1, 0, '2025-03-03', '2025-03-03'],
    ]);
    const report = await dataset.check();
    expect(report.files.map(({ file, holds, rows }) => [file, holds, rows])).toEqual([
      ['trades.csv', 'trades', 4],
      ['quotes.csv', 'quotes', 2],
    ]);
    expect([...report.errors, ...report.warnings]).toEqual([]);
    await dataset.close();
  });

  it('survives an import', async () => {
    const out = join(root, 'imported');
    await importDataset(path, out);
    expect(await ticksOf(out)).toEqual(await ticksOf(path));
  });

  it('has a content hash that covers every byte of them', async () => {
    const hashOf = async (files: Record<string, string>): Promise<string> => {
      const dataset = await openDataset(folder({ 'dataset.yaml': both, ...files }));
      const hash = await dataset.contentHash();
      await dataset.close();
      return hash;
    };
    const plain = await hashOf({ 'trades.csv': trades, 'quotes.csv': quotes });
    const other = await hashOf({
      'trades.csv': trades.replace(',7,', ',8,'),
      'quotes.csv': quotes,
    });
    const third = await hashOf({
      'trades.csv': trades,
      'quotes.csv': quotes.replace('1.09', '1.08'),
    });
    expect(new Set([plain, other, third]).size).toBe(3);
    expect(await hashOf({ 'trades.csv': trades, 'quotes.csv': quotes })).toBe(plain);
  });

  it('may have a file a day, of one symbol without a column', async () => {
    const rows = (...lines: string[]): string => `timestamp,bid,ask\n${lines.join('\n')}\n`;
    const table = (day: number): string => `  - { file: q${day}.csv, symbol: EURUSD }\n`;
    const several = folder({
      'dataset.yaml': `${head}quotes:\n${table(3)}${table(4)}symbols: [EURUSD]\n`,
      'q3.csv': rows('2025-03-03T10:00:00Z,1,2'),
      'q4.csv': rows('2025-03-04T10:00:00Z,1.1,2.1'),
    });
    expect((await ticksOf(several)).map(({ values }) => values[0])).toEqual([1, 1.1]);
  });
});

describe('rows of ticks', () => {
  it.each([
    ['a price of 0', 'EURUSD,2025-03-03T10:00:00Z,0,1,9', 'price: the value is impossible'],
    ['a negative size', 'EURUSD,2025-03-03T10:00:00Z,1,-1,9', 'size: the value is impossible'],
    ['no price', 'EURUSD,2025-03-03T10:00:00Z,,1,9', 'price: a value is missing'],
    ['a date for a time', 'EURUSD,2025-03-33,1,1,9', 'timestamp: the value is not a date and time'],
    ['a time beyond', 'EURUSD,2045-03-03T10:00:00Z,1,1,9', 'the row lies beyond the calendar'],
    ['too few fields', 'EURUSD,1', 'the number of fields differs from the header'],
  ])('with %s are errors, and can be dropped', async (_name, line, what) => {
    const files = { 'dataset.yaml': `${head}trades: { file: trades.csv }\n` };
    const path = folder({ ...files, 'trades.csv': `${trades}${line}\n` });
    const { errors } = await checkOf(path);
    expect(errors.map((one) => [one.line, oneLine(one)])).toEqual([[6, what]]);
    await expect(ticksOf(path)).rejects.toThrow(/trades.csv line 6/);
    expect(await ticksOf(path, { badRows: 'drop' })).toHaveLength(4);
  });

  it.each([
    ['in order', trades.replace('100,2\n', '100,1\n'), 4],
    ['in no order', `${trades}EURUSD,2025-03-03T10:00:00.000001Z,1.1,100,2\n`, 6],
  ])('of a duplicate trade are an error, %s', async (_name, text, line) => {
    const path = folder({
      'dataset.yaml': `${head}trades: { file: trades.csv }\n`,
      'trades.csv': text,
    });
    const { errors, coverage } = await checkOf(path);
    expect(errors.map((one) => [one.line, one.what])).toEqual([
      [line, 'the trade stands here twice: same symbol, time and id'],
    ]);
    const kept = await ticksOf(path, { badRows: 'drop' });
    expect(kept).toHaveLength(coverage.reduce((sum, { trades: count }) => sum + count, 0));
  });

  it('in no order are read again for duplicates, without those of other defects or left out', async () => {
    const rows = [
      'EURUSD,2025-03-04T10:00:00Z,1.2,7,1',
      'EURUSD,2025-03-03T10:00:00Z,1.1,7,2',
      'EURUSD,2025-03-03T10:00:00Z,-1,7,2',
      'EURUSD,2025-03-33,1,7,2',
      'EURUSD,1955-03-03T10:00:00Z,1,7,3',
      'OTHER,2025-03-03T10:00:00Z,1,7,4',
      'OTHER,2025-03-03T10:00:00Z,1,7,4',
      'EURUSD,2025-03-03T10:00:00Z,1.1,7,2',
      'EURUSD,1955-03-03T10:00:00Z,1,7,3',
    ];
    const path = folder({
      'dataset.yaml': `${head}trades: { file: trades.csv }\nsymbols: [EURUSD]\n`,
      'trades.csv': `symbol,timestamp,price,size,id\n${rows.join('\n')}\n`,
    });
    const { errors, warnings, coverage } = await checkOf(path);
    const places = (found: CheckReport['errors']) =>
      found.map((one) => [one.line, oneLine(one)]).toSorted();
    expect(places(errors)).toEqual([
      [4, 'price: the value is impossible'],
      [5, 'timestamp: the value is not a date and time'],
      [7, 'symbol: the symbol is not one of the data set'],
      [8, 'symbol: the symbol is not one of the data set'],
      [9, 'the trade stands here twice: same symbol, time and id'],
    ]);
    expect(places(warnings)).toEqual([
      [10, 'the row lies before the calendar begins and is left out'],
      [6, 'the row lies before the calendar begins and is left out'],
    ]);
    expect(coverage).toMatchObject([{ symbol: 'EURUSD', trades: 2 }]);
    expect(await ticksOf(path, { badRows: 'drop' })).toHaveLength(2);
  });

  it('of trades without an id may be equal', async () => {
    const row = 'A,2025-03-03T10:00:00Z,1,1\n';
    const path = folder({
      'dataset.yaml': `${head}trades: { file: trades.csv }\n`,
      'trades.csv': `symbol,timestamp,price,size\n${row}${row}`,
    });
    expect(await ticksOf(path)).toHaveLength(2);
  });

  it('out of a declared order are errors', async () => {
    const path = folder({
      'dataset.yaml': both,
      'trades.csv': `${trades}EURUSD,2025-03-03T10:00:00Z,1,1,9\n`,
      'quotes.csv': quotes,
    });
    expect((await checkOf(path)).errors.map(({ line, what }) => [line, what])).toEqual([
      [6, 'the row is out of order'],
    ]);
  });

  it('of crossed quotes are warnings and stay', async () => {
    const path = folder({
      'dataset.yaml': `${head}quotes: { file: quotes.csv }\n`,
      'quotes.csv': `${quotes}EURUSD,2025-03-03T12:00:00Z,1.2,1.1,1,1\n`,
    });
    const { errors, warnings } = await checkOf(path);
    expect([errors.length, warnings.map(({ line, what }) => [line, what])]).toEqual([
      0,
      [[4, 'the quote is crossed']],
    ]);
    expect(await ticksOf(path)).toHaveLength(3);
  });

  it('of quotes with neither side, or of an undeclared symbol, are errors', async () => {
    const path = folder({
      'dataset.yaml': `${head}quotes: { file: quotes.csv }\nsymbols: [EURUSD]\n`,
      'quotes.csv': `${quotes}EURUSD,2025-03-03T12:00:00Z,,,1,1\nX,2025-03-03T12:00:00Z,1,1,1,1\n`,
    });
    expect((await checkOf(path)).errors.map(oneLine)).toEqual([
      'bid, ask: a value is missing',
      'symbol: the symbol is not one of the data set',
    ]);
  });

  it('of a file without a column cannot be fixed by dropping rows', async () => {
    const path = folder({
      'dataset.yaml': `${head}quotes: { file: quotes.csv }\nsymbols: [EURUSD]\n`,
      'quotes.csv': 'symbol,timestamp,bid\nEURUSD,2025-03-03T12:00:00Z,1\n',
    });
    await expect(ticksOf(path, { badRows: 'drop' })).rejects.toThrow(/expected ask/);
  });
});

describe('formats and orders of ticks', () => {
  const rowArbitrary = fc.record({
    symbol: fc.constantFrom('A', 'B', 'C'),
    second: fc.integer({ min: 0, max: 40 }),
    bid: fc.integer({ min: 1, max: 1000 }),
    size: fc.option(fc.integer({ min: 0, max: 9 })),
  });

  it('give the same facts, by time and then line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowArbitrary, { minLength: 1, maxLength: 30 }), async (rows) => {
        const at = (second: number): string =>
          formatInstant((parseInstant('2025-03-03T10:00:00Z', 0) as number) + second * 1e6);
        const lines = rows.map(({ symbol, second, bid, size }) =>
          [symbol, at(second), bid, bid + 1, size ?? '', ''].join(','),
        );
        const csv = folder({
          'dataset.yaml': `${head}quotes: { file: q.csv }\n`,
          'q.csv': `symbol,timestamp,bid,ask,bid_size,ask_size\n${lines.join('\n')}\n`,
        });
        const objects = rows.map(({ symbol, second, bid, size }) =>
          JSON.stringify({ symbol, timestamp: at(second), bid, ask: bid + 1, bid_size: size }),
        );
        const jsonl = folder({
          'dataset.yaml': `${head}quotes: { file: q.jsonl }\n`,
          'q.jsonl': `${objects.join('\n')}\n`,
        });
        const expected = rows
          .map((row, line) => ({ ...row, line }))
          .sort((a, b) => a.second - b.second || a.line - b.line)
          .map(({ symbol, second, bid, size }) =>
            tick('quote', symbol, at(second), [bid, bid + 1, size ?? NaN, NaN]),
          );
        expect(await ticksOf(csv)).toEqual(expected);
        expect(await ticksOf(csv, { rowBudget: 3 })).toEqual(expected);
        expect(await ticksOf(jsonl, { rowBudget: 7 })).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('are read from Parquet', async () => {
    const path = folder({ 'dataset.yaml': `${head}trades: { file: t.parquet }\n` });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT * FROM (VALUES
         ('B', TIMESTAMP '2025-03-04 10:00:00', 1.2, 7::BIGINT, 'x'),
         ('A', TIMESTAMP '2025-03-03 10:00:00.000001', 1.1, 100::BIGINT, 'y')
       ) t(symbol, timestamp, price, size, id)) TO '${join(path, 't.parquet')}' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    expect(await ticksOf(path)).toEqual([
      tick('trade', 'A', '2025-03-03T10:00:00.000001Z', [1.1, 100]),
      tick('trade', 'B', '2025-03-04T10:00:00Z', [1.2, 7]),
    ]);
  });
});

function tick(kind: Tick['kind'], symbol: string, at: string, values: readonly number[]): Tick {
  return { kind, symbol, at, values };
}

const oneLine = ({ field, what }: { field?: string; what: string }): string =>
  field === undefined ? what : `${field}: ${what}`;
