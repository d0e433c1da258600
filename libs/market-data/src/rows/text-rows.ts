/**
 * The rows of a CSV or JSONL file, one at a time in bounded memory; a broken line becomes a row
 * with a defect.
 */

import { excerpt, invalidInput, jsonOf } from '#values';
import { hasMoreValues, isTooDeep, jsonDepthMax } from '#values/parse-json';
import { delimiterOf, type DialectKeys, type FactTable } from '../manifest/dataset-manifest.js';
import { requireReadTo, type ByteInput } from './byte-input.js';
import { fieldNames } from './column-names.js';
import { csvRecord, decodeUtf8 } from './csv-record.js';
import {
  headerLevels,
  isSideBySide,
  levelledNames,
  mayHaveLevels,
  type HeaderLevels,
} from './header-levels.js';
import { LineCursor } from './line-cursor.js';
import { defectKinds, describeDefect, RowDefect, rowDefect, type Defect } from './row-defect.js';
import type { RawFields } from './row-fields.js';
import { isAddress, isRemark } from './vendor-notes.js';
import { parseNumber } from './zoned-time.js';

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
 * What the reader of a CSV file needs to know about its table: header and lines. `symbol` selects
 * the columns to read if those of several symbols are side by side.
 */
export type CsvTable = DialectKeys & Pick<FactTable, 'columns' | 'symbol'>;

/**
 * Column names of a CSV file; those for one of `fields` as `fieldNames` returns them. Positions
 * from 1 if there is no header. Throws `InvalidInput` if the file is empty, or the header repeats
 * the name of a field; without `fields`, if it repeats any name.
 */
export const csvHeader = (
  cursor: LineCursor,
  file: string,
  table: CsvTable = {},
  fields?: readonly string[],
): string[] => readHeader(cursor, file, table, fields).names;

export interface CsvHeader {
  readonly names: string[];
  /** Whether several tickers have columns of their own. */
  readonly isSideBySide: boolean;
}

/** The same, and whether a row may have no values of a symbol. */
export function readHeader(
  cursor: LineCursor,
  file: string,
  table: CsvTable,
  fields?: readonly string[],
): CsvHeader {
  const where = `${file} line 1`;
  if (!cursor.next())
    throw invalidInput('the file is empty', { where: file, expected: 'a header' });
  if (isAddress(cursor)) cursor.next();
  const first = headerRecord(cursor, where, table);
  if (table.header === false) {
    cursor.back();
    const positions = first.map((_, index) => String(index + 1));
    return { names: fieldNames(positions, fields ?? [], table.columns), isSideBySide: false };
  }
  const levels = levelsBehind(first, cursor, table);
  const header = levels === undefined ? first : levelledNames(levels, table.symbol);
  const names = fieldNames(header, fields ?? [], table.columns);
  const used = fields?.map((field) => table.columns?.[field] ?? field);
  // A number is no name: the line is a row.
  const matters = (name: string): boolean =>
    used === undefined || used.includes(name) || parseNumber(name) !== undefined;
  const twice = firstRepeated(names.filter(matters));
  if (twice !== undefined) {
    throw invalidInput('duplicate column in the header', { where, found: excerpt(twice) });
  }
  return { names, isSideBySide: levels !== undefined && isSideBySide(levels) };
}

function headerRecord(cursor: LineCursor, where: string, table: CsvTable): string[] {
  try {
    return csvRecord(cursor, delimiterOf(table));
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    throw invalidInput(`the header cannot be read: ${describeDefect(error.defect)}`, { where });
  }
}

/** The levels of a header of several lines. The cursor stays in front of the first row. */
function levelsBehind(
  first: readonly string[],
  cursor: LineCursor,
  table: CsvTable,
): HeaderLevels | undefined {
  const record = (): string[] => {
    try {
      return csvRecord(cursor, delimiterOf(table));
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      return [];
    }
  };
  if (!cursor.next()) return undefined;
  const second = record();
  if (!mayHaveLevels(first, second)) {
    cursor.back();
    return undefined;
  }
  const third = cursor.next() ? record() : [];
  const levels = headerLevels(first, second, third);
  if (levels?.lines !== 3) cursor.back();
  return levels;
}

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
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

/**
 * Rows of a CSV file by the names that `csvHeader` returns; skips empty lines, and
 * remarks of vendors.
 */
export function* csvRows(
  input: ByteInput,
  required: readonly string[],
  table: CsvTable = {},
  fields?: readonly string[],
): Generator<RawRow> {
  const cursor = new LineCursor(decodedInput(input, table));
  const header = csvHeader(cursor, input.name, table, fields);
  requireColumns(header, required, input.name);
  const delimiter = delimiterOf(table);
  while (cursor.next()) {
    if (cursor.start === cursor.end || isRemark(cursor)) continue;
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
/** Bytes of lines after which a batch ends: a single row may hold a text of many megabytes. */
const batchBytes = 1 << 20;

/**
 * Rows in batches: crossing an asynchronous boundary for each of them would cost more
 * than reading it.
 */
export function* inBatches<T>(
  rows: Iterable<T>,
  bytesOf: (row: T) => number = () => 0,
): Generator<readonly T[], void> {
  let batch: T[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (batch.push(row) < batchRows && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  yield batch;
}

/** Values in a line of JSONL, at any depth: more of them take gigabytes in memory. */
const lineValuesMax = 2_000_000;

/** The object in a line of JSONL; throws `RowDefect` for anything else. */
export function jsonObject(text: string): RawFields {
  if (isTooDeep(text)) {
    throw rowDefect('the line is nested too deeply', {
      expected: `at most ${jsonDepthMax} levels`,
    });
  }
  if (hasMoreValues(text, lineValuesMax)) {
    throw rowDefect('the line has too many values', { expected: `at most ${lineValuesMax}` });
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
 * The input itself if it is UTF-8. Otherwise bytes that can be read once, from start to end; their
 * number is unknown. Reading throws `InvalidInput` if UTF-16 is broken, or the file was cut since
 * it was opened.
 */
export function decodedInput(input: ByteInput, { encoding }: DialectKeys): ByteInput {
  if (encoding === undefined || encoding === 'utf-8') return input;
  const block = new Uint8Array(1 << 16);
  const decoder = new TextDecoder(encoding, { fatal: true });
  /** Position of the next byte in `input`; the decoded bytes, and where they begin. */
  let source = 0;
  let start = 0;
  let pending = Buffer.alloc(0);
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
