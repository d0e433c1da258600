/** A folder that cannot be written is reported once, and again when it recovers. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchDisk } from './serve-folder.js';

it('is in trouble from the first write that failed until a write succeeds', async () => {
  const above = mkdtempSync(join(tmpdir(), 'tapefold-disk-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  // A missing folder cannot be written either.
  const folder = join(above, 'folder');
  const said: string[] = [];
  const disk = watchDisk(folder, (line) => said.push(line));
  onTestFinished(() => disk.close());
  expect(disk.trouble()).toBeUndefined();
  disk.failed(new Error('ENOSPC: no space'));
  disk.failed(new Error('another one'));
  expect(disk.trouble()).toBe('ENOSPC: no space');
  expect(said).toEqual([
    `${folder} cannot be written; work is paused until it can: ENOSPC: no space`,
  ]);
  mkdirSync(folder);
  await expect.poll(disk.trouble).toBeUndefined();
  expect(said.slice(1)).toEqual(['the folder can be written again']);
  expect(readdirSync(folder)).toEqual([]);
});
