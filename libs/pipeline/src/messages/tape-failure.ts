/** Why a tape cannot continue, as messages report it, and which read errors are transient. */

import { excerpt, isFailure, printable } from '#values';
import { failureReasonMax } from '#contracts/streams/market';

/** An error and the source it belongs to; `source` is null without sources to name. */
export interface SourceFailure {
  readonly source: string | null;
  readonly error: unknown;
}

/**
 * Waits before retries of sources that are temporarily unreadable, milliseconds: a minute in total,
 * in which a disk may recover or file handles be freed. After that, the failure is final.
 */
export const retryWaitsMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** One line, bounded. Platform errors are reported by code: their text contains local paths. */
export function reasonOf(error: unknown): string {
  if (isFailure(error)) return printable(error.message, failureReasonMax);
  const code = codeOf(error);
  const found = code ?? (error instanceof Error ? error.name : typeof error);
  return `the facts cannot be read; found ${excerpt(found)}`;
}

/** The path is missing, or of another kind: a retry changes nothing. */
const finalCodes: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** Whether a retry may succeed: bad data stays bad, a failing disk may recover. */
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
