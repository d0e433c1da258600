/** Whole files in memory, up to a number of bytes that the reader states. */

import { closeSync, readSync } from 'node:fs';
import { invalidInput, unavailable } from '#values';
import { openRegular } from './regular-file.js';

/**
 * All bytes of a file. `where` names it in errors. Throws `InvalidInput` if it does not exist, is
 * not a regular file or has more than `bytesMax` bytes; `Unavailable` if it cannot be read.
 */
export function boundedBytes(path: string, where: string, bytesMax: number): Buffer {
  const { descriptor, stats } = openRegular(path, where);
  try {
    if (stats.size > bytesMax) throw tooLarge(where, bytesMax, `${stats.size} bytes`);
    return readAll(descriptor, where, { size: stats.size, bytesMax });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The text of a file in UTF-8, with its byte order mark if it has one. Throws like `boundedBytes`.
 */
export function boundedText(path: string, where: string, bytesMax: number): string {
  return boundedBytes(path, where, bytesMax).toString('utf8');
}

interface Extent {
  /** Bytes that the file system reports: 0 for files of /proc, and too few for one that grows. */
  readonly size: number;
  readonly bytesMax: number;
}

/** Reads one byte more than the file should have, to notice that it has more. */
function readAll(descriptor: number, where: string, { size, bytesMax }: Extent): Buffer {
  let bytes = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const count = readPart(descriptor, bytes.subarray(filled), where);
    filled += count;
    if (filled > bytesMax) throw tooLarge(where, bytesMax, 'more');
    if (count === 0) return bytes.subarray(0, filled);
    if (filled < bytes.length) continue;
    const grown = Buffer.allocUnsafe(Math.min(bytesMax + 1, Math.max(4096, 2 * bytes.length)));
    bytes.copy(grown, 0, 0, filled);
    bytes = grown;
  }
}

function readPart(descriptor: number, target: Uint8Array, where: string): number {
  try {
    return readSync(descriptor, target, 0, target.length, null);
  } catch (cause) {
    throw unavailable('the file cannot be read', { where, cause });
  }
}

function tooLarge(where: string, bytesMax: number, found: string): Error {
  return invalidInput('the file is too large', {
    where,
    expected: `at most ${bytesMax} bytes`,
    found,
  });
}
