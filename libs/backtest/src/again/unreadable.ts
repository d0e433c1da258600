/**
 * Why a file of a result cannot be read: a fault of the result, as distinct from a defect
 * of this program.
 */

import { isFailure, systemReason } from '#values';

/**
 * System errors that a file itself causes; all others, such as too many open files, say
 * nothing about it.
 */
const causedByFile = new Set([
  'EACCES',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
]);

/** In words; undefined for errors that do not come from what is in the result. */
export function unreadable(error: unknown): string | undefined {
  if (isFailure(error)) {
    // What an earlier version recorded is in conflict with this one, and is not broken.
    const saysNothing = error.code === 'Invariant' || error.code === 'Conflict';
    return saysNothing ? undefined : error.message;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || !causedByFile.has(code)) return undefined;
  return path === undefined ? systemReason(error) : `${path}: ${systemReason(error)}`;
}
