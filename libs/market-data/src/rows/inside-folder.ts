/** Files that stay inside their folder: links that lead out of it are never followed. */

import { existsSync, realpathSync } from 'node:fs';
import { join, parse, relative, sep } from 'node:path';
import { invalidInput } from '#values';

/**
 * The path of a file of a folder, with its links resolved as far as it exists; the folder itself may be a link.
 * Throws `InvalidInput` with the file if a link leads out of the folder; never names the link's target.
 */
export function insideFolder(folder: string, file: string): string {
  const path = join(folder, file);
  if (!existsSync(path)) return path;
  const real = realpathSync(path);
  if (isWithin(realpathSync(folder), real)) return real;
  const expected = 'a file inside the folder';
  throw invalidInput('a link leads out of its folder', { where: file, expected });
}

/** Whether `inner` is `outer` or is below it. */
export function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && parse(path).root === '');
}
