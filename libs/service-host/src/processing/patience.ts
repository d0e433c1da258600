/** Retries work on a log that may be unavailable for a while. */

import pRetry from 'p-retry';
import { isFailure, unavailable } from '#values';

export interface Patience {
  /** Milliseconds that the log may be unavailable. */
  readonly giveUpMs: number;
  /** Checked before every attempt; once it returns false, nothing more is attempted. */
  readonly mayTry: () => boolean;
  /** Called when an attempt failed and will be retried. */
  readonly onRetry?: (error: Error) => void;
}

/**
 * The result of `work`, or undefined if `mayTry` returned false before it succeeded. `Unavailable`,
 * with the words `what` and the place `where`, if the log was unreachable for `giveUpMs`; other
 * errors at once.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { giveUpMs, mayTry, onRetry }: Patience,
  { what, where }: { readonly what: string; readonly where: string },
): Promise<T | undefined> {
  try {
    return await pRetry(() => (mayTry() ? work() : undefined), {
      retries: Infinity,
      minTimeout: 50,
      maxTimeout: 2_000,
      maxRetryTime: giveUpMs,
      shouldRetry({ error }) {
        if (!isFailure(error, 'Unavailable')) return false;
        onRetry?.(error);
        return true;
      },
    });
  } catch (cause) {
    if (!isFailure(cause, 'Unavailable')) throw cause;
    const expected = `the log to be back within ${giveUpMs} ms`;
    throw unavailable(what, { where, expected, found: cause.message, cause });
  }
}
