/** Signals from their file, CSV or Parquet. */

import { invalidInput } from '#values';
import { memoryInput } from '#market-data/rows/byte-input';
import { csvRecord } from '#market-data/rows/csv-record';
import { LineCursor } from '#market-data/rows/line-cursor';
import { describeDefect, RowDefect } from '#market-data/rows/row-defect';
import { scriptBytes } from '../script/script-bytes.js';
import { scriptHeader } from '../script/script.js';
import { signalRows, type FieldsOfRow, type SignalRow } from './signal-rows.js';

/**
 * All rows of a Parquet file. Given, because the program of a confined module must not hold a
 * reader of data.
 */
export type ReadTable = (file: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const isParquet = (file: string): boolean => file.toLowerCase().endsWith('.parquet');

/**
 * Whether a script of a run that trades is a table of signals: Parquet, or text under
 * another header.
 */
export async function isSignalTable(file: string): Promise<boolean> {
  if (isParquet(file)) return true;
  const bytes = await scriptBytes(file);
  const head = new TextDecoder().decode(bytes.subarray(0, 2 * scriptHeader.length));
  // A result of HERCULEAN is JSON, whatever its name.
  const isJson = file.toLowerCase().endsWith('.json') || head.trimStart().startsWith('{');
  return !isJson && head.split(/\r?\n/)[0] !== scriptHeader;
}

/**
 * Reads the rows. Every error is `InvalidInput` and names the file, with the row
 * where there is one.
 */
export async function readSignals(file: string, readTable: ReadTable): Promise<SignalRow[]> {
  const bytes = await scriptBytes(file);
  if (!isParquet(file)) return signalsOfCsv(bytes, file);
  const rows = await readTable(file);
  if (rows.length === 0) return [];
  const placed = rows.map((fields, at): FieldsOfRow => {
    const place = `row ${at + 1}`;
    return { place, where: `${file}:${place}`, fields };
  });
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
      yield { place: `line ${line}`, where: `${file}:${line}`, fields };
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
