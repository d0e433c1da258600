/** Why a tape cannot go on, as messages say it; and which failures of reading may pass by themselves. */

import { excerpt, isFailure, printable } from '#values';
import { failureReasonMax } from '#contracts/streams/market';

/** What went wrong with whose facts; `source` is null where there are no sources to name. */
export interface SourceFailure {
  readonly source: string | null;
  readonly error: unknown;
}

/**
 * Waits before the next attempts at sources that cannot be read just now, milliseconds: a minute in all, in which a
 * disk comes back or file handles are free again. Then it is a failure like any other.
 */
export const retryWaitsMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** One line, bounded. Errors of the platform are told by their code: their text names places of this machine. */
export function reasonOf(error: unknown): string {
  if (isFailure(error)) return printable(error.message, failureReasonMax);
  const code = codeOf(error);
  const found = code ?? (error instanceof Error ? error.name : typeof error);
  return `the facts cannot be read; found ${excerpt(found)}`;
}

/** What is not there, or is something else: to ask again changes nothing. */
const finalCodes: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** Whether reading may succeed in a while: what is wrong with data stays wrong, what is wrong with a disk may not. */
export function isTransient(error: unknown): boolean {
  if (isFailure(error)) return error.code === 'Unavailable';
  const code = codeOf(error);
  const isOfPlatform = typeof (error as { errno?: unknown } | null)?.errno === 'number';
  return isOfPlatform && code !== undefined && !finalCodes.includes(code);
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
