/** Follows runs to their end: looks at them again and again, and waits for a gateway that is away. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '#values';
import type { Run } from './gateway-answers.js';
import type { ProgressScreen } from './progress-screen.js';
import { isOver, ProgressMeter } from './run-progress.js';

export interface FollowOptions {
  /** The runs as they are now. */
  readonly look: () => Promise<readonly Run[]>;
  readonly screen: ProgressScreen;
  readonly signal: AbortSignal;
  /** Whether these are all, and as far as they have to be. */
  readonly isDone: (runs: readonly Run[]) => boolean;
  /** How long a gateway may be away, milliseconds. */
  readonly patienceMs?: number;
}

/** Nothing more will come of a run: it ended, and if it finished its figures are there. */
export const isSettled = (run: Run): boolean =>
  isOver(run) && (run.status !== 'finished' || run.isScored);

/** Between two looks, milliseconds; one more for each run, as a gateway answers a thousand of them at a time. */
const pauseMs = 500;

/** The runs as they were when they were done; undefined when `signal` came first. `Unavailable` after some patience. */
export async function followRuns(options: FollowOptions): Promise<readonly Run[] | undefined> {
  const { screen, signal, isDone } = options;
  const meter = new ProgressMeter();
  const patient = patientLook(options);
  let everyMs = pauseMs;
  while (!signal.aborted) {
    const runs = await patient();
    if (runs !== undefined) {
      screen.show(meter.measure(runs, performance.now()));
      if (isDone(runs)) return runs;
      everyMs = pauseMs + runs.length;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** A look; undefined while the gateway is away, which is said once. */
function patientLook({ look, screen, patienceMs = 120_000 }: FollowOptions) {
  let awaySinceMs: number | undefined;
  return async (): Promise<readonly Run[] | undefined> => {
    try {
      const runs = await look();
      if (awaySinceMs !== undefined) screen.say('the gateway is back');
      awaySinceMs = undefined;
      return runs;
    } catch (error) {
      if (!isFailure(error, 'Unavailable')) throw error;
      if (awaySinceMs === undefined) screen.say(`${error.message}; trying again`);
      awaySinceMs ??= performance.now();
      if (performance.now() - awaySinceMs > patienceMs) throw error;
      return undefined;
    }
  };
}
