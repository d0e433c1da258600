/** Where an import reads and writes, and what it leaves behind when it fails. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { importDataset } from './import-dataset.js';

/** A folder with a data set in `data`. */
function world(rows: readonly string[] = ['AA,2026-03-02,10,11,9,10']): string {
  const root = mkdtempSync(join(tmpdir(), 'import-dataset-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'data'));
  const write = (name: string, ...lines: string[]): void =>
    writeFileSync(join(root, 'data', name), `${lines.join('\n')}\n`);
  write('p.csv', 'symbol,date,open,high,low,close', ...rows);
  write(
    'dataset.yaml',
    'name: set',
    'calendar: XNYS',
    'timeZone: America/New_York',
    'currency: USD',
    'symbols: [AA]',
    'bars:',
    '  file: p.csv',
    '  frequency: daily',
    '  stamp: session',
    '  priceBasis: adjusted',
    '  order: [symbol, date]',
  );
  return root;
}

it('reads and writes below its base directory', async () => {
  const root = world();
  const { errors } = await importDataset('./data', 'deep/out', { baseDirectory: root });
  expect(errors).toEqual([]);
  expect(existsSync(join(root, 'deep', 'out', 'dataset.yaml'))).toBe(true);
  // What it wrote until then is gone.
  expect(readdirSync(join(root, 'deep'))).toEqual(['out']);
});

it('takes absolute places as they are', async () => {
  const root = world();
  await importDataset(join(root, 'data'), join(root, 'out'));
  expect(readdirSync(root).toSorted()).toEqual(['data', 'out']);
});

it('refuses a place where something is, and leaves nothing where rows are broken', async () => {
  const root = world(['AA,2026-03-02,10,9,8,10']);
  await expect(importDataset('./data', 'data', { baseDirectory: root })).rejects.toMatchObject({
    code: 'Conflict',
    message: 'data: the directory already exists',
  });
  await expect(importDataset('./data', 'out', { baseDirectory: root })).rejects.toThrow(/p\.csv/);
  expect(readdirSync(root)).toEqual(['data']);
});
