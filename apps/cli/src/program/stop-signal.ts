/** Ctrl-C as an abort signal for work in progress. */

import { runningProcesses } from '#agents/module/process/running-processes';
import { exitCodes } from './exit-code.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
  /**
   * From now on signals end the process as usual, but for the launcher's copy of one
   * that was received.
   */
  [Symbol.dispose](): void;
}

/**
 * The first Ctrl-C requests an orderly stop; the second ends the process at once, along with the
 * module processes, which would survive a death by signal. Signals count by name: the launcher may
 * forward one that reached both processes under another name.
 */
export function stopOnSignal(): StopSignal {
  const controller = new AbortController();
  const received = new Set<string>();
  const stop = (signal: string): void => {
    if (received.has(signal)) process.exit(exitCodes.interrupted);
    received.add(signal);
    controller.abort();
    // Without a handler, the system ends the process even if its work blocks the event loop.
    if (runningProcesses.isEmpty) process.removeListener(signal, stop);
  };
  const release = onStop(stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      release();
      if (received.size > 0) ignoreCopies(received);
    },
  };
}

/**
 * The launcher's copy of a signal, under another name, may come when the work has already
 * stopped in order.
 */
function ignoreCopies(received: ReadonlySet<string>): void {
  if (process.env['TAPEFOLD_LAUNCHER'] === undefined) return;
  for (const signal of signals) {
    if (!received.has(signal)) process.once(signal, () => undefined);
  }
}

/** Settles when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener('abort', () => settle(), { once: true });
  });
}

/** Ctrl-C ends the process at once, along with the module processes. */
export function exitOnSignal(): void {
  onStop(() => process.exit(exitCodes.interrupted));
}

/**
 * Stops this process as SIGTERM does when the launcher that started it is gone: no signal would
 * reach it anymore.
 */
export function stopWithLauncher(): void {
  if (process.env['TAPEFOLD_LAUNCHER'] === undefined) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

function onStop(stop: (signal: string) => void): () => void {
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.removeListener(signal, stop);
  };
}
