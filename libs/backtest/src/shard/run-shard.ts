/** Some runs of a scenario, on a tape of their own: the work of one thread. */

import { dirname } from 'node:path';
import type { Instant } from '#values';
import { isConfined, isServed, isTrusted, mayAnswerLater } from '#contracts/agents/agent-kinds';
import type { ModelService } from '#llm';
import type { DocumentStore } from '#market-data';
import type { FactStream } from '#tape';
import type { RunPlan, Workflows } from '#workflows';
import { AskLimit } from '../loop/ask-limit.js';
import { groupsOf, moduleProcessesDefault } from '../loop/module-groups.js';
import type { OpenedRun } from '../loop/open-run.js';
import { runInto } from '../loop/run-backtest.js';
import type { LanesProgress } from '../loop/run-lanes.js';
import type { MeasuredRun } from '../result/measured-run.js';
import type { PausedTasks } from '../result/task-result.js';
import { openTape } from '../tape/scenario-tape.js';
import { together } from './together.js';
import { openToolService, type OnDecisionDue } from './tool-service.js';
import { WrittenRun, type ResumedRun, type WrittenRunOptions } from './written-run.js';

export interface ShardOptions extends WrittenRunOptions {
  readonly directory: string;
  readonly plans: readonly RunPlan[];
  /** Kinds of work that plans may ask for. */
  readonly workflows: Workflows;
  /** A tape that continues while agents are asked, instead of the data set's. */
  readonly live?: LiveTape | undefined;
  /** Concurrent asks of asynchronous agents. */
  readonly asks?: number | undefined;
  /** Concurrent module processes; defaults to the number of cores. */
  readonly moduleProcesses?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ShardProgress) => void) | undefined;
  /**
   * Reaches models for agents that ask them: one for all runs of a process, so that limits hold.
   */
  readonly models?: ModelService | undefined;
  /** Gets each open decision of an agent that works through tools. */
  readonly onDue?: OnDecisionDue;
}

/** A tape that grows as it is read. The caller derives the files beside the journals. */
interface LiveTape {
  readonly stream: FactStream;
  readonly documents: DocumentStore;
  /** The clock by which its facts were received, microseconds. */
  readonly now: () => Instant;
  /** As `factsKeptDefault` of `runBacktest`. */
  readonly factsKept?: number | undefined;
  readonly onOpened?: ((runs: readonly OpenedRun[]) => void) | undefined;
}

/** How far the slowest run of a round has come. */
export interface ShardProgress extends LanesProgress {
  /** Rounds in which the tape was read to its end, and how many there are. */
  readonly round: number;
  readonly rounds: number;
}

export interface ShardReport {
  readonly interrupted: boolean;
  readonly resumed: readonly ResumedRun[];
  /** The finished runs that trade. */
  readonly measured: readonly MeasuredRun[];
  readonly paused: readonly PausedTasks[];
}

/**
 * Does the runs, resuming where their journals end. Of a finished run what `MeasuredRun` holds
 * stays in memory.
 */
export async function runShard(options: ShardOptions): Promise<ShardReport> {
  const asks = new AskLimit(options.asks);
  const parts = partsOf(options);
  const works = parts.map((rounds, part) => async (signal: AbortSignal) => {
    // The last part is the slowest.
    const report = part === parts.length - 1 ? options.onProgress : undefined;
    const reports: ShardReport[] = [];
    for (const [round, plans] of rounds.entries()) {
      if (signal.aborted) return { ...joined(reports), interrupted: true };
      const onProgress =
        report &&
        ((progress: LanesProgress) => report({ ...progress, round, rounds: rounds.length }));
      reports.push(await runRound({ ...options, plans, signal }, asks, onProgress));
    }
    return joined(reports);
  });
  return joined(await together(works, options.signal));
}

const joined = (reports: readonly ShardReport[]): ShardReport => ({
  interrupted: reports.some(({ interrupted }) => interrupted),
  resumed: reports.flatMap(({ resumed }) => resumed),
  measured: reports.flatMap(({ measured }) => measured),
  paused: reports.flatMap(({ paused }) => paused),
});

/**
 * Parts that go along tapes of their own, side by side, each in one round or several: runs that
 * answer at once never wait for those whose agents may answer later, and confined modules take
 * turns for processes. A pace needs one clock, and a feed is received only once, so in those cases
 * all runs share the tape.
 */
function partsOf({
  plans,
  pace,
  live,
  moduleProcesses = moduleProcessesDefault,
}: ShardOptions): RunPlan[][][] {
  if (pace !== undefined || live !== undefined) return [[[...plans]]];
  const confined = plans.filter(({ agent }) => isConfined(agent));
  const inProcess = plans.filter(({ agent }) => !isConfined(agent));
  const trusted = inProcess.filter(({ agent }) => isTrusted(agent));
  const served = inProcess.filter(({ agent }) => isServed(agent));
  const atOnce = inProcess.filter(({ agent }) => !mayAnswerLater(agent));
  return [[atOnce], [trusted], groupsOf(confined, moduleProcesses), [served]].filter(
    ([first]) => first !== undefined && first.length > 0,
  );
}

async function runRound(
  options: ShardOptions,
  asks: AskLimit,
  onProgress: ((progress: LanesProgress) => void) | undefined,
): Promise<ShardReport> {
  const { tape, live, pace, workflows, models, signal, directory } = options;
  const runs = options.plans.map((plan) => new WrittenRun(plan, options));
  const facts = live?.stream ?? (await openShardTape(options));
  const tools = openToolService(options.onDue, options.codeVersion);
  const hidden = [tape.reference, dirname(options.runsDirectory)];
  try {
    const outcome = await runInto(runs, {
      workflows,
      tools,
      models,
      asks,
      signal,
      onProgress,
      onOpened: live?.onOpened,
      stream: pace === undefined ? facts : pace(facts),
      documents: live?.documents ?? tape.dataset.documents,
      factsKept: live?.factsKept,
      agents: { directory, hidden },
      moduleProcesses: placesOf(options),
    });
    const resumed = runs.flatMap((run) => run.resumed ?? []);
    if (outcome === undefined) return { interrupted: true, resumed, measured: [], paused: [] };
    for (const run of runs) run.requireLogged();
    for (const run of runs) run.end(outcome.tapeHash);
    const measured = outcome.done.flatMap((run) => run.measured);
    const paused = outcome.done.flatMap((run) => run.paused);
    return { interrupted: false, resumed, measured, paused };
  } finally {
    await tools.close();
  }
}

function openShardTape({ tape, scenario, batch }: ShardOptions): Promise<FactStream> {
  return openTape(tape.dataset, tape.header, {
    until: tape.lastSession,
    badRows: scenario.badRows,
    tasks: tape.tasks,
    ...(batch === undefined ? {} : { batchFacts: batch }),
  });
}

/**
 * Processes that each run may have: those of runs that share a clock are opened together, the
 * others in groups.
 */
function placesOf({
  plans,
  pace,
  live,
  moduleProcesses = moduleProcessesDefault,
}: ShardOptions): number {
  if (pace === undefined && live === undefined) return moduleProcesses;
  return Math.max(
    1,
    Math.floor(
      moduleProcesses / Math.max(1, plans.filter(({ agent }) => isConfined(agent)).length),
    ),
  );
}
