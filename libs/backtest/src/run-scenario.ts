/** A scenario from file to result: plan, run on as many threads as asked for, derive the tables. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { conflict, invalidInput, startOfUtcDay, TapefoldError, type FailureCode } from '#values';
import type { Result } from '#contracts/result';
import type { Scenario } from '#contracts/scenario';
import type { Clock, FactStream } from '#tape';
import { asksDefault } from './ask-limit.js';
import { planRuns } from './plan-runs.js';
import { deriveResult, type DerivedRun } from './derive-result.js';
import { runFolder, writeWhole } from './run-folder.js';
import { resultMarker } from '#agents/module/readable-paths';
import { allWorkflows, workflowOf, type RunPlan, type Workflows } from '#workflows';
import { isFinished, runShard, type ShardOptions, type ShardReport } from './run-shard.js';
import { openScenarioTape, type ScenarioTape } from './scenario-tape.js';
import { tryAgents } from './try-agents.js';
import type { LoadedScenario } from './load-scenario.js';

export interface ScenarioOptions {
  /** Folder for results; made when missing. */
  readonly out: string;
  readonly codeVersion: string;
  /** Threads; runs are dealt out among them. */
  readonly jobs: number;
  /** Remove an earlier result in `out` first. */
  readonly fresh: boolean;
  /** Kinds of work; those of this version when left out. Runs of others stay in this thread. */
  readonly workflows?: Workflows;
  readonly batch?: number;
  /** Asks of asynchronous agents that may be under way at once, all threads together. */
  readonly asks?: number;
  readonly pace?: (stream: FactStream) => Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScenarioProgress) => void;
}

export interface ScenarioProgress {
  /** Microseconds of tape time reached, and where the tape starts and ends in it. */
  readonly time: number;
  readonly from: number;
  readonly to: number;
  readonly runs: number;
}

export type ScenarioOutcome =
  | {
      readonly kind: 'finished';
      readonly result: Result;
      /** Of runs that trade. */
      readonly derived: readonly DerivedRun[];
      readonly resumed: ShardReport['resumed'];
      /** Runs that were there already, whole. */
      readonly kept: number;
    }
  | { readonly kind: 'interrupted'; readonly finished: number; readonly runs: number };

/**
 * Runs a scenario into a folder. What is there already and whole is kept, what ended early is resumed.
 * Throws `Conflict` when the folder holds runs of another scenario, `InvalidInput` for everything that
 * is wrong with scenario, data or agents; nothing is written then.
 */
export async function runScenario(
  { scenario, directory }: LoadedScenario,
  options: ScenarioOptions,
): Promise<ScenarioOutcome> {
  const { workflows = allWorkflows } = options;
  workflowOf(workflows, scenario);
  const fileHashes = hashAgentFiles(scenario, directory);
  const tape = await openScenarioTape(scenario, directory);
  try {
    const plans = planRuns({ scenario, fileHashes, ...tape });
    await tryAgents(scenario, tape, directory);
    const runsDirectory = prepareOut(options);
    const open = plans.filter(
      (plan) => !isFinished(plan, runFolder(join(runsDirectory, plan.label))),
    );
    const shared = {
      scenario,
      directory,
      tape,
      runsDirectory,
      workflows,
      ...progressOf(options, tape, plans),
    };
    const reports = await runAll(open, { ...shared, ...only(options) }, options.jobs);
    if (reports.some((report) => report.interrupted)) {
      return { kind: 'interrupted', finished: plans.length - open.length, runs: plans.length };
    }
    const { result, derived } = deriveResult({ scenario, plans, runsDirectory, tape, workflows });
    writeWhole(join(options.out, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
    const resumed = reports.flatMap((report) => report.resumed);
    return { kind: 'finished', result, derived, resumed, kept: plans.length - open.length };
  } finally {
    await tape.dataset.close();
  }
}

function only({ codeVersion, batch, asks, pace, signal }: ScenarioOptions) {
  return {
    codeVersion,
    ...(asks === undefined ? {} : { asks }),
    ...(batch === undefined ? {} : { batch }),
    ...(pace === undefined ? {} : { pace }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function progressOf(
  { onProgress }: ScenarioOptions,
  { dataset, firstSession, lastSession, tasks }: ScenarioTape,
  plans: readonly RunPlan[],
): Pick<ShardOptions, 'onProgress'> {
  if (onProgress === undefined) return {};
  const { calendar } = dataset;
  const from = tasks ? startOfUtcDay(firstSession) : calendar.openOf(firstSession);
  const to = tasks ? startOfUtcDay(lastSession + 1) : calendar.closeOf(lastSession);
  return { onProgress: ({ time }) => onProgress({ time, from, to, runs: plans.length }) };
}

/** SHA-256 of the files of scripts and modules, by agent id. */
function hashAgentFiles(scenario: Scenario, directory: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const agent of scenario.agents) {
    if (agent.kind !== 'script' && agent.kind !== 'module') continue;
    const path = isAbsolute(agent.file) ? agent.file : resolve(directory, agent.file);
    try {
      hashes.set(agent.id, createHash('sha256').update(readFileSync(path)).digest('hex'));
    } catch (cause) {
      const where = `agents, ${agent.id}: file`;
      throw invalidInput('the file cannot be read', { where, found: agent.file, cause });
    }
  }
  return hashes;
}

/** Makes the folder for results ready; the folder above the runs' own. `Conflict` when it holds something else. */
export function prepareOut({ out, fresh }: Pick<ScenarioOptions, 'out' | 'fresh'>): string {
  // A folder without it is never emptied.
  const marker = join(out, resultMarker);
  const runsDirectory = join(out, 'runs');
  if (fresh && existsSync(marker)) {
    for (const name of ['runs', 'result.json', 'report.html']) {
      rmSync(join(out, name), { recursive: true, force: true });
    }
  }
  if (existsSync(runsDirectory) && !existsSync(marker)) {
    throw conflict('the folder holds something else', {
      where: out,
      expected: 'an empty folder, or one with a result of an earlier run',
    });
  }
  mkdirSync(runsDirectory, { recursive: true });
  writeWhole(marker, 'Results of tapefold; `tapefold run --fresh` empties this folder.\n');
  return runsDirectory;
}

/** Deals the runs out among threads; with one thread everything happens in this one. */
async function runAll(
  plans: readonly RunPlan[],
  options: Omit<ShardOptions, 'plans'>,
  jobs: number,
): Promise<ShardReport[]> {
  if (plans.length === 0) return [];
  const threads = Math.min(jobs, plans.length);
  const staysHere = options.pace !== undefined || options.workflows !== allWorkflows;
  if (threads <= 1 || staysHere) return [await runShard({ ...options, plans })];
  const shards = Array.from({ length: threads }, (_, thread) =>
    plans.filter((_, index) => index % threads === thread),
  );
  const { asks = asksDefault } = options;
  const each = { ...options, asks: Math.max(1, Math.floor(asks / threads)) };
  return Promise.all(shards.map((shard, thread) => runThread(shard, each, thread === 0)));
}

/** What crosses into a worker thread. */
export interface ShardTask {
  readonly scenario: Scenario;
  readonly directory: string;
  readonly plans: readonly RunPlan[];
  readonly runsDirectory: string;
  readonly codeVersion: string;
  readonly batch?: number;
  readonly asks?: number;
}

export type ShardMessage =
  | { readonly kind: 'progress'; readonly facts: number; readonly time: number }
  | { readonly kind: 'done'; readonly report: ShardReport }
  | { readonly kind: 'failed'; readonly code: FailureCode | null; readonly message: string };

function runThread(
  plans: readonly RunPlan[],
  options: Omit<ShardOptions, 'plans'>,
  tellsProgress: boolean,
): Promise<ShardReport> {
  const { scenario, directory, runsDirectory, codeVersion, batch, asks, signal } = options;
  const task: ShardTask = {
    scenario,
    directory,
    plans,
    runsDirectory,
    codeVersion,
    ...(batch === undefined ? {} : { batch }),
    ...(asks === undefined ? {} : { asks }),
  };
  return new Promise((settle, fail) => {
    const worker = new Worker(new URL('./shard-worker.js', import.meta.url), { workerData: task });
    const stop = (): void => worker.postMessage('stop');
    signal?.addEventListener('abort', stop);
    worker.on('message', (message: ShardMessage) => {
      if (message.kind === 'progress') {
        if (tellsProgress) options.onProgress?.(message);
      } else if (message.kind === 'done') settle(message.report);
      else fail(asError(message));
    });
    worker.on('error', fail);
    worker.on('exit', () => signal?.removeEventListener('abort', stop));
  });
}

function asError({ code, message }: { code: FailureCode | null; message: string }): Error {
  return code === null ? new Error(message) : new TapefoldError(code, message);
}
