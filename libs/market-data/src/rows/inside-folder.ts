/** Files that stay inside their folder: links that lead out of it are never followed. */

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, parse, relative, sep } from 'node:path';
import { invalidInput, printable } from '#values';

/**
 * The path of a file of a folder, with its links resolved as far as it exists; the folder itself
 * may be a link. Throws `InvalidInput` with the file if a link leads out of the folder; never names
 * the link's target.
 */
export function insideFolder(folder: string, file: string): string {
  const path = join(folder, file);
  if (!existsSync(path)) return path;
  const real = realpathSync(path);
  if (isWithin(realpathSync(folder), real)) return real;
  throw leadsOut(file);
}

/**
 * Checks what lies directly inside a folder, which may itself be a link or be missing. Throws
 * `InvalidInput` with the first link that leads out of `root`, a folder above it; a link without a
 * target is refused too, because a writer would create the target.
 */
export function requireLinksInside(folder: string, root = folder): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const entries = isFolder ? readdirSync(folder, { withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) continue;
    const file = relative(root, join(folder, entry.name));
    if (!existsSync(join(root, file))) throw leadsOut(file);
    insideFolder(root, file);
  }
}

const leadsOut = (file: string): Error =>
  invalidInput('a link leads out of its folder', {
    where: printable(file, 200),
    expected: 'a file inside the folder',
  });

/** Whether `inner` is `outer` or is below it. */
export function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && parse(path).root === '');
}
