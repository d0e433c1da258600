/** Ctrl-C as a signal that work can listen to. */

export interface StopSignal {
  readonly signal: AbortSignal;
  /** From now on signals end the process as usual. */
  release(): void;
}

/** The first Ctrl-C asks for an orderly stop; the second ends the process as usual. */
export function stopOnSignal(): StopSignal {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
    release();
  };
  const release = (): void => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, release };
}
