/** Follows runs to their end by polling. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayClient } from './gateway-client.js';
import type { Run } from './gateway-answers.js';
import type { ProgressScreen } from './progress-screen.js';
import { isOver, ProgressMeter } from './run-progress.js';

export interface FollowOptions {
  readonly client: GatewayClient;
  /** Fetches the current runs. */
  readonly look: (client: GatewayClient) => Promise<readonly Run[]>;
  readonly screen: ProgressScreen;
  readonly signal: AbortSignal;
  /** Whether these are all runs, as far along as required. */
  readonly isDone: (runs: readonly Run[]) => boolean;
}

/** Whether a run is complete: it ended, and if it finished, its figures are there. */
export const isSettled = (run: Run): boolean =>
  isOver(run) && (run.status !== 'finished' || run.isScored);

/** Milliseconds between two polls, plus one for each run, as a gateway returns a thousand of them at a time. */
const pauseMs = 500;

/** The runs once they are done; undefined if `signal` was aborted first. Fails as the client does. */
export async function followRuns(options: FollowOptions): Promise<readonly Run[] | undefined> {
  const { screen, signal, isDone } = options;
  const meter = new ProgressMeter();
  const client = options.client.within({ signal, notify: (line) => screen.notify(line) });
  while (!signal.aborted) {
    const runs = await unlessAborted(signal, () => options.look(client));
    if (runs === undefined) break;
    screen.show(meter.measure(runs, performance.now()));
    if (isDone(runs)) return runs;
    await sleep(pauseMs + runs.length, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function unlessAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
