/** How a text file is written, guessed from its first bytes and lines. */

import { isUtf8 } from 'node:buffer';
import { delimiterOf, type DialectKeys } from '../manifest/dialect.js';
import type { ByteInput } from '../rows/byte-input.js';
import { splitCsv } from '../rows/csv-record.js';
import { fittingFormats } from '../rows/date-format.js';
import { decodedInput } from '../rows/decoded-input.js';
import { LineCursor } from '../rows/line-cursor.js';

const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
const isTime = (field: string): boolean => fittingFormats(field).length > 0;

export type TextShape = ReturnType<typeof textShape>;

/** `encoding`, `delimiter` and `header` of a CSV file where they are not plain, and the fields of its first lines. */
export function textShape(input: ByteInput) {
  const encoding = encodingOf(input);
  const cursor = new LineCursor(decodedInput(input, { encoding }));
  const lines: string[] = [];
  while (lines.length < 40 && cursor.next()) {
    lines.push(cursor.bytes.toString('utf8', cursor.start, cursor.end));
  }
  const splits = delimiters.map((delimiter) => {
    const records = lines.filter(Boolean).map((line) => fieldsOf(line, delimiterOf({ delimiter })));
    const width = records[0]?.length ?? 0;
    const same = records.filter(({ length }) => length === width && width > 1).length;
    return { delimiter, records, score: same * 1000 + width };
  });
  const { delimiter, records } = splits.reduce((a, b) => (b.score > a.score ? b : a));
  const keys: DialectKeys = {
    encoding,
    delimiter: delimiter === 'comma' ? undefined : delimiter,
    header: records[0]?.some(isTime) ? false : undefined,
  };
  return { keys, records };
}

function encodingOf(input: ByteInput): DialectKeys['encoding'] {
  const block = Buffer.alloc(Math.min(1 << 24, input.size));
  const bytes = block.subarray(0, input.read(block, 0));
  if (bytes[1] === 0 || (bytes[0] === 0xff && bytes[1] === 0xfe)) return 'utf-16le';
  if (bytes[0] === 0 || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf-16be';
  // The block may end within a character.
  return isUtf8(bytes.subarray(0, bytes.lastIndexOf(10) + 1)) ? undefined : 'windows-1252';
}

function fieldsOf(line: string, delimiter: string): string[] {
  try {
    return splitCsv(line, delimiter);
  } catch {
    return [];
  }
}

/** Positions of a file without a header: after the time, open, high, low, close and volume, or bid and ask. */
export function positions(first: readonly string[] = []): Record<string, string> {
  const at = first.findIndex(isTime);
  const symbol = first.findIndex((field, index) => index < at && /[a-z]/i.test(field));
  const from = /^\d{1,2}:\d\d/.test(first[at + 1] ?? '') ? at + 2 : at + 1;
  const end = first.findIndex((field, index) => index >= from && !/^[-+]?[\d.,]+$/.test(field));
  const count = (end < 0 ? first.length : end) - from;
  const names = count < 4 ? ['bid', 'ask'] : ['open', 'high', 'low', 'close', 'volume'];
  const places = { symbol, timestamp: at, time: from > at + 1 ? at + 1 : -1 };
  const prices = names.slice(0, count).map((name, index) => [name, from + index] as const);
  return Object.fromEntries(
    [...Object.entries(places), ...prices].flatMap(([name, index]) =>
      index < 0 ? [] : [[name, String(index + 1)]],
    ),
  );
}
