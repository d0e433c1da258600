/** Result files on disk: read whole, replaced whole, and one writer at a time. */

import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidInput, isFailure } from '#values';
import { takeLock } from '#event-log';
import { makeFolder } from '../run-folder/run-folder.js';

/** The largest file that is read: far more than a record for each session of a century. */
const bytesMax = 64 * 1024 * 1024;
const lockWaitMs = 20;
/** How long a writer waits for another one: many times what a submission takes. */
const lockTries = 500;

/** The text of a result file; undefined where there is none. `InvalidInput` where it is no file, or too large. */
export function readResultFile(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // A pipe or a device would be read for ever.
  if (!found.isFile()) throw invalidInput('the result is not a file', { where: path });
  if (found.size > bytesMax) {
    const expected = `${bytesMax} bytes at most`;
    throw invalidInput('the result file is too large', {
      where: path,
      expected,
      found: `${found.size} bytes`,
    });
  }
  return readFileSync(path, 'utf8');
}

/** Names in a folder that start and end so; none where there is no such folder. */
export function namesIn(folder: string, start: string, end: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .sort();
}

/**
 * Does `work` while no other process does work under the same `name` in `folder`, which is made where it is missing.
 * `Conflict` when the other one does not end in ten seconds.
 */
export async function alone<T>(folder: string, name: string, work: () => T): Promise<T> {
  makeFolder(folder);
  const lock = join(folder, `.${name}.lock`);
  await take(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return takeLock(lock, 'another process writes this result');
    } catch (error) {
      if (!isFailure(error, 'Conflict') || tries === lockTries) throw error;
      await sleep(lockWaitMs);
    }
  }
}
