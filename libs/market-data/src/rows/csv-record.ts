/**
 * One record of CSV, strictly by RFC 4180 except for the delimiter. We have our own reader because
 * libraries do not report byte ranges, used to read a symbol's rows again, and do not expose the
 * byte loop that parses bars.
 */

import { defectKinds, rowDefect } from './row-defect.js';
import type { LineCursor } from './line-cursor.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const quote = 34;
/** Limits a quote that is never closed, which would swallow the rest of a long file. */
const quotedBytesMax = 1 << 20;
/** Columns of a file: 6 fields of each of 10,000 tickers side by side, as yfinance writes them. */
export const columnsMax = 65_536;

/**
 * The fields of the cursor's current line; adds further lines while a quoted field continues.
 * Throws `RowDefect`.
 */
export function csvRecord(cursor: LineCursor, delimiter = ','): string[] {
  let end = cursor.end;
  let open = quotesIn(cursor, cursor.start, end) % 2 === 1;
  while (open) {
    const length = end - cursor.start;
    if (length > quotedBytesMax || !cursor.extend()) throw rowDefect('a quoted field has no end');
    const from = cursor.start + length;
    end = cursor.end;
    open = quotesIn(cursor, from, end) % 2 === 0;
  }
  return splitCsv(decodeUtf8(cursor.bytes.subarray(cursor.start, end)), delimiter);
}

/** Decodes bytes to text; throws `RowDefect` if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw rowDefect(defectKinds.encoding);
  }
}

/**
 * The fields of a record; a quote anywhere but around a whole field, and too many fields,
 * throw `RowDefect`.
 */
export function splitCsv(record: string, delimiter = ','): string[] {
  const fields = record.includes('"')
    ? quotedFields(record, delimiter)
    : record.split(delimiter, columnsMax + 1);
  if (fields.length <= columnsMax) return fields;
  throw rowDefect(defectKinds.tooManyFields, { expected: `at most ${columnsMax}` });
}

/** All fields, or one more than is allowed. */
function quotedFields(record: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const [field, behind] =
      record[at] === '"' ? quoted(record, at, delimiter) : plain(record, at, delimiter);
    fields.push(field);
    if (behind >= record.length || fields.length > columnsMax) return fields;
    at = behind + 1;
  }
}

function plain(record: string, from: number, delimiter: string): [string, number] {
  const at = record.indexOf(delimiter, from);
  const end = at < 0 ? record.length : at;
  const field = record.slice(from, end);
  if (field.includes('"')) throw rowDefect('a quote inside a field that is not quoted');
  return [field, end];
}

function quoted(record: string, from: number, delimiter: string): [string, number] {
  let field = '';
  let at = from + 1;
  for (;;) {
    const end = record.indexOf('"', at);
    if (end < 0) throw rowDefect('a quoted field has no end');
    field += record.slice(at, end);
    if (record[end + 1] !== '"') {
      if (end + 1 < record.length && record[end + 1] !== delimiter) {
        throw rowDefect('text behind the closing quote of a field');
      }
      return [field, end + 1];
    }
    field += '"';
    at = end + 2;
  }
}

function quotesIn(cursor: LineCursor, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (cursor.bytes[at] === quote) count++;
  return count;
}
