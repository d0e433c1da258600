/** Waits for a service that is temporarily unavailable, and for work that may never end. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '#values';

export interface Patience {
  /** For how long `work` is repeated, milliseconds. */
  readonly patienceMs: number;
  /** Between two tries, milliseconds. */
  readonly retryMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats `work` while it is `Unavailable`, until its time is over or `signal` is aborted. `work`
 * must be idempotent: its last attempt may have succeeded without an answer.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { patienceMs, retryMs, signal }: Patience,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOver = signal?.aborted === true || performance.now() >= end;
      if (isOver || !isFailure(error, 'Unavailable')) throw error;
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Result of `work`. Rejects with the reason of `signal` if that is aborted first; `work` is
 * then abandoned.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const settled = (): void => signal.removeEventListener('abort', abort);
    work.finally(settled).then(resolve, reject);
  });
}
