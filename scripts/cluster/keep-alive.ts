/** Starts a process again whenever it dies, later and later while it keeps dying. */

import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ManagedProcess, type ProcessPlan } from './managed-process.ts';

export interface KeptProcess {
  /** Settles when it serves for the first time; rejects when it did not in three attempts. */
  readonly ready: Promise<void>;
  /** Ends it, and stops restarting it. */
  stop(): Promise<void>;
}

export interface KeepAliveEvents {
  /** Its pid while it runs. */
  onChange(status: 'starting' | 'ready' | 'waiting' | 'stopped', pid: number | undefined): void;
  /** It died, or did not get ready, and why; it is restarted after `delayMs` milliseconds. */
  onDeath(reason: string, delayMs: number): void;
}

const attemptsMax = 3;
const delayMinMs = 250;
const delayMaxMs = 10_000;
/** After so long it counts as sound again. */
const soundMs = 60_000;

/** Milliseconds to wait after `failures` deaths in a row, at least 1. */
export const delayAfter = (failures: number): number =>
  Math.min(delayMinMs * 2 ** (failures - 1), delayMaxMs);

export function keepAlive(plan: ProcessPlan, events: KeepAliveEvents): KeptProcess {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  const ended = lives(plan, events, stopping.signal, first);
  return {
    ready: first.promise,
    async stop() {
      stopping.abort();
      await ended;
      events.onChange('stopped', undefined);
    },
  };
}

async function lives(
  plan: ProcessPlan,
  events: KeepAliveEvents,
  signal: AbortSignal,
  first: PromiseWithResolvers<void>,
): Promise<void> {
  let failures = 0;
  let hasServed = false;
  while (!signal.aborted) {
    const started = performance.now();
    const life = await oneLife(plan, events, signal, first.resolve);
    if (signal.aborted) break;
    hasServed ||= life.hasServed;
    failures = performance.now() - started > soundMs ? 1 : failures + 1;
    if (!hasServed && failures === attemptsMax) return first.reject(life.error);
    const delayMs = delayAfter(failures);
    // In this order: observers never see a ready process that has died again.
    events.onChange('waiting', undefined);
    events.onDeath(life.error.message, delayMs);
    await sleep(delayMs, undefined, { signal }).catch(() => {});
  }
  first.reject(new Error(`${plan.name} was stopped`));
}

/** From a start to the death, or to the stop. */
async function oneLife(
  plan: ProcessPlan,
  events: KeepAliveEvents,
  signal: AbortSignal,
  served: () => void,
): Promise<{ hasServed: boolean; error: Error }> {
  const exit = Promise.withResolvers<string>();
  let running: ManagedProcess;
  try {
    running = await startProcess(plan, {
      signal,
      onSpawn: (pid) => events.onChange('starting', pid),
      onExit: exit.resolve,
    });
  } catch (error) {
    return { hasServed: false, error: error as Error };
  }
  events.onChange('ready', running.pid);
  served();
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const how = await Promise.race([exit.promise, stopped]);
  if (how === undefined) await running.stop();
  return { hasServed: true, error: new Error(`${plan.name} died (${how ?? 'stopped'})`) };
}
