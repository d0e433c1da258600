/** Waits for a module that may never answer. */

/** What `work` gives. Rejects with the reason of `signal` where that is aborted first; nobody waits for `work` then. */
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
