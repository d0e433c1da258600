/** The rows of a CSV or JSONL file, one at a time in bounded memory; a broken line becomes a row with a defect. */

import { excerpt, invalidInput, jsonOf } from '#values';
import { isTooDeep, jsonDepthMax } from '#values/parse-json';
import { delimiterOf, type DialectKeys, type FactTable } from '../manifest/dataset-manifest.js';
import { requireReadTo, type ByteInput } from './byte-input.js';
import { fieldNames } from './column-names.js';
import { csvRecord, decodeUtf8 } from './csv-record.js';
import { LineCursor } from './line-cursor.js';
import { defectKinds, describeDefect, RowDefect, rowDefect, type Defect } from './row-defect.js';
import type { RawFields } from './row-fields.js';

export interface RawRow {
  /** Number of the row's first line, or of the row in a binary file; from 1. */
  readonly line: number;
  /** Offset of the row in a JSONL file; -1 in other formats. */
  readonly offset: number;
  readonly bytes: number;
  readonly fields: RawFields;
  /** The row was unreadable: `fields` is empty. */
  readonly defect?: Defect;
  /** The last line of the file, without a terminator. */
  readonly unended?: boolean;
}

/**
 * What the reader of a CSV file needs to know about its table: header and lines. `symbol` selects the columns to read
 * if those of several symbols are side by side.
 */
export type CsvTable = DialectKeys & Pick<FactTable, 'columns' | 'symbol'>;

/**
 * Column names of a CSV file; those for one of `fields` as `fieldNames` returns them. Positions from 1 if there is
 * no header. Throws `InvalidInput` if the file is empty, or a name appears in the header twice.
 */
export function csvHeader(
  cursor: LineCursor,
  file: string,
  table: CsvTable = {},
  fields: readonly string[] = [],
): string[] {
  const where = `${file} line 1`;
  const line = (): string[] => {
    if (!cursor.next())
      throw invalidInput('the file is empty', { where: file, expected: 'a header' });
    try {
      return csvRecord(cursor, delimiterOf(table));
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      throw invalidInput(`the header cannot be read: ${describeDefect(error.defect)}`, { where });
    }
  };
  const first = line();
  if (table.header === false) {
    cursor.back();
    const positions = first.map((_, index) => String(index + 1));
    return fieldNames(positions, fields, table.columns);
  }
  const isLevels =
    ['Price', 'Ticker'].includes(first[0] as string) &&
    !first.some((name) => /^<?(date|time)/i.test(name));
  const header = isLevels ? levelledHeader([first, line(), line()], table.symbol) : first;
  const names = fieldNames(header, fields, table.columns);
  const twice = firstRepeated(names);
  if (twice === undefined) return names;
  throw invalidInput('duplicate column in the header', { where, found: excerpt(twice) });
}

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** The header of yfinance, in three lines: prices, tickers (in either order) and the name of the index. */
function levelledHeader(lines: readonly (readonly string[])[], symbol?: string): string[] {
  const prices = lines.find(([name]) => name === 'Price') ?? [];
  const tickers = lines.find(([name]) => name === 'Ticker') ?? [];
  const isOne = new Set(tickers.slice(1)).size === 1;
  return prices.map((name, index) => {
    if (index === 0) return lines[2]?.[0] ?? name;
    return isOne || tickers[index] === symbol ? name : `${name} of ${tickers[index]}`;
  });
}

/** Throws `InvalidInput` with the header and the first column that is missing from it. */
export function requireColumns(
  header: readonly string[],
  required: readonly string[],
  file: string,
): void {
  const absent = required.filter((name) => !header.includes(name));
  if (absent.length === 0) return;
  throw invalidInput('the header lacks a column', {
    where: `${file} line 1`,
    expected: absent.join(', '),
    found: excerpt(header.join(','), 200),
  });
}

/** Rows of a CSV file by the names that `csvHeader` returns; skips empty lines. */
export function* csvRows(
  input: ByteInput,
  required: readonly string[],
  table: CsvTable = {},
  fields: readonly string[] = [],
): Generator<RawRow> {
  const cursor = new LineCursor(decodedInput(input, table));
  const header = csvHeader(cursor, input.name, table, fields);
  requireColumns(header, required, input.name);
  const delimiter = delimiterOf(table);
  while (cursor.next()) {
    if (cursor.start === cursor.end) continue;
    yield row(cursor, -1, () => {
      const values = csvRecord(cursor, delimiter);
      if (values.length !== header.length) {
        throw rowDefect(defectKinds.fieldCount, {
          expected: String(header.length),
          found: String(values.length),
        });
      }
      return Object.fromEntries(header.map((name, index) => [name, values[index]]));
    });
  }
}

/** Rows of a JSONL file: one object per line. */
export function* jsonlRows(input: ByteInput): Generator<RawRow> {
  const cursor = new LineCursor(input);
  if (input.size === 0) {
    throw invalidInput('the file is empty', { where: input.name, expected: 'one object per line' });
  }
  while (cursor.next()) {
    if (cursor.start === cursor.end) continue;
    yield row(cursor, cursor.offset, () => {
      const text = decodeUtf8(cursor.bytes.subarray(cursor.start, cursor.end));
      return jsonObject(text);
    });
  }
}

const batchRows = 256;

/** Rows in batches: crossing an asynchronous boundary for each of them would cost more than reading it. */
export function* inBatches<T>(rows: Iterable<T>): Generator<readonly T[], void> {
  let batch: T[] = [];
  for (const row of rows) {
    if (batch.push(row) < batchRows) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The object in a line of JSONL; throws `RowDefect` for anything else. */
export function jsonObject(text: string): RawFields {
  if (isTooDeep(text)) {
    throw rowDefect('the line is nested too deeply', {
      expected: `at most ${jsonDepthMax} levels`,
    });
  }
  const value = jsonOf(text);
  if (value === undefined) throw rowDefect('the line is not JSON', { found: excerpt(text, 60) });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw rowDefect('the line is not an object', { found: excerpt(text, 60) });
  }
  return value as RawFields;
}

function row(cursor: LineCursor, offset: number, read: () => RawFields): RawRow {
  const line = cursor.line;
  try {
    const fields = read();
    const bytes = cursor.end - cursor.start;
    return { line, offset, bytes, fields, ...(cursor.ended ? {} : { unended: true }) };
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    const defect = cursor.ended ? error.defect : { ...error.defect, what: defectKinds.unfinished };
    return { line, offset, bytes: 0, fields: {}, defect };
  }
}

/**
 * The input itself if it is UTF-8. Otherwise bytes that can be read once, from start to end; their number is
 * unknown. Reading throws `InvalidInput` if UTF-16 is broken, or the file was cut since it was opened.
 */
export function decodedInput(input: ByteInput, { encoding }: DialectKeys): ByteInput {
  if (encoding === undefined || encoding === 'utf-8') return input;
  const block = new Uint8Array(1 << 16);
  const decoder = new TextDecoder(encoding, { fatal: true });
  /** Position of the next byte in `input`; the decoded bytes, and where they begin. */
  let [source, start, pending] = [0, 0, Buffer.alloc(0)];
  const decodeBlock = (): boolean => {
    const read = input.read(block, source);
    source += read;
    if (read === 0) requireReadTo(source, input.size, input.name);
    start += pending.length;
    try {
      pending = Buffer.from(decoder.decode(block.subarray(0, read), { stream: read > 0 }));
    } catch {
      throw invalidInput('the text cannot be decoded', { where: input.name, expected: encoding });
    }
    return read > 0;
  };
  const read = (target: Uint8Array, position: number): number => {
    let filled = 0;
    do {
      const part = pending.subarray(position + filled - start).subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
    } while (filled < target.length && decodeBlock());
    return filled;
  };
  return { ...input, size: Infinity, read };
}
