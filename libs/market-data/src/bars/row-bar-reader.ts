/** Bars from rows of named fields: JSONL files. */

import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import { RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing, rowFields, type RowFields } from '../rows/row-fields.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';
import { BarBatch, type BarReader } from './bar-batch.js';
import { requiredColumns, valueFields } from './bar-layout.js';
import type { CsvBarReaderOptions } from './csv-bar-reader.js';
import { barColumns } from '#contracts';

/** Reads a JSONL file of bars; rows that cannot be read are defects of the batch. */
export function jsonlBarReader(
  input: ByteInput,
  shape: Pick<CsvBarReaderOptions, 'table' | 'symbols' | 'calendar'>,
  batchRows = 4096,
): BarReader {
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

function storeRow(
  batch: BarBatch,
  row: RawRow,
  { table, symbols, calendar }: Pick<CsvBarReaderOptions, 'table' | 'symbols' | 'calendar'>,
): void {
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
  try {
    const symbol = table.symbol ?? fields.text('symbol');
    if (symbol.length > 32) throw rowDefect('the symbol is too long', { field: 'symbol' });
    batch.symbol[at] = symbols.indexOf(symbol);
    batch.stamp[at] = stampOf(table, fields, calendar);
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

function stampOf(table: BarTable, fields: RowFields, calendar: SessionCalendar): number {
  if (table.frequency !== 'intraday') return fields.day('date', calendar);
  const instant = fields.optionalInstant('timestamp');
  if (instant === null) throw missing('timestamp');
  return instant;
}
