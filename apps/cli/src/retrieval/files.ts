/** What commands write. */

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { conflict } from '#values';

/** Whole, or not at all: `write` gets another path, where nothing exists yet. `Conflict` where the folder exists. */
export async function newFolder(
  path: string,
  write: (draft: string) => void | Promise<void>,
): Promise<string> {
  const out = resolve(path);
  if (existsSync(out)) throw conflict('the folder exists already', { where: out });
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
