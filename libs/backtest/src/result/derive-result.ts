/** Derives the result of a scenario, and the tables beside it, from its finished runs. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, invariant, isFailure } from '#values';
import type { Manifest } from '#contracts/scenario/manifest';
import type { MissingRun, Result, TaskResult } from '#contracts/result/result';
import { isTradingScenario, type Scenario, type TaskScenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import {
  isTradingPlan,
  workflowOf,
  type RunPlan,
  type TaskPlan,
  type AnswerMarks,
  type TradingPlan,
  type Workflow,
} from '#workflows';
import { writtenFile } from '../run-folder/derived-file.js';
import { measureJournal, type MeasuredRun } from './measured-run.js';
import { identityOf, readOwn } from '../run-folder/own-journal.js';
import { resultOf } from './result-of-runs.js';
import {
  readManifest,
  requireSameRun,
  runFolder,
  type RunFolder,
} from '../run-folder/run-folder.js';
import type { TablesOptions, TableState } from './run-tables.js';
import {
  foldTasks,
  taskResultOf,
  tasksIn,
  type FoldedTasks,
  type PausedTasks,
  type ScoredBy,
} from './task-result.js';
import type { EndedRun } from './with-model-use.js';

/** What finished runs are derived from. */
export interface DeriveInput extends ScoredBy {
  readonly scenario: Scenario;
  readonly plans: readonly RunPlan[];
  /** Runs that trade and did not finish: the result names them. */
  readonly missing?: readonly MissingRun[];
  /** Of runs that trade, each of them. */
  readonly measured: ReadonlyMap<string, MeasuredRun>;
  /** Of tasks, the runs that have no end yet. */
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

/** The result of measured runs. Those of tasks are folded from their journals. */
export async function deriveResult(input: DeriveInput): Promise<DerivedResult> {
  const { scenario, plans, measured, missing, tape } = input;
  if (!isTradingScenario(scenario)) {
    const runs = foldRuns(input, scenario);
    const answers = runs.flatMap(({ tables }) => tables);
    const result = await scoreTasks(input, { scenario, runs });
    return { result, ended: runs, derived: [], answers };
  }
  const derived = plans.map(({ label }) => {
    const run = measured.get(label);
    invariant(run !== undefined, 'every run of a result is measured');
    return run;
  });
  const result = resultOf(scenario, tape.header, derived, missing);
  return { result, ended: derived, derived, answers: [] };
}

/**
 * The finished run of a folder, measured, with its tables; undefined if it is not finished. `Conflict` when the
 * folder holds another run, `CorruptJournal` when its journal was altered or belongs to another run.
 */
export function keptRun(
  plan: TradingPlan,
  folder: RunFolder,
  calendar: TablesOptions['calendar'],
): MeasuredRun | undefined {
  const manifest = finishedManifest(plan, folder);
  if (manifest === undefined) return undefined;
  return measureJournal(folder, identityOf(plan, manifest), { calendar, open: writtenFile });
}

/** Whether the journal of a run of tasks is there and whole; fails as `keptRun` does. */
export function isFinished(plan: TaskPlan, folder: RunFolder): boolean {
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

function foldRuns(input: DeriveInput, scenario: TaskScenario): readonly FoldedTasks[] {
  const { plans, workflows, runsDirectory, tape, paused = [] } = input;
  const workflow = workflowOf(workflows, scenario);
  const tasks = tasksIn(tape.dataset, scenario.terms);
  const marks = marksOf(workflow, tape.dataset);
  return plans.filter(isTaskPlan).map((plan): FoldedTasks => {
    const folder = runFolder(join(runsDirectory, plan.label));
    const run = identityOf(plan, readManifest(folder));
    const open = paused.find((one) => one.run === plan.label);
    const options = { workflow, tasks, open: writtenFile, marks, paused: open };
    return foldTasks(folder, run, options);
  });
}

/** The result of folded runs of tasks. `InvalidInput` if the solutions do not match the workflow's definition. */
export async function scoreTasks(...scored: Parameters<typeof taskResultOf>): Promise<TaskResult> {
  try {
    return await taskResultOf(...scored);
  } catch (cause) {
    throw unscored(cause);
  }
}

function marksOf(
  { marks }: Workflow,
  dataset: Pick<Dataset, 'solutions'>,
): AnswerMarks | undefined {
  try {
    return marks?.(dataset.solutions());
  } catch (cause) {
    throw unscored(cause);
  }
}

/** What is wrong with solutions, and how to proceed. */
function unscored(cause: unknown): unknown {
  if (!isFailure(cause, 'InvalidInput')) return cause;
  const next = 'the runs are finished: the same command scores them once this is mended';
  return invalidInput(`${cause.message}; ${next}`, { cause });
}

export const isTaskPlan = (plan: RunPlan): plan is TaskPlan => !isTradingPlan(plan);
