/**
 * How a text file is written, from its first bytes and lines: encoding, delimiter, header, and
 * places of columns.
 */

import { isUtf8 } from 'node:buffer';
import { invalidInput } from '#values';
import { delimiterOf, type DialectKeys } from '../../manifest/dataset-manifest.js';
import { fittingFormats } from '../../manifest/date-format.js';
import type { ByteInput } from '../../rows/byte-input.js';
import { splitCsv } from '../../rows/csv-record.js';
import { LineCursor } from '../../rows/line-cursor.js';
import { defectKinds, describeDefect, RowDefect } from '../../rows/row-defect.js';
import { decodedInput } from '../../rows/text-rows.js';
import { isAddress } from '../../rows/vendor-notes.js';

/** First lines that tell the delimiter, and the bytes after which no further line is taken. */
const sampleLinesMax = 40;
const sampleBytesMax = 1 << 20;

const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const;
const isTime = (field: string): boolean => fittingFormats(field).length > 0;

export type TextShape = ReturnType<typeof textShape>;

/**
 * `encoding`, `delimiter` and `header` of a CSV file if not the defaults, and the fields of
 * its first lines.
 */
export function textShape(input: ByteInput) {
  const encoding = encodingOf(input);
  const cursor = new LineCursor(decodedInput(input, { encoding }));
  const lines: string[] = [];
  let bytes = 0;
  while (lines.length < sampleLinesMax && bytes < sampleBytesMax && cursor.next()) {
    if (cursor.line === 1 && isAddress(cursor)) continue;
    lines.push(cursor.bytes.toString('utf8', cursor.start, cursor.end));
    bytes += cursor.end - cursor.start;
  }
  const splits = delimiters.map((delimiter) => {
    const records = lines
      .filter(Boolean)
      .map((line) => fieldsOf(line, delimiterOf({ delimiter }), input.name));
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
  // The block may end inside a character.
  const lines = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  if (isUtf8(lines)) return undefined;
  return isGbk(bytes) ? 'gbk' : 'windows-1252';
}

/** Names of columns that no text in another encoding has by chance. */
const chineseNames = /日期|时间|开盘|收盘|最高|最低|代码/;
/** A longer first line is no header. */
const headerBytesMax = 1 << 12;

/** Whether the first line is a Chinese header in the encoding of programs in China. */
function isGbk(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(10);
  const first = bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, headerBytesMax));
  return chineseNames.test(new TextDecoder('gbk').decode(first));
}

/**
 * The fields of a line; none if it cannot be split. Throws `InvalidInput` if there are too many.
 */
function fieldsOf(line: string, delimiter: string, file: string): string[] {
  try {
    return splitCsv(line, delimiter);
  } catch (error) {
    if (!(error instanceof RowDefect) || error.defect.what !== defectKinds.tooManyFields) return [];
    throw invalidInput(`a line cannot be read: ${describeDefect(error.defect)}`, { where: file });
  }
}

/**
 * Positions of a file without a header: after the time, open, high, low, close and volume,
 * or bid and ask.
 */
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
