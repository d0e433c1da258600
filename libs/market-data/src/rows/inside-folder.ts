/** Files that stay inside their folder: a link that leads out of it is never followed. */

import { realpathSync } from 'node:fs';
import { join, parse, relative, sep } from 'node:path';
import { invalidInput, unavailable } from '#values';

/**
 * The path of a file of a folder, with its links resolved; the folder itself may be a link. `InvalidInput` names the
 * file where it does not exist or where a link leads out of the folder, and never what that link points to.
 */
export function insideFolder(folder: string, file: string): string {
  const path = realPathOf(join(folder, file), file);
  if (isWithin(realPathOf(folder, file), path)) return path;
  const expected = 'a file inside the folder';
  throw invalidInput('a link leads out of its folder', { where: file, expected });
}

/** Whether `inner` is `outer` or lies below it. */
export function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && parse(path).root === '');
}

function realPathOf(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw invalidInput('there is no such file', { where: name, cause });
    }
    throw unavailable('the file cannot be read', { where: name, found: String(code), cause });
  }
}
