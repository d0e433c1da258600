/** Derives the result of a scenario, and the tables beside it, from the journals of its finished runs. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, isFailure } from '#values';
import type { TapeHeader } from '#contracts';
import type { Result, TaskResult, TradingResult } from '#contracts/result';
import {
  isTradingScenario,
  type Scenario,
  type TaskScenario,
  type TradingScenario,
} from '#contracts/scenario';
import type { Dataset } from '#market-data';
import {
  isTradingPlan,
  workflowOf,
  type RunPlan,
  type TaskPlan,
  type TradingPlan,
  type Workflows,
} from '#workflows';
import { identityOf, type RunIdentity } from './own-journal.js';
import { resultOf, type MeasuredRun } from './result-of-runs.js';
import { writeArtifacts, type FillRow } from './run-artifacts.js';
import { readManifest, runFolder, type RunFolder } from './run-folder.js';
import { foldTasks, taskResultOf } from './task-result.js';

/** What the figures of a trading run were derived from, for a report. */
export interface DerivedRun extends MeasuredRun {
  readonly fills: readonly FillRow[];
}

export interface DerivedResult {
  readonly result: Result;
  /** Trading runs only. */
  readonly derived: readonly DerivedRun[];
}

/** What finished runs are derived from. */
export interface DeriveInput<S extends Scenario = Scenario> {
  readonly scenario: S;
  readonly plans: readonly RunPlan[];
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
  readonly tape: {
    readonly header: TapeHeader;
    readonly dataset: Pick<Dataset, 'calendar' | 'solutions'>;
  };
  readonly workflows: Workflows;
}

/** Folds the journals, and writes each run's tables. `CorruptJournal` where one was altered, or is another run's. */
export function deriveResult(input: DeriveInput): DerivedResult {
  const { scenario } = input;
  if (!isTradingScenario(scenario)) {
    return { result: deriveTasks({ ...input, scenario }), derived: [] };
  }
  return deriveTrading({ ...input, scenario });
}

function deriveTrading(
  input: DeriveInput<TradingScenario>,
): DerivedResult & { readonly result: TradingResult } {
  const { scenario, plans, tape } = input;
  const { calendar } = tape.dataset;
  const dateOf = (time: number): number => calendar.sessionClosingAtOrAfter(time);
  const derived = plans.filter(isTradingPlan).map((plan): DerivedRun => {
    const { folder, run } = placeOf(plan, input);
    const { fold, scan, fills } = writeArtifacts(folder, run, dateOf);
    return { plan, fold, fills, journalHash: scan.hash ?? '' };
  });
  return { result: resultOf(scenario, tape.header, derived), derived };
}

function deriveTasks(input: DeriveInput<TaskScenario>): TaskResult {
  const { scenario, plans, tape, workflows } = input;
  const workflow = workflowOf(workflows, scenario);
  const runs = plans.filter(isTaskPlan).map((plan) => {
    const { folder, run } = placeOf(plan, input);
    const folded = foldTasks(folder, run, workflow);
    // The journal has every answer now.
    rmSync(folder.kept, { force: true });
    return folded;
  });
  const { header } = tape;
  try {
    // The first time a run reads the solutions: after its last answer.
    const solutions = tape.dataset.solutions();
    return taskResultOf({ scenario, header, workflow, solutions }, runs);
  } catch (cause) {
    if (!isFailure(cause, 'InvalidInput')) throw cause;
    const next = 'the runs are finished: the same command scores them once this is mended';
    throw invalidInput(`${cause.message}; ${next}`, { cause });
  }
}

const isTaskPlan = (plan: TradingPlan | TaskPlan): plan is TaskPlan => !isTradingPlan(plan);

function placeOf<P extends RunPlan>(
  plan: P,
  { runsDirectory }: Pick<DeriveInput, 'runsDirectory'>,
): { readonly folder: RunFolder; readonly run: RunIdentity & { readonly plan: P } } {
  const folder = runFolder(join(runsDirectory, plan.label));
  return { folder, run: identityOf(plan, readManifest(folder)) };
}
