/** The coded errors of external failures: what was expected, what was found, and where. */

export const failureCodes = [
  'InvalidInput',
  'Conflict',
  'Unavailable',
  'CorruptJournal',
  'Invariant',
] as const;

/**
 * What a caller may do about it: fix the input, retry with another name, wait, stop and quarantine,
 * or report a bug in Tapefold.
 */
export type FailureCode = (typeof failureCodes)[number];

interface FailureDetail {
  /** The failure in the field's terms; comes first in the message. */
  readonly summary?: string | undefined;
  /** File, line, field or id; free of secrets. Never reaches an agent if it names a future fact. */
  readonly where?: string;
  readonly expected?: string;
  readonly found?: string;
  readonly cause?: unknown;
}

/** One error class for all coded failures; guards test `code`, never `instanceof`. */
export class TapefoldError extends Error {
  readonly code: FailureCode;
  readonly summary: string | undefined;
  readonly where: string | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;

  constructor(code: FailureCode, what: string, detail: FailureDetail = {}) {
    super(describe(what, detail), detail.cause === undefined ? {} : { cause: detail.cause });
    this.name = 'TapefoldError';
    this.code = code;
    this.summary = detail.summary;
    this.where = detail.where;
    this.expected = detail.expected;
    this.found = detail.found;
  }
}

/** Whether `error` has one of the codes (or exactly `code`, if given). */
export function isFailure(error: unknown, code?: FailureCode): error is TapefoldError {
  if (!(error instanceof Error)) return false;
  const own = (error as { code?: unknown }).code;
  return code === undefined ? failureCodes.includes(own as FailureCode) : own === code;
}

export const invalidInput = (what: string, detail?: FailureDetail): TapefoldError =>
  new TapefoldError('InvalidInput', what, detail);
export const conflict = (what: string, detail?: FailureDetail): TapefoldError =>
  new TapefoldError('Conflict', what, detail);
/**
 * Includes the system's report, such as a full disk, if the cause in `detail` is a system error.
 */
export const unavailable = (what: string, detail: FailureDetail = {}): TapefoldError => {
  const found = detail.found ?? systemReason(detail.cause);
  return new TapefoldError(
    'Unavailable',
    what,
    found === undefined ? detail : { ...detail, found },
  );
};
export const corruptJournal = (what: string, detail?: FailureDetail): TapefoldError =>
  new TapefoldError('CorruptJournal', what, detail);

/** Fails only on a bug in Tapefold. Stays on in production. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new TapefoldError('Invariant', what);
}

/** Controls (which terminals interpret), line separators, and marks that change text direction. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** An external value for an error text: one printable line, at most `lengthMax` characters. */
export function excerpt(value: unknown, lengthMax = 80): string {
  // Reads no more of a long text than will be shown; quoted, it still exceeds the limit.
  const text =
    typeof value === 'string' ? JSON.stringify(value.slice(0, lengthMax)) : stringified(value);
  return printable(text, lengthMax);
}

/**
 * A text that may contain foreign words, unquoted: one printable line, at most
 * `lengthMax` characters.
 */
export function printable(text: string, lengthMax: number): string {
  const line = text.slice(0, lengthMax + 1).replace(unprintable, ' ');
  return (line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1)}…`).toWellFormed();
}

/** External objects may throw from any of these. */
function stringified(value: unknown): string {
  try {
    if (typeof value !== 'object' || value === null) return String(value);
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'function' ? 'a function' : tagOf(value);
  }
}

function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return 'an object';
  }
}

/** `ENOSPC: no space left on device` for a file system error; undefined for any other. */
export function systemReason(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('errno' in cause)) return undefined;
  return /^E[A-Z0-9]+: [^,]+/.exec(cause.message)?.[0];
}

function describe(what: string, { summary, where, expected, found }: FailureDetail): string {
  const parts = [where === undefined ? what : `${where}: ${what}`];
  if (summary !== undefined) parts.unshift(summary);
  if (expected !== undefined) parts.push(`expected ${expected}`);
  if (found !== undefined) parts.push(`found ${found}`);
  return parts.join('; ');
}
