/** Bars from rows of named fields: JSONL files. */

import type { ByteInput } from '../rows/byte-input.js';
import { RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing, rowFields } from '../rows/row-fields.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';
import { BarBatch, type BarReader } from './bar-batch.js';
import { requiredColumns, stampOf, valueFields } from './bar-layout.js';
import type { CsvBarReaderOptions } from './csv-bar-reader.js';
import { barColumns } from '#contracts';

type BarShape = Pick<CsvBarReaderOptions, 'table' | 'symbols' | 'calendar'>;

/** Reads a JSONL file of bars; rows that cannot be read are defects of the batch. */
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

function storeRow(batch: BarBatch, row: RawRow, { table, symbols, calendar }: BarShape): void {
  const at = batch.count++;
  batch.line[at] = row.line;
  batch.offset[at] = row.offset;
  batch.symbol[at] = -1;
  batch.stamp[at] = NaN;
  if (row.defect) {
    batch.defects.set(at, row.defect);
    return;
  }
  const fields = rowFields(row.fields, table);
  const daily = table.frequency !== 'intraday';
  try {
    const symbol = table.symbol ?? fields.text('symbol');
    if (symbol.length > 32) throw rowDefect('the symbol is too long', { field: 'symbol' });
    batch.symbol[at] = symbols.indexOf(symbol);
    batch.stamp[at] = stampOf(table, fields.raw(daily ? 'date' : 'timestamp'), calendar);
    for (const column of barColumns) {
      const value = fields.optionalNumber(valueFields[column]);
      if (value === null && requiredColumns.includes(column)) throw missing(column);
      batch.values[column][at] = value ?? NaN;
    }
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    batch.defects.set(at, error.defect);
  }
}
