/** A scenario from file to result: plan, run on as many threads as asked for, derive the tables. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startOfUtcDay } from '#values';
import type { CalendarTables } from '#contracts/facts/own-calendars';
import type { Result } from '#contracts/result/result';
import { ColumnStore } from '#market-data';
import { changedTimes } from '#market-data/findings/changed-times';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import { hashAgentFiles } from '../run-folder/agent-files.js';
import { moduleProcessesDefault, requirePlaces } from '../loop/module-groups.js';
import { hasEnded, requireNotOutgrown, requireOpen } from '../run-folder/open-ended.js';
import { planRuns } from './plan-runs.js';
import { isFinished, keptRun } from '../result/derive-result.js';
import type { MeasuredRun } from '../result/measured-run.js';
import { publishResult } from './publish-result.js';
import { resultFolder } from '../result/result-folder.js';
import { awayDecisions, moveAside } from './retry-failed.js';
import type { TableState } from '../run-folder/derived-file.js';
import { runFolder } from '../run-folder/run-folder.js';
import { inOwnFolder, type OpenModels } from '../result/run-models.js';
import type { ModelService } from '#llm';
import { allWorkflows, planOverWindow, workflowOf, type RunPlan, type Workflows } from '#workflows';
import type { ShardOptions, ShardReport } from '../shard/run-shard.js';
import { runDealt } from '../shard/run-dealt.js';
import { openScenarioTape, type ScenarioTape } from '../tape/scenario-tape.js';
import { type OnTrustedCode, requireTrust } from './trusted-code.js';
import { tryAgents, type TryingOptions } from './try-agents.js';
import type { LoadedScenario } from '../tape/load-scenario.js';

export interface ScenarioOptions
  extends
    Pick<TryingOptions, 'onUnused'>,
    Pick<
      ShardOptions,
      'batch' | 'pace' | 'signal' | 'failFast' | 'end' | 'onPrint' | 'onDue' | 'answersFrom'
    > {
  /** Folder for results; created when missing. */
  readonly out: string;
  readonly codeVersion: string;
  /** Threads; runs are dealt out among them. */
  readonly jobs: number;
  /** Removes an earlier result in `out` first. */
  readonly fresh: boolean;
  /**
   * Asks again what failed in an earlier result in `out` because a provider or an agent could
   * not be reached.
   */
  readonly retryFailed?: boolean;
  /** Kinds of work; defaults to those of this version. Runs of custom ones stay in this thread. */
  readonly workflows?: Workflows;
  /** Concurrent asks of asynchronous agents, all threads together. */
  readonly asks?: number | undefined;
  /** Concurrent module processes, all threads together; defaults to the number of cores. */
  readonly moduleProcesses?: number | undefined;
  readonly onProgress?: (progress: ScenarioProgress) => void;
  /** Gets a line on bars whose times are others than in earlier versions, if the result is new. */
  readonly onTimesChanged?: ((line: string) => void) | undefined;
  /** Called once everything is checked, before the first run. */
  readonly onStart?: () => void;
  /**
   * Whether the scenario was read from a result, so that its trusted modules need the
   * user's consent.
   */
  readonly isReceived?: boolean | undefined;
  /** The own calendars of a recorded run, in place of their files if these are missing. */
  readonly calendars?: CalendarTables | undefined;
  /** Hashes of the files of a recorded run's agents, by agent id. */
  readonly files?: ReadonlyMap<string, string | null> | undefined;
  /** Consent to run trusted modules that came with a result; without it they are refused. */
  readonly onTrustedCode?: OnTrustedCode | undefined;
  /** Opens what reaches models; without it agents that ask them are refused. */
  readonly openModels?: OpenModels;
}

export interface ScenarioProgress {
  /** Microseconds of tape time reached, and where the tape starts and ends in it. */
  readonly time: number;
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  /** Rounds in which the tape was read to its end, and how many there are: modules take turns. */
  readonly round: number;
  readonly rounds: number;
}

export type ScenarioOutcome =
  | {
      readonly kind: 'finished';
      readonly result: Result;
      readonly resumed: ShardReport['resumed'];
      /** Runs that already existed, whole. */
      readonly kept: number;
      /**
       * Derived files of kept runs that were missing or had been changed, and were written again.
       */
      readonly restored: readonly TableState[];
      /** Why report.html could not be drawn; null if it was. */
      readonly undrawn: string | null;
    }
  | { readonly kind: 'interrupted'; readonly finished: number; readonly runs: number };

/**
 * Runs a scenario into a folder, and derives its result and its report. Runs that already exist
 * whole are kept, those that ended early are resumed. Throws `Conflict` when the folder holds the
 * result of another scenario, `InvalidInput` for everything that is wrong with scenario, data or
 * agents; nothing is written then.
 */
export async function runScenario(
  { scenario, directory }: LoadedScenario,
  options: ScenarioOptions,
): Promise<ScenarioOutcome> {
  const { workflows = allWorkflows, signal } = options;
  workflowOf(workflows, scenario);
  if (options.end === true) requireOpen(scenario);
  const fileHashes = hashAgentFiles(scenario, directory, workflows, options.files);
  const { isReceived = false, onTrustedCode } = options;
  requireTrust(scenario.agents, { directory, isReceived, onTrustedCode });
  const { calendars } = options;
  const tape = await openScenarioTape(scenario, directory, { store: new ColumnStore(), calendars });
  try {
    // Solutions that were exchanged are refused before judges are asked.
    if (tape.dataset.manifest.origin !== undefined) tape.dataset.solutions();
    const plans = planRuns({ scenario, fileHashes, ...tape });
    if (options.pace !== undefined)
      requirePlaces(plans, options.moduleProcesses ?? moduleProcessesDefault);
    if (await isInterrupted(tryAgents(scenario, plans, { ...options, tape, directory }), signal)) {
      return { kind: 'interrupted', finished: 0, runs: plans.length };
    }
    return await runOwned({ scenario, directory, tape, plans }, options);
  } finally {
    await tape.dataset.close();
  }
}

type PlannedScenario = Pick<
  ShardOptions,
  'scenario' | 'directory' | 'tape' | 'plans' | 'runsDirectory' | 'models'
>;

function runOwned(
  planned: Omit<PlannedScenario, 'runsDirectory' | 'models'>,
  options: ScenarioOptions,
): Promise<ScenarioOutcome> {
  const { plans, scenario } = planned;
  const { out, codeVersion, retryFailed, onTimesChanged } = options;
  const isNew = !existsSync(resultFolder(out).runs);
  const work = async (models: ModelService | undefined): Promise<ScenarioOutcome> => {
    const changed = isNew && onTimesChanged ? await changedTimes(planned.tape.dataset) : undefined;
    if (changed !== undefined) onTimesChanged?.(changed);
    options.onStart?.();
    return runPlanned({ ...planned, runsDirectory: resultFolder(out).runs, models }, options);
  };
  const retry = async (prepare: () => void): Promise<void> => {
    const away = await awayDecisions(out);
    prepare();
    for (const label of new Set(away)) moveAside(out, label);
  };
  const origin = { scenario, plans, codeVersion };
  return inOwnFolder(options, origin, work, retryFailed === true ? retry : undefined);
}

/** Does the planned runs that are still open, and derives the result of all. */
async function runPlanned(
  planned: PlannedScenario,
  options: ScenarioOptions,
): Promise<ScenarioOutcome> {
  const { workflows = allWorkflows } = options;
  const { plans, tape, runsDirectory } = planned;
  const measured = new Map<string, MeasuredRun>();
  const open = plans.filter((plan) => !isKept(plan, { runsDirectory, tape, measured }));
  // Finishes an end that was interrupted.
  const folders = [runsDirectory, resultFolder(resultFolder(options.out).retried).runs];
  const wasEnded = tape.open && folders.some((folder) => hasEnded(plans, folder));
  const end = options.end === true || wasEnded;
  const restored = notTheSame([...measured.values()].flatMap(({ tables }) => tables));
  const { onProgress: _, ...given } = options;
  const shared = { ...given, ...planned, workflows, end, ...progressOf(options, tape, plans) };
  const reports = await runDealt(open, shared, { jobs: options.jobs });
  if (reports.some((report) => report.interrupted)) {
    return { kind: 'interrupted', finished: plans.length - open.length, runs: plans.length };
  }
  for (const run of reports.flatMap((report) => report.measured)) {
    measured.set(run.plan.label, run);
  }
  const paused = reports.flatMap((report) => report.paused);
  const ended = { ...planned, measured, paused, workflows };
  const { result, answers, files, undrawn } = await publishResult(ended, options.out);
  const written = new Set(open.map(({ label }) => runFolder(join(runsDirectory, label)).answers));
  restored.push(...notTheSame(answers.filter(({ path }) => !written.has(path))));
  // If all runs were kept, the files around them should be up to date.
  if (open.length === 0) restored.push(...notTheSame(files));
  const resumed = reports.flatMap((report) => report.resumed);
  const kept = plans.length - open.length;
  return { kind: 'finished', result, resumed, kept, restored, undrawn };
}

/** Whether the signal ended `work`. */
async function isInterrupted(work: Promise<void>, signal?: AbortSignal): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) return true;
    throw error;
  }
}

function progressOf(
  { onProgress }: ScenarioOptions,
  { dataset, firstSession, lastSession, tasks }: ScenarioTape,
  plans: readonly RunPlan[],
): Pick<ShardOptions, 'onProgress'> {
  if (onProgress === undefined) return {};
  const { calendar } = dataset;
  const from = tasks ? startOfUtcDay(firstSession) : calendar.openOf(firstSession);
  const last = tasks ? lastSession : calendar.sessionOnOrBefore(lastSession);
  const to = tasks ? startOfUtcDay(lastSession + 1) : calendar.closeOf(last);
  const runs = plans.length;
  return { onProgress: ({ facts: _, ...reached }) => onProgress({ ...reached, from, to, runs }) };
}

/**
 * Whether a run already exists, whole: it is kept. One that trades is measured, and its tables
 * derived again.
 */
function isKept(
  plan: RunPlan,
  found: {
    readonly runsDirectory: string;
    readonly tape: ScenarioTape;
    readonly measured: Map<string, MeasuredRun>;
  },
): boolean {
  const folder = runFolder(join(found.runsDirectory, plan.label));
  if (found.tape.open) requireNotOutgrown(plan, folder, found.tape);
  const over = planOverWindow(plan);
  if (over === undefined) return isFinished(plan, folder);
  const calendar = followedCalendar(over, found.tape.dataset.calendar);
  const run = keptRun(over, folder, calendar);
  // Only the tape has the prices of a session that is open: a run that ended in one is replayed.
  const lastOf = ({ closed }: MeasuredRun) => calendar.sessionClosingAtOrAfter(closed.time);
  if (run && found.tape.open && lastOf(run) !== run.closed.lastSession) return false;
  if (run !== undefined) found.measured.set(plan.label, run);
  return run !== undefined;
}

const notTheSame = (files: readonly TableState[]): TableState[] =>
  files.filter(({ state }) => state.kind !== 'same');
