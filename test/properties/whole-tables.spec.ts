/**
 * The law of whole tables: every row of a file reaches the tape, whatever its number, format,
 * order and table.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factKinds, type FactColumns, type FactSource } from '#contracts';
import { openDataset, ColumnStore } from '#market-data';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { eightSymbols, writeEnvironment, type RowOrder } from '../e2e/environment-file.fixture.js';
import { tableRows, writeTables, writtenTables, type TableCounts } from './written-tables.js';

/** Rows of a batch of text, of a chunk of the database, and of a batch of bars. */
const batchSizes = [256, 2048, 4096];
const around = batchSizes.flatMap((size) => [size - 1, size, size + 1]);
const counts = fc.constantFrom(...around, 1, 2 * 256, 2048 + 256, 4096 + 2049);
const orders = fc.constantFrom<RowOrder>('by date', 'by symbol', 'shuffled');
const reading = fc.record({
  /** Rows that a sort holds in memory. */
  rowBudget: fc.constantFrom(100_000, 2048, 1000),
  keepsBars: fc.boolean(),
});

interface Reading {
  readonly rowBudget: number;
  readonly keepsBars: boolean;
}

/**
 * Facts by kind, each counted once by what identifies it; the sources are pulled in turn,
 * as a tape does.
 */
async function countsOf(path: string, symbols: readonly string[], how: Reading) {
  const store = how.keepsBars ? new ColumnStore() : undefined;
  const dataset = await openDataset(path, { rowBudget: how.rowBudget, store });
  try {
    const until = dataset.calendar.lastDate;
    const sources = await dataset.openSources({ symbols, until, badRows: 'refuse' });
    const keys = new Map<number, Set<string>>();
    await inTurn(sources, (columns, row) => {
      const kind = columns.kind[row] as number;
      const own = keys.get(kind) ?? new Set<string>();
      keys.set(kind, own.add(keyOf(columns, row)));
    });
    return (name: keyof typeof factKinds): number => keys.get(factKinds[name])?.size ?? 0;
  } finally {
    await dataset.close();
  }
}

function keyOf(columns: FactColumns, row: number): string {
  const payload = columns.payload[row];
  const id = payload === undefined ? columns.open[row] : JSON.stringify(payload);
  return `${columns.instrument[row]} ${columns.eventTime[row]} ${id}`;
}

async function inTurn(
  sources: readonly FactSource[],
  take: (columns: FactColumns, row: number) => void,
): Promise<void> {
  let open = [...sources];
  while (open.length > 0) {
    const left: FactSource[] = [];
    for (const source of open) {
      const columns = await source.pull();
      if (columns === null) {
        source.close();
        continue;
      }
      for (let row = 0; row < columns.count; row++) take(columns, row);
      left.push(source);
    }
    open = left;
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-whole-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tableCounts: fc.Arbitrary<TableCounts> = fc.record({
  bars: counts,
  news: counts,
  filings: counts,
  fundamentals: counts,
  dividends: counts,
  splits: counts,
  trades: counts,
  quotes: counts,
});

describe('every row reaches the tape', () => {
  it.each(['csv', 'jsonl', 'parquet'] as const)('of all tables in %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(tableCounts, orders, reading, (rows, order, how) =>
        inFolder(async (folder) => {
          await writeTables(folder, format, tableRows(rows, order));
          const found = await countsOf(folder, eightSymbols, how);
          const kinds = Object.entries(writtenTables).map(([table, { fact }]) => [
            table,
            found(fact),
          ]);
          expect(Object.fromEntries(kinds)).toEqual(rows);
        }),
      ),
      runsOfSweep(sweepSize(1, 12)),
    );
  });

  it('of a HERCULEAN environment file', async () => {
    const sizes = fc.constantFrom(...around, 2656, 6145);
    await fc.assert(
      fc.asyncProperty(sizes, orders, reading, fc.boolean(), (size, order, how, texts) =>
        inFolder(async (folder) => {
          const path = join(folder, 'env.duckdb');
          const sessions = Math.ceil(size / eightSymbols.length);
          const omitted = sessions * eightSymbols.length - size;
          expect(await writeEnvironment(path, { sessions, omitted, order, texts })).toBe(size);
          const found = await countsOf(path, eightSymbols, how);
          const ofTexts = texts ? size : 0;
          expect([found('bar'), found('news'), found('filing')]).toEqual([size, ofTexts, ofTexts]);
        }),
      ),
      runsOfSweep(sweepSize(3, 30)),
    );
  });
});
