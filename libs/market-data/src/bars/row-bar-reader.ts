/**
 * Bars from rows of named fields: JSONL, or a table of a database or of Parquet, as it is or
 * sorted by time.
 */

import { barColumns } from '#contracts';
import { fieldNames } from '../rows/column-names.js';
import { dialectOf } from '../rows/dialect.js';
import type { ByteInput } from '../rows/byte-input.js';
import { missing, rowFields } from '../rows/row-fields.js';
import { jsonlRows, requireColumns, type RawRow } from '../rows/text-rows.js';
import { quoteName } from '../tables/database.js';
import type { DatabaseLocation } from '../tables/table-location.js';
import { BarBatch, batchReader, type BarReader } from './bar-batch.js';
import {
  barFields,
  columnName,
  requiredNames,
  stampName,
  storeBar,
  valueFields,
  type BarFields,
  type BarShape,
} from './bar-layout.js';

/** Reads a JSONL file of bars; unreadable rows are defects of the batch. */
export function jsonlBarReader(input: ByteInput, shape: BarShape, batchRows = 4096): BarReader {
  const rows = jsonlRows(input);
  const batch = new BarBatch(batchRows);
  let ended = true;
  return {
    file: input.name,
    next: () => {
      batch.clear();
      while (batch.count < batch.capacity) {
        const next = rows.next();
        if (next.done === true) break;
        ended = next.value.unended !== true;
        storeRow(batch, next.value, shape);
      }
      return batch.count === 0 ? null : batch;
    },
    get ended() {
      return ended;
    },
    close: () => input.close(),
  };
}

function storeRow(batch: BarBatch, row: RawRow, shape: BarShape): void {
  const at = batch.begin(row.line, row.offset);
  if (row.defect) {
    batch.defects.set(at, row.defect);
    return;
  }
  const fields = rowFields(row.fields, shape.table);
  const isIntraday = shape.table.frequency === 'intraday';
  storeBar(batch, at, shape, {
    symbol: () => fields.text('symbol'),
    stamp: () => fields.raw(isIntraday ? 'timestamp' : 'date'),
    value: (column) => fields.optionalNumber(valueFields[column]),
  });
}

interface DatabaseBarReaderOptions extends BarShape {
  readonly location: DatabaseLocation;
  /** `time`: the database sorts, on disk if memory is short. */
  readonly order: 'file' | 'time';
}

/** Batches have the size that the database delivers, about 2,000 rows. */
export const databaseBarReader = (options: DatabaseBarReaderOptions): BarReader =>
  batchReader(options.location.name, batchesOf(options));

async function* batchesOf(options: DatabaseBarReaderOptions): AsyncGenerator<BarBatch, void> {
  const { location, table } = options;
  const database = await location.database();
  const header = await database.columns(location);
  const names = fieldNames(header, barFields(table), table.columns);
  requireColumns(names, requiredNames(table), location.name);
  const batch = new BarBatch(4096);
  const { ofField } = dialectOf(table);
  for await (const chunk of database.chunks(location, selectionOf(options, header, names))) {
    const columns = Array.from({ length: chunk.columnCount }, (_, index) =>
      chunk.getColumnValues(index),
    );
    const [lines, symbols, stamps, ...values] = columns as [unknown[], unknown[], unknown[]];
    batch.clear();
    let row = 0;
    const fields: BarFields = {
      symbol: () => requiredText(symbols[row]),
      stamp: () => stamps[row],
      value: (column) => {
        const written = numberOf(values[barColumns.indexOf(column)]?.[row]);
        return written === null ? null : ofField(valueFields[column], written);
      },
    };
    for (const line of lines) {
      row = batch.begin(Number(line), -1);
      storeBar(batch, row, options, fields);
    }
    yield batch;
  }
}

function requiredText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw missing('symbol');
}

/** Always the same NaN: its bits reach the hash of the tape. */
const numberOf = (value: unknown): number | null => {
  if (typeof value !== 'number') return null;
  if (Number.isNaN(value)) return NaN;
  return value;
};

/** `names`: the columns of `header` as `fieldNames` returns them. */
function selectionOf(
  { location, table, order }: DatabaseBarReaderOptions,
  header: readonly string[],
  names: readonly string[],
): { columns: string; order: string | undefined } {
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
  return {
    columns: selected.join(', '),
    order: order === 'time' ? `${stamp}, ${location.rowNumber}` : undefined,
  };
}
