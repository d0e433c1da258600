/**
 * Regular files, opened for reading. A named pipe, a socket or a device is refused: reading one may
 * wait forever, or never come to an end.
 */

import { closeSync, constants, fstatSync, openSync, statSync, type Stats } from 'node:fs';
import { invalidInput, unavailable } from '#values';

export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/**
 * Opens a file; the caller closes its descriptor. `where` names the file in errors. Throws
 * `InvalidInput` if it does not exist or is not a regular file, and says what it is; `Unavailable`
 * if it cannot be opened.
 */
export function openRegular(path: string, where: string): OpenedFile {
  requireRegular(path, where);
  // Without waiting: the file may have been replaced by a pipe since.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const descriptor = attempt(where, () => openSync(path, flags));
  try {
    const stats = fstatSync(descriptor);
    refuseOthers(stats, where);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The figures of a regular file that is not opened. Throws like `openRegular`. */
export function requireRegular(path: string, where: string): Stats {
  const stats = attempt(where, () => statSync(path));
  refuseOthers(stats, where);
  return stats;
}

/** Throws `InvalidInput` for anything but a regular file. */
export function refuseOthers(stats: Stats, where: string): void {
  if (stats.isFile()) return;
  throw invalidInput('not a regular file', {
    where,
    expected: 'a file',
    found: kindOf(stats),
  });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return 'something else';
}

function attempt<T>(where: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw invalidInput('no such file', { where, cause });
    }
    throw unavailable('the file cannot be read', { where, found: String(code), cause });
  }
}
