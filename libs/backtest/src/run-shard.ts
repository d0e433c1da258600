/** Some runs of a scenario, on a tape of their own: the work of one thread. */

import { mkdirSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from '#values';
import { engineSemantics, isDecision, type DecisionEvent } from '#contracts';
import type { Manifest } from '#contracts/manifest';
import type { Scenario } from '#contracts/scenario';
import { createJournal, readJournal, resumeJournal } from '#event-log';
import type { Clock, FactStream } from '#tape';
import { AskLimit } from './ask-limit.js';
import { momentNameOf } from './moment-name.js';
import type { PlannedRun } from './open-run.js';
import { requireOwn, type RunIdentity } from './own-journal.js';
import { writtenFile } from './derived-file.js';
import { measureRun, type MeasuredRun } from './measured-run.js';
import { runBacktest, type FinishedRun } from './run-backtest.js';
import {
  keepText,
  readManifest,
  requireSameRun,
  runFolder,
  writeWhole,
  type RunFolder,
} from './run-folder.js';
import {
  isTradingPlan,
  tradingFold,
  type KeepText,
  type RunPlan,
  type TradingPlan,
  type Workflows,
} from '#workflows';
import { TradingTables } from './run-tables.js';
import { AnswerFile } from './kept-answers.js';
import { openTape, type ScenarioTape } from './scenario-tape.js';

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
  /** Facts a tape batch and records a journal write; nothing that is written depends on it. */
  readonly batch?: number;
  /** Asks of asynchronous agents that may be under way at once. */
  readonly asks?: number;
  readonly pace?: (stream: FactStream) => Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { facts: number; time: number }) => void;
}

export interface ShardReport {
  readonly interrupted: boolean;
  readonly resumed: readonly { run: string; records: number; tornBytes: number }[];
  /** The finished runs that trade. */
  readonly measured: readonly MeasuredRun[];
}

/** Does the runs, going on where their journals end. */
export async function runShard(options: ShardOptions): Promise<ShardReport> {
  const asks = new AskLimit(options.asks);
  // One part that breaks down ends the others: nobody waits for them to hear of it.
  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])]);
  const outcomes = await Promise.allSettled(
    partsOf(options).map(async (part) => {
      try {
        return await runPart({ ...part, signal }, asks);
      } catch (error) {
        broken.abort();
        throw error;
      }
    }),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const reports = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    interrupted: reports.some(({ interrupted }) => interrupted),
    resumed: reports.flatMap(({ resumed }) => resumed),
    measured: reports.flatMap(({ measured }) => measured),
  };
}

/**
 * Runs whose agents may answer later read a tape of their own: those that answer at once never wait for them. A pace is
 * kept by one clock, so there they share the tape.
 */
function partsOf(options: ShardOptions): ShardOptions[] {
  const later = options.plans.filter(({ agent }) => agent.kind === 'module');
  const atOnce = options.plans.filter(({ agent }) => agent.kind !== 'module');
  if (options.pace !== undefined || later.length === 0 || atOnce.length === 0) return [options];
  const { onProgress: _, ...silent } = options;
  return [
    { ...silent, plans: atOnce },
    { ...options, plans: later },
  ];
}

async function runPart(options: ShardOptions, asks: AskLimit): Promise<ShardReport> {
  const { tape, scenario } = options;
  const resumed: { run: string; records: number; tornBytes: number }[] = [];
  const tables = new Map<RunPlan, TradingTables>();
  const runs = options.plans.map((plan) => {
    const run = openJournal(plan, options, resumed);
    return isTradingPlan(plan) ? { ...run, follow: followed(plan, options, tables) } : run;
  });
  const facts = await openTape(tape.dataset, tape.header, {
    until: tape.lastSession,
    badRows: scenario.badRows,
    tasks: tape.tasks,
    ...(options.batch === undefined ? {} : { batchFacts: options.batch }),
  });
  const { signal, onProgress, workflows } = options;
  try {
    const outcome = await runBacktest({
      workflows,
      stream: options.pace === undefined ? facts : options.pace(facts),
      runs,
      documents: tape.dataset.documents,
      agents: {
        directory: options.directory,
        hidden: [tape.reference, dirname(options.runsDirectory)],
      },
      asks,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    if (outcome.kind === 'interrupted') return { interrupted: true, resumed, measured: [] };
    const measured = outcome.runs.flatMap((run) => measuredOf(run, tables));
    for (const plan of options.plans) {
      writeManifest(folderOf(plan, options), manifestOf(plan, options, outcome.tapeHash));
    }
    return { interrupted: false, resumed, measured };
  } finally {
    for (const unfinished of tables.values()) unfinished.abandon();
  }
}

/** Opens the tables of a run beside its fold, and keeps them in `tables` until it is measured. */
function followed(
  plan: TradingPlan,
  options: ShardOptions,
  tables: Map<RunPlan, TradingTables>,
): PlannedRun['follow'] {
  const folder = folderOf(plan, options);
  const { calendar } = options.tape.dataset;
  const dateOf = (time: number): number => calendar.sessionClosingAtOrAfter(time);
  return (fold) => {
    const own = new TradingTables(tradingFold(fold), { folder, plan, dateOf, open: writtenFile });
    tables.set(plan, own);
    return own;
  };
}

function measuredOf(
  { plan, fold, summary }: FinishedRun,
  open: Map<RunPlan, TradingTables>,
): MeasuredRun[] {
  const tables = open.get(plan);
  if (tables === undefined || !isTradingPlan(plan)) return [];
  open.delete(plan);
  const journalHash = summary.hash;
  return [measureRun(plan, { fold: tradingFold(fold), tables, journalHash })];
}

function openJournal(
  plan: RunPlan,
  options: ShardOptions,
  resumed: { run: string; records: number; tornBytes: number }[],
): PlannedRun {
  const folder = folderOf(plan, options);
  const batch = batchOf(options);
  if (!existsSync(folder.manifest)) {
    mkdirSync(folder.path, { recursive: true });
    writeManifest(folder, manifestOf(plan, options, null));
  } else {
    requireSameRun(readManifest(folder), plan, folder);
  }
  const run: RunIdentity = { plan, semantics: engineSemantics, tapeHash: null };
  const keep: KeepText = (sha256, text) => keepText(folder, sha256, text);
  if (!existsSync(folder.journal)) {
    const journal = createJournal(folder.journal, batch);
    return { plan, journal, keepText: keep, ...keptIn(folder, options, plan, []) };
  }
  const recorded = recordedIn(folder.journal, run);
  const nameOf = momentNameOf(plan, options.tape.dataset.calendar);
  const { writer, records, tornBytes } = resumeJournal(folder.journal, { ...batch, nameOf });
  resumed.push({ run: plan.label, records, tornBytes });
  return {
    plan,
    journal: writer,
    recorded,
    keepText: keep,
    ...keptIn(folder, options, plan, recorded),
  };
}

/** Durable storage of answers, for a run that works on several tasks at once. */
function keptIn(
  folder: RunFolder,
  { tape }: Pick<ShardOptions, 'tape'>,
  plan: RunPlan,
  recorded: readonly DecisionEvent[],
): Pick<PlannedRun, 'kept'> {
  // Stored answers count even if the run now works on one task at a time.
  if (isTradingPlan(plan) || (plan.tasksAtOnce === 1 && !existsSync(folder.kept))) return {};
  return { kept: new AnswerFile(folder.kept, plan, recorded, tape.dataset.tasks().length) };
}

/** A paced run is followed while it goes: each record is written at once. */
function batchOf({ batch, pace }: ShardOptions): { batchRecords?: number } {
  if (batch !== undefined) return { batchRecords: batch };
  return pace === undefined ? {} : { batchRecords: 1 };
}

/** The answers that the journal of a run holds, in order. */
export function recordedIn(journal: string, run: RunIdentity): DecisionEvent[] {
  const answers: DecisionEvent[] = [];
  readJournal(journal, (record) => {
    requireOwn(run, record, journal);
    if (isDecision(record.event)) answers.push(record.event);
  });
  return answers;
}

function folderOf(plan: RunPlan, { runsDirectory }: ShardOptions): RunFolder {
  return runFolder(`${runsDirectory}/${plan.label}`);
}

function writeManifest(folder: RunFolder, manifest: Manifest): void {
  try {
    writeWhole(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  } catch (cause) {
    throw unavailable('the folder of the run cannot be written', { where: folder.path, cause });
  }
}

/** What a manifest says besides the plan. */
export interface ManifestSurroundings extends Pick<ShardOptions, 'directory' | 'codeVersion'> {
  readonly scenario: Pick<Scenario, 'name' | 'badRows'>;
  readonly tape: Pick<ScenarioTape, 'reference' | 'dataHash' | 'header' | 'lastSession'>;
}

export function manifestOf(
  plan: RunPlan,
  { scenario, tape, directory, codeVersion }: ManifestSurroundings,
  tapeHash: string | null,
): Manifest {
  const { id, label } = plan;
  return {
    schemaVersion: 2,
    run: id,
    label,
    scenario: scenario.name,
    semantics: engineSemantics,
    codeVersion,
    data: { reference: tape.reference, sha256: tape.dataHash, badRows: scenario.badRows },
    tape: {
      header: { ...tape.header, instruments: [...tape.header.instruments] },
      until: tape.lastSession,
      hash: tapeHash,
    },
    plan: writtenPlan(plan, directory),
  };
}

/** The plan as the manifest stores it; the order of members is part of the format. */
function writtenPlan(plan: RunPlan, directory: string): Manifest['plan'] {
  if (isTradingPlan(plan)) {
    const { id: _, label: __, agent, symbols, ...rest } = plan;
    return { agent, directory, symbols: [...symbols], ...rest };
  }
  const { id: _, label: __, agent, ...rest } = plan;
  return { agent, directory, ...rest };
}
