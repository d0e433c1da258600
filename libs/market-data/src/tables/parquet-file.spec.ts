/** Parquet files survive a round trip, and the same rows yield the same bytes. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readParquet, writeParquet, type WrittenRow } from './parquet-file.js';

const folder = mkdtempSync(join(tmpdir(), 'parquet-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const columns = { index: 'BIGINT', 'the "text"': 'VARCHAR', right: 'BOOLEAN' } as const;
const row = (index: number, text: string | null, right: boolean | null): WrittenRow => ({
  index,
  'the "text"': text,
  right,
});
const rows = [row(2, "it's é", true), row(1, null, false), row(9_007_199_254_740_991, '', null)];

it('gives back what was written, in its order', async () => {
  // A name that would be a pattern elsewhere.
  const path = join(folder, "a[b]*'s.parquet");
  await writeParquet(path, columns, rows);
  expect(await readParquet(path, 'a')).toEqual([
    { index: '2', 'the "text"': "it's é", right: true },
    { index: '1', 'the "text"': null, right: false },
    { index: '9007199254740991', 'the "text"': '', right: null },
  ]);
});

it('writes the same bytes for the same rows', async () => {
  const many = Array.from({ length: 7000 }, (_, at) => row(at, `text ${at % 13}`, at % 2 === 0));
  const paths = ['one', 'two'].map((name) => join(folder, name));
  for (const path of paths) await writeParquet(path, columns, many);
  const [one, two] = paths.map((path) => readFileSync(path));
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
});

it('refuses a file that is missing, or of another kind', async () => {
  await expect(readParquet(join(folder, 'none'), 'none')).rejects.toThrow(/none: .*no such file/);
  const other = join(folder, 'other.parquet');
  writeFileSync(other, 'index,text\n1,a\n');
  await expect(readParquet(other, 'other')).rejects.toThrow(/^other: the table cannot be read/);
});
