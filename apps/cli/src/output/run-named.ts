/** Resolves a run by its folder, or by a prefix of the folder's name. */

import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { excerpt, invalidInput } from '#values';

/** `path` if it exists or no run matches, else the only match. `InvalidInput` lists several. */
export function runNamed(path: string): string {
  if (existsSync(path)) return path;
  const cwd = dirname(path);
  const start = basename(path);
  const runs = globSync('*/manifest.json', { cwd }).map(dirname).toSorted();
  const named = runs.filter((run) => run.startsWith(start));
  if (named.length < 2) return join(cwd, named[0] ?? start);
  const found = excerpt(named.join(', '), 400);
  throw invalidInput('several runs have this name', { where: path, expected: 'one run', found });
}
