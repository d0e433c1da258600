/** Tables of any number of rows, in a chosen order on disk, as CSV, JSONL or Parquet. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { factKinds } from '#contracts';
import {
  writeParquet,
  type WrittenColumns,
  type WrittenRow,
} from '#market-data/tables/parquet-file';
import { formatCivilDate, requireCivilDate, seededRandom } from '#values';
import { eightSymbols, type RowOrder } from '../e2e/environment-file.fixture.js';

/** Where a row stands: the symbol, the day, and the number of the row among those of its table. */
interface RowPlace {
  readonly symbol: string;
  readonly date: string;
  readonly n: number;
}

interface WrittenTable {
  /** The kind of its facts. */
  readonly fact: keyof typeof factKinds;
  readonly rowOf: (place: RowPlace) => WrittenRow;
}

const statements = JSON.stringify({ income: { revenues: { value: 5, unit: 'USD', label: 'R' } } });

const tableNames = [
  'bars',
  'news',
  'filings',
  'fundamentals',
  'dividends',
  'splits',
  'trades',
  'quotes',
] as const;
export type TableName = (typeof tableNames)[number];

/** The tables of a data set, each with a row by its place. */
export const writtenTables: Readonly<Record<TableName, WrittenTable>> = {
  bars: {
    fact: 'bar',
    rowOf: ({ symbol, date, n }) => {
      const price = 100 + (n % 10);
      return { symbol, date, open: price, high: price, low: price, close: price };
    },
  },
  news: {
    fact: 'news',
    rowOf: ({ symbol, date, n }) => {
      return { id: `n${n}`, symbol, published_at: date, title: `Title ${n}`, body: `Body ${n}` };
    },
  },
  filings: {
    fact: 'filing',
    rowOf: ({ symbol, date, n }) => {
      return {
        symbol,
        form: '10-Q',
        filed_at: date,
        accession_no: `f-${n}`,
        section: 'mda',
        text: `Text ${n}`,
      };
    },
  },
  fundamentals: {
    fact: 'fundamentals',
    rowOf: ({ symbol, date, n }) => {
      return {
        symbol,
        form: '10-Q',
        period_end: date,
        filing_date: date,
        accession_no: `u-${n}`,
        statements,
      };
    },
  },
  dividends: {
    fact: 'dividend',
    rowOf: ({ symbol, date }) => ({ symbol, ex_dividend_date: date, cash_amount: 0.01 }),
  },
  splits: {
    fact: 'split',
    rowOf: ({ symbol, date }) => ({ symbol, execution_date: date, split_from: 1, split_to: 2 }),
  },
  trades: {
    fact: 'trade',
    rowOf: ({ symbol, date, n }) => {
      return { symbol, timestamp: `${date}T12:00:00Z`, price: 100, size: 1, id: `t${n}` };
    },
  },
  quotes: {
    fact: 'quote',
    rowOf: ({ symbol, date }) => {
      return {
        symbol,
        timestamp: `${date}T13:00:00Z`,
        bid: 99,
        ask: 101,
        bid_size: 1,
        ask_size: 1,
      };
    },
  },
};

export type TableCounts = Readonly<Record<TableName, number>>;
export type TableRows = Readonly<Record<TableName, readonly WrittenRow[]>>;

/** Rows of every table: a symbol has one a day. */
export function tableRows(counts: TableCounts, order: RowOrder): TableRows {
  const rows = tableNames.map((name) => {
    const places = placesOf(counts[name], order);
    return [name, places.map(writtenTables[name].rowOf)];
  });
  return Object.fromEntries(rows) as unknown as TableRows;
}

function placesOf(count: number, order: RowOrder): RowPlace[] {
  const first = requireCivilDate('2015-01-01', 'first');
  const places = Array.from({ length: count }, (_, n) => {
    const day = first + Math.floor(n / eightSymbols.length);
    return {
      symbol: eightSymbols[n % eightSymbols.length] as string,
      date: formatCivilDate(day),
      n,
    };
  });
  if (order === 'by date') return places;
  const random = seededRandom('rows of a table');
  const keys = places.map(({ n }) =>
    order === 'shuffled' ? random.below(1 << 30) : n % eightSymbols.length,
  );
  return places.toSorted((a, b) => (keys[a.n] as number) - (keys[b.n] as number) || a.n - b.n);
}

export type TableFormat = 'csv' | 'jsonl' | 'parquet';

/** Writes the tables and their manifest into an empty folder. */
export async function writeTables(
  folder: string,
  format: TableFormat,
  tables: TableRows,
): Promise<void> {
  const files = Object.keys(tables).map((name) => [name, { file: `${name}.${format}` }] as const);
  const bars = { frequency: 'daily', stamp: 'session', priceBasis: 'raw' };
  const manifest = {
    name: 'whole',
    calendar: '24/7',
    currency: 'USD',
    ...Object.fromEntries(files),
  };
  writeFileSync(
    join(folder, 'dataset.yaml'),
    stringify({ ...manifest, bars: { file: `bars.${format}`, ...bars }, symbols: eightSymbols }),
  );
  for (const [name, rows] of Object.entries(tables)) {
    const path = join(folder, `${name}.${format}`);
    if (format === 'parquet') await writeParquet(path, columnsOf(rows[0] as WrittenRow), rows);
    else writeFileSync(path, format === 'csv' ? csvOf(rows) : linesOf(rows));
  }
}

function columnsOf(row: WrittenRow): WrittenColumns {
  const types = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'number' ? 'DOUBLE' : 'VARCHAR',
  ]);
  return Object.fromEntries(types) as WrittenColumns;
}

const csvField = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;

function csvOf(rows: readonly WrittenRow[]): string {
  const lines = rows.map((row) => Object.values(row).map(csvField).join(','));
  return `${Object.keys(rows[0] as WrittenRow).join(',')}\n${lines.join('\n')}\n`;
}

const linesOf = (rows: readonly WrittenRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
