/** The files and folders that commands write. */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { conflict } from '#values';
import { openDataset } from '#feeds';
import { takeLock } from '#event-log';

/** The path of a file to write. `Conflict` if it exists. */
export function newFile(path: unknown): string {
  const file = String(path);
  if (existsSync(file)) throw conflict('the file already exists', { where: file });
  return file;
}

/**
 * Whole, or not at all: `write` gets another path that does not exist yet. `Conflict` if the
 * folder exists.
 */
export async function newFolder(
  path: string,
  write: (draft: string) => void | Promise<void>,
): Promise<string> {
  const out = resolve(path);
  if (existsSync(out)) throw conflict('the folder already exists', { where: out });
  const draft = `${out}.partial-${process.pid}`;
  try {
    mkdirSync(dirname(out), { recursive: true });
    await write(draft);
    renameSync(draft, out);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return out;
}

/**
 * A new folder with texts by their paths, after `begin`. It gets its name only if it is a
 * valid data set.
 */
export const newDataset = (
  path: string,
  texts: Iterable<readonly [path: string, text: string]>,
  begin: (draft: string) => Promise<unknown> = async () => {},
): Promise<string> =>
  newFolder(path, async (draft) => {
    await begin(draft);
    for (const [name, text] of texts) {
      mkdirSync(dirname(join(draft, name)), { recursive: true });
      writeFileSync(join(draft, name), text);
    }
    const dataset = await openDataset(draft);
    dataset.tasks();
    dataset.solutions();
    await dataset.close();
  });

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
