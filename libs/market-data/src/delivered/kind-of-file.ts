/**
 * What a file is by its first bytes, whatever its name says: vendors and browsers name
 * files as they like.
 */

import { closeSync, readSync } from 'node:fs';
import { invalidInput, jsonOf } from '#values';
import { openRegular } from '#files';

/** Kinds that are read or unpacked; `text` is everything that no signature contradicts. */
export type ReadableKind = 'zip' | 'gzip' | 'zstd' | 'parquet' | 'json' | 'text';

interface Signature {
  readonly at?: number;
  readonly bytes: string | readonly number[];
}

/** A kind that is not read, and the step that makes a readable file of it. */
interface ForeignKind extends Signature {
  readonly is: string;
  readonly next: (file: string) => string;
}

const readable: readonly (Signature & { readonly kind: ReadableKind })[] = [
  { kind: 'zip', bytes: [0x50, 0x4b, 3, 4] },
  // An archive without members.
  { kind: 'zip', bytes: [0x50, 0x4b, 5, 6] },
  { kind: 'gzip', bytes: [0x1f, 0x8b] },
  { kind: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { kind: 'parquet', bytes: 'PAR1' },
];

/** Python reads the file with this function of pandas, and writes it as CSV. */
const byPandas =
  (reader: string) =>
  (file: string): string =>
    `python -c "import pandas; pandas.${reader}('${file}').to_csv('prices.csv')"`;

const foreign: readonly ForeignKind[] = [
  { is: 'a PDF', bytes: '%PDF', next: () => 'download the prices as CSV' },
  {
    is: 'a DuckDB file',
    at: 8,
    bytes: 'DUCK',
    next: (file) => `tapefold data import ${file} prices`,
  },
  {
    is: 'an SQLite file',
    bytes: 'SQLite format 3',
    next: (file) => `sqlite3 -header -csv ${file} 'SELECT * FROM prices' > prices.csv`,
  },
  {
    is: 'a workbook of Excel 97 to 2003',
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    next: () => 'save the sheet as CSV',
  },
  {
    is: 'a 7-Zip archive',
    bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
    next: (file) => `7z x ${file}`,
  },
  { is: 'a RAR archive', bytes: 'Rar!', next: (file) => `unrar x ${file}` },
  {
    is: 'an xz archive',
    bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
    next: (file) => `xz -dk ${file}`,
  },
  { is: 'a bzip2 archive', bytes: 'BZh', next: (file) => `bunzip2 -k ${file}` },
  { is: 'a tar archive', at: 257, bytes: 'ustar', next: (file) => `tar -xf ${file}` },
  { is: 'an Arrow or Feather file', bytes: 'ARROW1', next: byPandas('read_feather') },
  { is: 'a Feather file', bytes: 'FEA1', next: byPandas('read_feather') },
  { is: 'an HDF5 file', bytes: [0x89, 0x48, 0x44, 0x46], next: byPandas('read_hdf') },
  { is: 'a Python pickle', bytes: [0x80, 4, 0x95], next: byPandas('read_pickle') },
  { is: 'a Python pickle', bytes: [0x80, 5, 0x95], next: byPandas('read_pickle') },
  { is: 'a picture', bytes: [0x89, 0x50, 0x4e, 0x47], next: () => 'download the prices as CSV' },
  { is: 'a picture', bytes: [0xff, 0xd8, 0xff], next: () => 'download the prices as CSV' },
];

const page = /^(?:<!doctype html|<html|<head|<body|<script)/i;
const linesOfJson = /\.(jsonl|ndjson)$/i;
const headBytes = 4096;

/**
 * The kind of a file that can be read. Throws `InvalidInput` for any other that is recognized: it
 * says what the file is, and the next command to type.
 */
export function kindOfFile(path: string, where: string): ReadableKind {
  const bytes = headOf(path, where);
  const known = readable.find((one) => matches(bytes, one));
  if (known !== undefined) return known.kind;
  const other = foreign.find((one) => matches(bytes, one));
  if (other !== undefined) throw isNoPriceFile(where, other.is, other.next(where));
  const kind = kindOfText(bytes.toString('utf8'), where);
  return linesOfJson.test(where) ? 'text' : kind;
}

/**
 * The error of a file that is something else: `is` with its article, `next` is a command or a step.
 */
export const isNoPriceFile = (where: string, is: string, next: string): Error =>
  invalidInput(`this is ${is}, not a file of prices`, { where, expected: `as next step: ${next}` });

function kindOfText(text: string, where: string): ReadableKind {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (page.test(start)) {
    const next = 'open the link in a browser, log in, and download the file itself';
    throw isNoPriceFile(where, 'an HTML page', next);
  }
  if (start.startsWith('<?xml')) {
    throw isNoPriceFile(where, 'XML', 'download the prices as CSV or JSON');
  }
  return start.startsWith('[') || isDocument(start) ? 'json' : 'text';
}

/**
 * Whether the text begins one JSON document of several lines, or of one: JSONL has an
 * object on each line.
 */
function isDocument(start: string): boolean {
  if (!start.startsWith('{')) return false;
  const end = start.indexOf('\n');
  if (end < 0) return true;
  const isFirstWhole = jsonOf(start.slice(0, end)) !== undefined;
  return !isFirstWhole || start.slice(end).trim() === '';
}

function matches(head: Buffer, { at = 0, bytes }: Signature): boolean {
  const expected = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from([...bytes]);
  return head.subarray(at, at + expected.length).equals(expected);
}

function headOf(path: string, where: string): Buffer {
  const { descriptor } = openRegular(path, where);
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
