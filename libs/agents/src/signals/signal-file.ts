/** Signals from their file, CSV or Parquet. */

import { invalidInput } from '#values';
import { memoryInput } from '#market-data/rows/byte-input';
import { csvRecord } from '#market-data/rows/csv-record';
import { LineCursor } from '#market-data/rows/line-cursor';
import { describeDefect, RowDefect } from '#market-data/rows/row-defect';
import { readParquet } from '#market-data/tables/parquet-file';
import { scriptBytes } from '../script/script-bytes.js';
import { signalRows, type FieldsOfRow, type SignalRow } from './signal-rows.js';

/** Reads the rows. Every error is `InvalidInput` and names the file, with the row where there is one. */
export async function readSignals(file: string): Promise<SignalRow[]> {
  const bytes = await scriptBytes(file);
  if (!file.toLowerCase().endsWith('.parquet')) return signalsOfCsv(bytes, file);
  const rows = await readParquet(file, file);
  if (rows.length === 0) return [];
  const placed = rows.map((fields, at): FieldsOfRow => ({ place: `row ${at + 1}`, fields }));
  return signalRows(Object.keys(rows[0] as object), placed, file);
}

/** RFC 4180; empty lines are skipped. */
function signalsOfCsv(bytes: Uint8Array, file: string): SignalRow[] {
  const cursor = new LineCursor(memoryInput(file, bytes));
  const header = cursor.next() ? recordAt(cursor, file) : [];
  const rows = function* (): Generator<FieldsOfRow> {
    while (cursor.next()) {
      if (cursor.start === cursor.end) continue;
      const { line } = cursor;
      const values = recordAt(cursor, file);
      if (values.length !== header.length) {
        throw invalidInput('not a row of the table', {
          where: `${file}:${line}`,
          expected: `${header.length} fields, as the header has`,
          found: String(values.length),
        });
      }
      const fields = Object.fromEntries(header.map((name, index) => [name, values[index]]));
      yield { place: String(line), fields };
    }
  };
  return signalRows(header, rows(), file);
}

function recordAt(cursor: LineCursor, file: string): string[] {
  const where = `${file}:${cursor.line}`;
  try {
    return csvRecord(cursor, ',');
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    throw invalidInput(`the row cannot be read: ${describeDefect(error.defect)}`, { where });
  }
}
