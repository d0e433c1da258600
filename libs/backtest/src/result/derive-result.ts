/** Derives the result of a scenario, and the tables beside it, from its finished runs. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, invariant, isFailure } from '#values';
import type { Manifest } from '#contracts/scenario/manifest';
import type { MissingRun, Result } from '#contracts/result/result';
import {
  ofTasks,
  overWindow,
  type Scenario,
  type TaskScenario,
} from '#contracts/scenario/scenario';
import { planOfTasks, tradingFoldOf, workflowOf, type RunPlan, type TradingPlan } from '#workflows';
import { writtenFile, type TableState } from '../run-folder/derived-file.js';
import { endedRun, isMeasured, type EndedRun } from './ended-run.js';
import type { MeasuredRun } from './measured-run.js';
import { identityOf, readOwn } from '../run-folder/own-journal.js';
import { resultOf } from './result-of-runs.js';
import {
  readManifest,
  requireSameRun,
  runFolder,
  type RunFolder,
} from '../run-folder/run-folder.js';
import { writeManifest, writtenPlan } from '../tape/written-manifest.js';
import { TradingTables, type TablesOptions } from './run-tables.js';
import { AnswersTable, taskResultOf, type PausedTasks, type ScoredBy } from './task-result.js';

/** What finished runs are derived from. */
export interface DeriveInput extends ScoredBy {
  readonly scenario: Scenario;
  readonly plans: readonly RunPlan[];
  /** Runs that trade and did not finish: the result names them. */
  readonly missing?: readonly MissingRun[];
  /** Has each run that trades. */
  readonly measured: ReadonlyMap<string, MeasuredRun>;
  /** The runs of tasks that have no end yet. */
  readonly paused?: readonly PausedTasks[] | undefined;
}

export interface DerivedResult {
  readonly result: Result;
  /** All runs, in the order of the result. */
  readonly ended: readonly EndedRun[];
  /** Trading runs only, in the order of the result. */
  readonly derived: readonly MeasuredRun[];
  /** Files that were derived from journals of tasks along with it. */
  readonly answers: readonly TableState[];
}

/**
 * The result of a scenario's runs: those that trade are measured, those of tasks are folded from
 * their journals.
 */
export async function deriveResult(input: DeriveInput): Promise<DerivedResult> {
  const { scenario, plans, measured } = input;
  const tasks = ofTasks(scenario);
  const ended =
    tasks === undefined
      ? plans.map(({ label }) => measured.get(label))
      : await foldRuns(input, tasks);
  return resultOfEnded(input, ended.map(required));
}

function required<E extends EndedRun>(run: E | undefined): E {
  invariant(run !== undefined, 'every run of a result has ended');
  return run;
}

/**
 * The result of these runs. `InvalidInput` if the solutions do not match the workflow's definition.
 */
export async function resultOfEnded(
  { scenario, missing, ...by }: ScoredBy & Pick<DeriveInput, 'scenario' | 'missing'>,
  ended: readonly EndedRun[],
): Promise<DerivedResult> {
  const derived = ended.filter(isMeasured);
  const over = overWindow(scenario);
  if (over !== undefined) {
    const result = resultOf(over, by.tape.header, derived, missing);
    return { result, ended, derived, answers: [] };
  }
  const runs = ended.flatMap((run) => (isMeasured(run) ? [] : [run]));
  const result = await scored(() => taskResultOf(by, { scenario: scenario as TaskScenario, runs }));
  return { result, ended, derived, answers: runs.flatMap(({ tables }) => tables) };
}

/**
 * The finished run of a folder, measured, with its tables, whose rows its manifest then names;
 * undefined if it is not finished. `Conflict` when the folder holds another run, `CorruptJournal`
 * when its journal was altered or belongs to another run.
 */
export function keptRun(
  plan: TradingPlan,
  folder: RunFolder,
  calendar: TablesOptions['calendar'],
): MeasuredRun | undefined {
  const manifest = finishedManifest(plan, folder);
  if (manifest === undefined) return undefined;
  const options = { folder, plan, calendar, open: writtenFile };
  const tables = new TradingTables(tradingFoldOf(plan), options);
  const ended = endedRun(folder, identityOf(plan, manifest), tables);
  writeEquityRows(plan, folder, manifest);
  return ended;
}

/** What rows the table of equity has is no part of a run: another scenario may ask for others. */
function writeEquityRows(plan: TradingPlan, folder: RunFolder, manifest: Manifest): void {
  const before = manifest.plan;
  if (!('decide' in before) || before.equity === plan.equity) return;
  writeManifest(folder, { ...manifest, plan: writtenPlan(plan) });
}

/** Whether the journal of a run of tasks is there and whole; fails as `keptRun` does. */
export function isFinished(plan: RunPlan, folder: RunFolder): boolean {
  const manifest = finishedManifest(plan, folder);
  if (manifest === undefined) return false;
  const run = identityOf(plan, manifest);
  return readOwn(folder.journal, run).complete;
}

function finishedManifest(plan: RunPlan, folder: RunFolder): Manifest | undefined {
  if (!existsSync(folder.manifest) || !existsSync(folder.journal)) return undefined;
  const manifest = readManifest(folder);
  requireSameRun(manifest, plan, folder);
  return manifest.tape.hash === null ? undefined : manifest;
}

async function foldRuns(input: DeriveInput, scenario: TaskScenario) {
  const { plans, workflows, runsDirectory, tape, paused = [] } = input;
  const workflow = workflowOf(workflows, scenario);
  const { dataset } = tape;
  const marks = await scored(() => workflow.marks?.(dataset.solutions()));
  const planned = plans.flatMap((plan) => planOfTasks(plan) ?? []);
  return planned.map((plan) => {
    const folder = runFolder(join(runsDirectory, plan.label));
    const options = { folder, plan, dataset, open: writtenFile, marks };
    const tables = new AnswersTable(workflow.openFold(), options);
    const open = paused.find((one) => one.run === plan.label);
    return endedRun(folder, identityOf(plan, readManifest(folder)), tables, open);
  });
}

/** Reads solutions; what is wrong with them says how to proceed. */
async function scored<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!isFailure(cause, 'InvalidInput')) throw cause;
    const next = 'the runs are finished: the same command scores them once this is mended';
    throw invalidInput(`${cause.message}; ${next}`, { cause });
  }
}
