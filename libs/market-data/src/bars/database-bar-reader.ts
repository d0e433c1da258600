/** Bars from a table of a database or from Parquet, in its own order or sorted by time. */

import { barColumns } from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { fieldNames } from '../rows/column-names.js';
import { RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing } from '../rows/row-fields.js';
import { requireColumns } from '../rows/text-rows.js';
import { quoteName } from '../tables/database.js';
import type { DatabaseLocation } from '../tables/table-location.js';
import { BarBatch, type BarReader, type SymbolTable } from './bar-batch.js';
import {
  barFields,
  columnName,
  requiredColumns,
  requiredNames,
  stampName,
  stampOf,
  valueFields,
} from './bar-layout.js';

export interface DatabaseBarReaderOptions {
  readonly location: DatabaseLocation;
  readonly table: BarTable;
  readonly symbols: SymbolTable;
  /** By which times in a daily file are dated. */
  readonly calendar: SessionCalendar;
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
  const names = fieldNames(header, barFields(table), table.columns);
  requireColumns(names, requiredNames(table), location.name);
  const batch = new BarBatch(4096);
  for await (const chunk of database.chunks(queryOf(options, header, names))) {
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
  { table, symbols, calendar }: DatabaseBarReaderOptions,
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
    batch.stamp[row] = stampOf(table, stamp, calendar);
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

/** `names`: the columns of `header` as `fieldNames` gives them. */
function queryOf(
  { location, table, order }: DatabaseBarReaderOptions,
  header: readonly string[],
  names: readonly string[],
): string {
  const own = (name: string): string => quoteName(header[names.indexOf(name)] ?? name);
  const symbol = table.symbol === undefined ? own(columnName(table, 'symbol')) : "''";
  const stamp = own(stampName(table));
  const numbers = barColumns.map((column) => {
    const name = columnName(table, valueFields[column]);
    return names.includes(name) ? `TRY_CAST(${own(name)} AS DOUBLE)` : 'CAST(NULL AS DOUBLE)';
  });
  const selected = [
    `${location.rowNumber} + 1`,
    `CAST(${symbol} AS VARCHAR)`,
    `CAST(${stamp} AS VARCHAR)`,
    ...numbers,
  ];
  const sorting = order === 'time' ? ` ORDER BY ${stamp}, ${location.rowNumber}` : '';
  return `SELECT ${selected.join(', ')} FROM ${location.relation}${sorting}`;
}
