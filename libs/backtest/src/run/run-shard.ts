/** Some runs of a scenario, on a tape of their own: the work of one thread. */

import type { Instant } from '#values';
import { isRepeatable, isServed, isStateless } from '#agents';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DecisionEvent } from '#contracts';
import type { Scenario } from '#contracts/scenario/scenario';
import { createJournal, resumeJournal } from '#event-log';
import type { ModelService } from '#llm';
import type { DocumentStore } from '#market-data';
import type { Clock, FactStream } from '#tape';
import { AskedLog } from '../run-folder/asked-log.js';
import { AskLimit } from '../loop/ask-limit.js';
import { writtenFile } from '../run-folder/derived-file.js';
import type { MeasuredRun } from '../result/measured-run.js';
import { groupsOf, isConfined, moduleProcessesDefault } from '../loop/module-groups.js';
import { momentNameOf } from '../run-folder/moment-name.js';
import type { OpenedRun, PlannedRun } from '../loop/open-run.js';
import { recordedIn, type RunIdentity } from '../run-folder/own-journal.js';
import { runBacktest } from '../loop/run-backtest.js';
import type { LanesProgress } from '../loop/run-lanes.js';
import {
  keepText,
  makeFolder,
  readManifest,
  requireSameRun,
  runFolder,
  type RunFolder,
} from '../run-folder/run-folder.js';
import {
  isOpenPlan,
  isTradingPlan,
  tradingFold,
  type KeepText,
  type RunPlan,
  type Workflows,
} from '#workflows';
import { CallLog } from '../run-folder/call-log.js';
import { KeptAnswers } from '../loop/kept-answers.js';
import { allRecords, hasRecords, RunRecords, writeRecords } from '../run-folder/run-records.js';
import { RunLog } from '../run-folder/run-log.js';
import { TradingTables } from '../result/run-tables.js';
import { manifestOf, writeManifest } from '../tape/written-manifest.js';
import { openToolService, type OnDecisionDue } from './tool-service.js';
import { openTape, type ScenarioTape } from '../tape/scenario-tape.js';
import { pausedOf, type PausedTasks } from '../result/task-result.js';
import { together } from './together.js';

export interface ShardOptions {
  readonly scenario: Scenario;
  readonly directory: string;
  readonly tape: ScenarioTape;
  readonly plans: readonly RunPlan[];
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
  readonly codeVersion: string;
  /** Kinds of work that plans may ask for. */
  readonly workflows: Workflows;
  /** A tape that continues while agents are asked, instead of the data set's. */
  readonly live?: LiveTape | undefined;
  /** Whether runs without an end are ended at the end of the tape. */
  readonly end?: boolean;
  /** Whether the first decision that is not answered stops all runs; gaps in scripts stop none. */
  readonly failFast?: boolean;
  /** Facts per tape batch and records per journal write; the output does not depend on it. */
  readonly batch?: number | undefined;
  /** Concurrent asks of asynchronous agents. */
  readonly asks?: number | undefined;
  /** Concurrent module processes; defaults to the number of cores. */
  readonly moduleProcesses?: number | undefined;
  readonly pace?: ((stream: FactStream) => Clock) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ShardProgress) => void) | undefined;
  /** Gets the lines that the module of a run prints. */
  readonly onPrint?: (run: string, lines: string) => void;
  /** Folder above recorded runs: answers of `http` agents are taken from there, and no request is sent. */
  readonly answersFrom?: string | undefined;
  /** Reaches models for agents that ask them: one for all runs of a process, so that limits hold. */
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

/** A resumed run, and what no longer counts of its files. */
interface ResumedRun {
  readonly run: string;
  readonly records: number;
  /** Of the journal. */
  readonly tornBytes: number;
  /** Tool calls of a decision that the journal does not have. */
  readonly lostCalls: number;
}

export interface ShardReport {
  readonly interrupted: boolean;
  readonly resumed: readonly ResumedRun[];
  /** The finished runs that trade. */
  readonly measured: readonly MeasuredRun[];
  readonly paused: readonly PausedTasks[];
}

/** Does the runs, resuming where their journals end. */
export async function runShard(options: ShardOptions): Promise<ShardReport> {
  const asks = new AskLimit(options.asks);
  const parts = partsOf(options);
  const works = parts.map((rounds, part) => async (signal: AbortSignal) => {
    // The last part is the slowest.
    const onProgress = part === parts.length - 1 ? options.onProgress : undefined;
    return runRounds(rounds, { ...options, onProgress, signal }, asks);
  });
  return joined(await together(works, options.signal));
}

function joined(reports: readonly ShardReport[]): ShardReport {
  return {
    interrupted: reports.some(({ interrupted }) => interrupted),
    resumed: reports.flatMap(({ resumed }) => resumed),
    measured: reports.flatMap(({ measured }) => measured),
    paused: reports.flatMap(({ paused }) => paused),
  };
}

/**
 * Parts that go along tapes of their own, side by side, each in one round or several: runs that answer at once never
 * wait for those whose agents may answer later, and confined modules take turns for processes. A pace needs one clock,
 * and a feed is received only once, so in those cases all runs share the tape.
 */
function partsOf({
  plans,
  pace,
  live,
  moduleProcesses = moduleProcessesDefault,
}: ShardOptions): RunPlan[][][] {
  if (pace !== undefined || live !== undefined) return [[[...plans]]];
  const confined = plans.filter(isConfined);
  const inProcess = plans.filter((plan) => !isConfined(plan));
  const trusted = inProcess.filter(({ agent }) => agent.kind === 'module');
  const served = inProcess.filter(({ agent }) => isServed(agent.kind));
  const atOnce = inProcess.filter(({ agent }) => agent.kind !== 'module' && !isServed(agent.kind));
  return [[atOnce], [trusted], groupsOf(confined, moduleProcesses), [served]].filter(
    ([first]) => first !== undefined && first.length > 0,
  );
}

/** Does round after round. Only what `MeasuredRun` holds of a finished run stays in memory. */
async function runRounds(
  rounds: readonly RunPlan[][],
  options: ShardOptions,
  asks: AskLimit,
): Promise<ShardReport> {
  const { onProgress } = options;
  const reports: ShardReport[] = [];
  for (const [round, plans] of rounds.entries()) {
    if (options.signal?.aborted === true) return { ...joined(reports), interrupted: true };
    const tell = (progress: LanesProgress): void =>
      onProgress?.({ ...progress, round, rounds: rounds.length });
    const told = onProgress === undefined ? {} : { onProgress: tell };
    reports.push(await runRound({ ...options, plans }, asks, told));
  }
  return joined(reports);
}

async function runRound(
  options: ShardOptions,
  asks: AskLimit,
  told: { readonly onProgress?: (progress: LanesProgress) => void },
): Promise<ShardReport> {
  const { tape, live } = options;
  const resumed: ResumedRun[] = [];
  const [logs, tables] = [[] as RunLog[], new Map<RunPlan, TradingTables>()];
  const recordings: RunRecords[] = [];
  const runs = options.plans.map((plan): PlannedRun => {
    const recording = new RunRecords(folderOf(plan, options));
    recordings.push(recording);
    const run = {
      ...{ ...openJournal(plan, options, { resumed, recording }), ends: options.end },
      ...followed(plan, options, tables),
      ...(options.failFast === true && plan.agent.kind !== 'script'
        ? { failFast: momentNameOf(plan, options.tape.dataset.calendar) }
        : {}),
    };
    return isConfined(plan) ? { ...run, print: printing(plan, options, logs) } : run;
  });
  const facts = options.live?.stream ?? (await openShardTape(options));
  const { signal, workflows } = options;
  const tools = openToolService(options.onDue, options.codeVersion);
  try {
    const outcome = await runBacktest({
      workflows,
      tools,
      models: options.models,
      stream: options.pace === undefined ? facts : options.pace(facts),
      runs,
      documents: live?.documents ?? tape.dataset.documents,
      ...(live?.factsKept === undefined ? {} : { factsKept: live.factsKept }),
      onOpened: live?.onOpened,
      agents: {
        directory: options.directory,
        hidden: [tape.reference, dirname(options.runsDirectory)],
      },
      asks,
      moduleProcesses: placesOf(options),
      signal,
      ...told,
    }).finally(() => logs.forEach((log) => log.close()));
    if (outcome.kind === 'interrupted')
      return { interrupted: true, resumed, measured: [], paused: [] };
    const measured = outcome.runs.flatMap(({ plan, summary, open }) => {
      const own = tables.get(plan);
      return own === undefined ? [] : [own.end(summary.hash, open)];
    });
    for (const log of logs) log.requireWritten();
    for (const plan of options.plans) {
      const ended = !isOpenPlan(plan) || options.end === true;
      writeManifest(
        folderOf(plan, options),
        manifestOf(plan, options, ended ? outcome.tapeHash : null),
      );
    }
    return { interrupted: false, resumed, measured, paused: pausedOf(outcome.runs) };
  } finally {
    await tools.close();
    for (const recording of recordings) recording.close();
    for (const unfinished of tables.values()) unfinished.abandon();
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

/** Processes that each run may have: those of runs that share a clock are opened together, the others in groups. */
function placesOf({
  plans,
  pace,
  live,
  moduleProcesses = moduleProcessesDefault,
}: ShardOptions): number {
  if (pace === undefined && live === undefined) return moduleProcesses;
  return Math.max(1, Math.floor(moduleProcesses / Math.max(1, plans.filter(isConfined).length)));
}

/** Takes the output of the run's module: to its log, and to the caller that follows it. */
function printing(plan: RunPlan, options: ShardOptions, logs: RunLog[]): (lines: string) => void {
  const log = new RunLog(folderOf(plan, options).log);
  logs.push(log);
  return (lines) => {
    log.print(lines);
    options.onPrint?.(plan.label, lines);
  };
}

/** Opens the tables of a run that trades beside its fold, and notes them in `tables`. */
function followed(
  plan: RunPlan,
  options: ShardOptions,
  tables: Map<RunPlan, TradingTables>,
): Pick<PlannedRun, 'follow'> {
  if (!isTradingPlan(plan) || options.live !== undefined) return {};
  const folder = folderOf(plan, options);
  const { calendar } = options.tape.dataset;
  const follow: PlannedRun['follow'] = (fold) => {
    const own = new TradingTables(tradingFold(fold), { folder, plan, calendar, open: writtenFile });
    tables.set(plan, own);
    return own;
  };
  return { follow };
}

function openJournal(
  plan: RunPlan,
  options: ShardOptions,
  { resumed, recording }: { readonly resumed: ResumedRun[]; readonly recording: RunRecords },
): PlannedRun {
  const folder = folderOf(plan, options);
  const batch = batchOf(options);
  if (!existsSync(folder.manifest)) {
    makeFolder(folder.path);
  } else {
    requireSameRun(readManifest(folder), plan, folder);
  }
  // For a run without an end it records which data the journal was last written over.
  if (isOpenPlan(plan) || !existsSync(folder.manifest)) {
    writeManifest(folder, manifestOf(plan, options, null));
  }
  const run: RunIdentity = { plan, tapeHash: null };
  const keep: KeepText = (sha256, text) => keepText(folder, sha256, text);
  const live = askingOf(recording, options, plan);
  if (options.answersFrom !== undefined && plan.agent.kind === 'http') {
    const source = runFolder(join(options.answersFrom, plan.label));
    copyRecording(source, folder);
    const recorded = recordedIn(source.journal, run);
    const journal = createJournal(folder.journal, batch);
    return { plan, journal, recorded, replayOnly: true, keepText: keep };
  }
  const isServedRun = isServed(plan.agent.kind);
  const shared = { plan, keepText: keep, live };
  if (!existsSync(folder.journal)) {
    const journal = createJournal(folder.journal, batch);
    const keepCalls = isServedRun ? new CallLog(folder, recording, -1) : undefined;
    return {
      ...shared,
      journal,
      keepCalls,
      ...keptIn(recording, { ...options, folder }, plan, []),
    };
  }
  const recorded = recordedIn(folder.journal, run);
  const nameOf = momentNameOf(plan, options.tape.dataset.calendar);
  const { writer, records, tornBytes } = resumeJournal(folder.journal, { ...batch, nameOf });
  const keepCalls = isServedRun
    ? new CallLog(folder, recording, recorded.at(-1)?.asOf ?? -1)
    : undefined;
  const lostCalls = keepCalls?.lostCalls ?? 0;
  resumed.push({ run: plan.label, records, tornBytes, lostCalls });
  const kept = keptIn(recording, { ...options, folder }, plan, recorded);
  return { ...shared, journal: writer, recorded, keepCalls, ...kept };
}

/** Copies an agent's requests and outcomes beside the journal, for usage and transcripts of the new result. */
function copyRecording(source: RunFolder, folder: RunFolder): void {
  writeRecords(folder, allRecords(source));
  if (existsSync(source.texts)) cpSync(source.texts, folder.texts, { recursive: true });
}

/** How agents whose answers do not follow from the tape are asked on a live one. */
function askingOf(
  records: RunRecords,
  { live }: Pick<ShardOptions, 'live'>,
  plan: RunPlan,
): PlannedRun['live'] {
  const { kind } = plan.agent;
  if (live === undefined || isRepeatable(kind) || kind === 'script') return undefined;
  return { now: live.now, asked: new AskedLog(records) };
}

/** Durable storage of answers, for a run that works on several tasks at once. */
function keptIn(
  records: RunRecords,
  { tape, folder }: Pick<ShardOptions, 'tape'> & { readonly folder: RunFolder },
  plan: RunPlan,
  recorded: readonly DecisionEvent[],
): Pick<PlannedRun, 'kept'> {
  const { agent } = plan;
  // One that keeps a state is asked in order; its answers are in the journal.
  if (agent.kind === 'module' && !isStateless(agent)) return {};
  // Stored answers count even if the run now works on one task at a time.
  if (isTradingPlan(plan) || (plan.tasksAtOnce === 1 && !hasRecords(folder, 'answers'))) return {};
  const reports = typeof tape.tasks === 'object' ? tape.tasks : undefined;
  return { kept: new KeptAnswers(records, plan, recorded, tape.dataset.tasks(reports).length) };
}

/** A paced or live run is followed as it runs: each record is written at once. */
function batchOf({ batch, pace, live }: ShardOptions): { batchRecords?: number } {
  if (batch !== undefined) return { batchRecords: batch };
  return pace === undefined && live === undefined ? {} : { batchRecords: 1 };
}

function folderOf(plan: RunPlan, { runsDirectory }: ShardOptions): RunFolder {
  return runFolder(`${runsDirectory}/${plan.label}`);
}
