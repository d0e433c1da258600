/** The files of a log that is rotated: which there are, and from the oldest to the newest. */

import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesOf } from './rotated-files.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rotated-files-'));
});
afterEach(() => rm(directory, { recursive: true }));

/**
 * Writes files that were changed so many seconds after 1970, and names those of the log
 * in their order.
 */
async function found(changed: Readonly<Record<string, number>>): Promise<string[]> {
  for (const [name, seconds] of Object.entries(changed)) {
    await writeFile(join(directory, name), name);
    await utimes(join(directory, name), seconds, seconds);
  }
  return (await filesOf(join(directory, 'feed.jsonl'))).map(({ path }) => basename(path));
}

it('are in the order in which they were changed, whatever their numbers are', async () => {
  const changed = {
    'feed.jsonl.1': 20,
    'feed.jsonl.2': 10,
    'feed.jsonl.3': 30,
    'feed.jsonl.4': 5,
    'feed.jsonl': 40,
  };
  expect(await found(changed)).toEqual([
    'feed.jsonl.4',
    'feed.jsonl.2',
    'feed.jsonl.1',
    'feed.jsonl.3',
    'feed.jsonl',
  ]);
});

it('end with the one that is written, if others changed in the same moment', async () => {
  const order = await found({ 'feed.jsonl': 10, 'feed.jsonl.1': 10, 'feed.jsonl.2': 5 });
  expect(order).toEqual(['feed.jsonl.2', 'feed.jsonl.1', 'feed.jsonl']);
});

it('are no folders, and no files of other logs', async () => {
  await mkdir(join(directory, 'feed.jsonl.9'));
  expect(await found({ 'feed.jsonl': 10, 'other.jsonl': 5, 'feed.jsonl.1': 1 })).toEqual([
    'feed.jsonl.1',
    'feed.jsonl',
  ]);
});
