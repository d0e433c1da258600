/**
 * The finished result of a submission, derived beside the data of the services: on a thread,
 * because the bars of long runs are read again.
 */

import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { missingRuns, type SubmittedRuns } from '#backtest';
import { isOpenEnded } from '#contracts/scenario/scenario';
import { registeredPlace } from '#market-data/xbrl/cases-reference';
import type { RunState } from '#read-models';
import type { SubmissionRow } from '#read-models/entities/run-rows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import { deriveBesideData, type DeriveOrder } from './derive-beside-data.js';

/** One at a time: each uses a core. */
const turns = new PQueue({ concurrency: 1 });

/**
 * What is derived from a submission once all of its runs are over; undefined while one is not, and
 * for feeds, whose data is a recording that the client has.
 */
export function submittedRuns(
  { scenario, runs: order, data }: SubmissionRow,
  states: readonly RunState[],
): Omit<SubmittedRuns, 'out'> | undefined {
  const isOver = ({ status, isScored }: RunState): boolean =>
    status === 'finished' ? isScored : status === 'cancelled' || status === 'failed';
  const byId = new Map(states.map((state) => [state.run, state]));
  const inOrder = order.flatMap((run) => byId.get(run) ?? []);
  if (isOpenEnded(scenario) || inOrder.length < order.length || !inOrder.every(isOver)) {
    return undefined;
  }
  const finished = inOrder.filter(({ status }) => status === 'finished');
  return {
    scenario,
    plans: finished.map(planOfSubmitted),
    missing: inOrder.flatMap(missingRuns),
    found: data,
  };
}

/** Where data sets are, and the most milliseconds until the files are there. */
export interface DeriveTerms {
  readonly datasets: ReadonlyMap<string, string>;
  readonly withinMs: number;
}

/**
 * Derives result.json, the report and the tables into `out`, which has the folders of the runs.
 * Rejects where they cannot be derived, as when the data set has changed since the runs, and where
 * it takes too long, the wait for a turn included.
 */
export async function deriveFinished(
  runs: SubmittedRuns,
  { datasets, withinMs }: DeriveTerms,
): Promise<void> {
  const place = registeredPlace(datasets, runs.scenario.data);
  if (place === undefined) throw new Error('the data set of the submission is not registered');
  const signal = AbortSignal.timeout(withinMs);
  await turns.add(() => onThread({ ...runs, place }, signal), { signal });
}

/** From source files, as in unit tests, there is no file for a thread. */
function onThread(order: DeriveOrder, signal: AbortSignal): Promise<void> {
  if (import.meta.url.endsWith('.ts')) return deriveBesideData(order);
  const worker = new Worker(new URL('./derive-worker.js', import.meta.url), { workerData: order });
  signal.addEventListener('abort', () => void worker.terminate());
  return new Promise<void>((settle, fail) => {
    worker.once('error', fail);
    worker.once('exit', () => {
      if (signal.aborted) fail(signal.reason as Error);
      else settle();
    });
  });
}
