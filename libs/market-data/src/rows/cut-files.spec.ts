/** Tests of files that are cut after they were opened: every reader fails with both lengths. */

import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SymbolTable, type BarReader } from '../bars/bar-batch.js';
import type { BarShape } from '../bars/bar-layout.js';
import { CsvBarReader } from '../bars/csv-bar-reader.js';
import { jsonlBarReader } from '../bars/row-bar-reader.js';
import { calendarOf } from '../calendar/calendar-of.js';
import { DocumentIndex } from '../documents/document-index.js';
import { barTables, datasetManifestSchema, type BarTable } from '../manifest/dataset-manifest.js';
import { fileInput, hashOfInput, type ByteInput } from './byte-input.js';
import { ExternalSort } from './external-sort.js';
import { csvRows, jsonlRows } from './text-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'cut-files-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = Array.from({ length: 5000 }, (_, at) => at);
const csvRow = (price: number): string => `A,2025-03-03,${price},${price},${price},${price}\n`;
const csv = `symbol,date,open,high,low,close\n${rows.map((at) => csvRow(at + 1)).join('')}`;
const jsonl = rows
  .map(
    (at) => `${JSON.stringify({ symbol: 'A', date: '2025-03-03', open: at, text: `é ${at}` })}\n`,
  )
  .join('');
const utf16 = Buffer.from(csv, 'utf16le');

const table = barTables(
  datasetManifestSchema.parse({
    name: 'cut',
    calendar: 'XNYS',
    currency: 'USD',
    bars: { file: 'a', frequency: 'daily', stamp: 'session', priceBasis: 'raw' },
  }),
)[0] as BarTable;
const shape: BarShape = { table, symbols: new SymbolTable(), calendar: calendarOf('XNYS') };

/**
 * The open file of a text, and its length after the cut: at the end of a line, so that no
 * line is broken.
 */
function cutFile(text: string | Buffer, kept: number): ByteInput {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  const input = fileInput(path, 'prices');
  truncateSync(path, kept);
  return input;
}

const lineEnd = (text: string): number => text.indexOf('\n', text.length / 2) + 1;

async function drainBars(reader: BarReader): Promise<void> {
  for (let batch = await reader.next(); batch; batch = await reader.next())
    expect(batch.count).toBeGreaterThan(0);
}

const readers: readonly (readonly [string, string | Buffer, (input: ByteInput) => unknown])[] = [
  ['bars of CSV', csv, (input) => drainBars(new CsvBarReader({ ...shape, input }))],
  ['bars of JSONL', jsonl, (input) => drainBars(jsonlBarReader(input, shape))],
  ['rows of CSV', csv, (input) => [...csvRows(input, [])]],
  ['rows of JSONL', jsonl, (input) => [...jsonlRows(input)]],
  ['rows of UTF-16', utf16, (input) => [...csvRows(input, [], { encoding: 'utf-16le' })]],
  ['the hash', csv, (input) => hashOfInput(input)],
];

describe('a file that is cut at the end of a line while it is read', () => {
  it.each(readers)('fails with both lengths: %s', async (_, text, read) => {
    const kept =
      typeof text === 'string' ? Buffer.byteLength(text.slice(0, lineEnd(text))) : 2 * lineEnd(csv);
    const input = cutFile(text, kept);
    await expect((async () => read(input))()).rejects.toMatchObject({
      code: 'InvalidInput',
      message:
        'prices: the file was cut while it was read; ' +
        `expected ${Buffer.byteLength(text)} bytes; found ${kept} bytes`,
    });
    input.close();
  });

  it.each(readers)('is no failure if nothing was cut: %s', async (_, text, read) => {
    const input = cutFile(text, Buffer.byteLength(text));
    await expect((async () => read(input))()).resolves.not.toThrow();
    input.close();
  });

  it('fails with both lengths when a text in it is asked for', () => {
    const input = cutFile(jsonl, 10);
    const documents = new DocumentIndex();
    const { sha256 } = documents.add('é 1', { input, offset: 60, bytes: 60, path: ['text'] });
    expect(() => documents.get(sha256)).toThrow(/cut while it was read; expected 120 bytes/);
    input.close();
  });
});

it.each(['at the end of a line', 'within a line'])(
  'a sort whose temporary file is cut %s fails with both numbers',
  (where) => {
    const own = mkdtempSync(join(folder, 'sort-'));
    const sort = new ExternalSort<number>({
      compare: (a, b) => a - b,
      rowBudget: 100,
      folder: own,
    });
    for (let row = 0; row < 250; row++) sort.add(1000 + row);
    const [temporary = ''] = readdirSync(own);
    // Each row takes five bytes.
    truncateSync(join(own, temporary, 'run-0.jsonl'), where === 'within a line' ? 453 : 450);
    expect(() => [...sort.sorted()]).toThrow(/a sort were cut; expected 250 rows; found 240 rows/);
  },
);
