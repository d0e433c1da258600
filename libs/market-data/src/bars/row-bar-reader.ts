/** Bars from rows of named fields: JSONL files. */

import type { ByteInput } from '../rows/byte-input.js';
import { rowFields } from '../rows/row-fields.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';
import { BarBatch, type BarReader } from './bar-batch.js';
import { storeBar, valueFields, type BarShape } from './bar-layout.js';

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
