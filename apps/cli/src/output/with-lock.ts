/** Keeps two commands from writing one file or folder that does not hold a lock file of its own. */

import { rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { takeLock } from '#event-log';

/** Does `work` under a lock file beside `path`. `Conflict` names the process that writes `path`. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const target = resolve(path);
  const lock = join(dirname(target), `.${basename(target)}.tapefold-lock`);
  takeLock(lock, 'another process writes it');
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
