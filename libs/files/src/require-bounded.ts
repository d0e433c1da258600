/**
 * The check before a reader that reads a whole file and has words of its own for one
 * that is missing.
 */

import { statSync } from 'node:fs';
import { invalidInput } from '#values';
import { refuseOthers } from './regular-file.js';

/** Files that people write: keys, tokens, prompts, registers, tables. */
export const writtenBytesMax = 16 * 1024 * 1024;
/** Files that Tapefold wrote, received from others: a result with the curves of all its runs. */
export const resultBytesMax = 256 * 1024 * 1024;

/**
 * Throws `InvalidInput` if there is a pipe, a socket or a device at `path`, or a file of more than
 * `bytesMax` bytes; `where` names it. Does nothing for a folder, and for a file that is missing:
 * reading these fails at once.
 */
export function requireBounded(path: string, bytesMax: number, where = path): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return;
  refuseOthers(stats, where);
  if (stats.size <= bytesMax) return;
  throw invalidInput('the file is too large', {
    where,
    expected: `at most ${bytesMax} bytes`,
    found: `${stats.size} bytes`,
  });
}
