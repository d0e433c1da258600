/** Ctrl-C as a signal that work can listen to. */

import { runningProcesses } from '#agents/module/running-processes';
import { exitCodes } from './exit-code.js';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** From now on signals end the process as usual. */
  release(): void;
}

/**
 * The first Ctrl-C asks for an orderly stop; the second ends the process at once, and the processes of modules with it,
 * which a death by signal would leave behind.
 */
export function stopOnSignal(): StopSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
    // The system ends a process even where work keeps it from hearing a signal.
    if (runningProcesses.isEmpty) release();
  };
  const release = onStop(stop);
  return { signal: controller.signal, release };
}

/** Ctrl-C ends the process at once, and the processes of modules with it. */
export function exitOnSignal(): void {
  onStop(() => process.exit(exitCodes.interrupted));
}

function onStop(stop: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.removeListener(signal, stop);
  };
}
