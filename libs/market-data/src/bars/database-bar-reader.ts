/** Bars from a table of a database or from Parquet, in its own order or sorted by time. */

import { excerpt } from '#values';
import { barColumns } from '#contracts';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { defectKinds, RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing } from '../rows/row-fields.js';
import { requireColumns } from '../rows/text-rows.js';
import { parseDate, parseZonedInstant } from '../rows/zoned-time.js';
import { quoteName } from '../tables/database.js';
import type { DatabaseLocation } from '../tables/table-location.js';
import { BarBatch, type BarReader, type SymbolTable } from './bar-batch.js';
import {
  columnName,
  requiredColumns,
  requiredNames,
  stampName,
  valueFields,
} from './bar-layout.js';

export interface DatabaseBarReaderOptions {
  readonly location: DatabaseLocation;
  readonly table: BarTable;
  readonly symbols: SymbolTable;
  /** `time`: the database sorts, on disk where memory does not do. */
  readonly order: 'file' | 'time';
}

/** Batches are what the database delivers at once, some 2,000 rows. */
export function databaseBarReader(options: DatabaseBarReaderOptions): BarReader {
  const batches = batchesOf(options);
  return {
    file: options.location.name,
    next: async () => {
      const next = await batches.next();
      return next.done === true ? null : next.value;
    },
    ended: true,
    close: () => void batches.return(undefined),
  };
}

async function* batchesOf(options: DatabaseBarReaderOptions): AsyncGenerator<BarBatch, void> {
  const { location, table } = options;
  const database = await location.database();
  const header = await database.columns(location.relation);
  requireColumns(header, requiredNames(table), location.name);
  const batch = new BarBatch(4096);
  for await (const chunk of database.chunks(queryOf(options, header))) {
    const columns = Array.from({ length: chunk.columnCount }, (_, index) =>
      chunk.getColumnValues(index),
    );
    const [lines, symbols, stamps, ...values] = columns as [unknown[], unknown[], unknown[]];
    batch.clear();
    for (let row = 0; row < chunk.rowCount; row++) {
      batch.count = row + 1;
      batch.line[row] = Number(lines[row]);
      batch.offset[row] = -1;
      storeRow(options, batch, row, symbols[row], stamps[row], values);
    }
    yield batch;
  }
}

function storeRow(
  { table, symbols }: DatabaseBarReaderOptions,
  batch: BarBatch,
  row: number,
  symbol: unknown,
  stamp: unknown,
  values: readonly (readonly unknown[])[],
): void {
  batch.symbol[row] = -1;
  batch.stamp[row] = NaN;
  try {
    const name = table.symbol ?? symbol;
    if (typeof name !== 'string' || name === '') throw missing('symbol');
    if (name.length > 32) throw rowDefect('the symbol is too long', { field: 'symbol' });
    batch.symbol[row] = symbols.indexOf(name);
    batch.stamp[row] = stampOf(table, stamp);
    for (const [index, column] of barColumns.entries()) {
      const value = values[index]?.[row];
      if (typeof value !== 'number' && requiredColumns.includes(column)) throw missing(column);
      // One NaN for all: its bits reach the hash of the tape.
      batch.values[column][row] = typeof value === 'number' && !Number.isNaN(value) ? value : NaN;
    }
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    batch.defects.set(row, error.defect);
  }
}

function stampOf(table: BarTable, value: unknown): number {
  const daily = table.frequency !== 'intraday';
  const field = daily ? 'date' : 'timestamp';
  if (typeof value !== 'string') throw missing(field);
  const stamp = daily ? parseDate(value) : parseZonedInstant(value, table.timestampZone ?? 'UTC');
  if (stamp !== undefined) return stamp;
  const what = daily ? defectKinds.notADate : defectKinds.notATime;
  throw rowDefect(what, { field, found: excerpt(value) });
}

function queryOf(options: DatabaseBarReaderOptions, header: readonly string[]): string {
  const { location, table, order } = options;
  const symbol = table.symbol === undefined ? quoteName(columnName(table, 'symbol')) : "''";
  const stamp = quoteName(stampName(table));
  // A day that is stored as an instant of midnight is still a day.
  const stampText = `CAST(${stamp} AS VARCHAR)`;
  const daily = table.frequency !== 'intraday';
  const numbers = barColumns.map((column) => {
    const name = columnName(table, valueFields[column]);
    return header.includes(name)
      ? `TRY_CAST(${quoteName(name)} AS DOUBLE)`
      : 'CAST(NULL AS DOUBLE)';
  });
  const selected = [
    `${location.rowNumber} + 1`,
    `CAST(${symbol} AS VARCHAR)`,
    daily ? `replace(${stampText}, ' 00:00:00', '')` : stampText,
    ...numbers,
  ];
  const sorting = order === 'time' ? ` ORDER BY ${stamp}, ${location.rowNumber}` : '';
  return `SELECT ${selected.join(', ')} FROM ${location.relation}${sorting}`;
}
