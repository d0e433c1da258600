/** A confined module gets no content by any of the ways, and the trial notices one that is open. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tryWindow } from '../scratch/tried-window.js';
import { tryFiles, type FileRow } from './file-trial.js';

async function rowsOf(reads: readonly string[]): Promise<FileRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const window = await tryWindow('synthetic-market', { symbols: ['ALDR'], symbolsMax: 1 });
  return tryFiles(window, { folder, codeVersion: 'test', seed: 1, reads });
}

it('withstands every way', { timeout: 120_000 }, async () => {
  const rows = await rowsOf([]);
  expect(rows).toHaveLength(18);
  expect(rows.filter(({ wasRead }) => wasRead)).toEqual([]);
});

it('notices a file that is open', { timeout: 120_000 }, async () => {
  const rows = await rowsOf(['gold.jsonl']);
  expect(rows.filter(({ wasRead }) => wasRead)).toEqual([
    { way: 'human judgments beside a judge', wasRead: true },
  ]);
});
