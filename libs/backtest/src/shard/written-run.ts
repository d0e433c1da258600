/** A run that is done into its folder, from its start or from where its journal ends. */

import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { isConfined, isServed, isStateless, traitsOf } from '#contracts/agents/agent-kinds';
import type { Scenario } from '#contracts/scenario/scenario';
import { createJournal, resumeJournal } from '#event-log';
import type { Clock, FactStream } from '#tape';
import {
  isOpenPlan,
  planOfTasks,
  planOverWindow,
  tradingFold,
  type RunPlan,
  type TradingPlan,
} from '#workflows';
import { KeptAnswers } from '../loop/kept-answers.js';
import type { PlannedRun } from '../loop/open-run.js';
import type { FinishedRun, RunSink } from '../loop/run-backtest.js';
import type { LiveAsking } from '../loop/timed-answers.js';
import type { MeasuredRun } from '../result/measured-run.js';
import { TradingTables } from '../result/run-tables.js';
import { pausedOf, type PausedTasks } from '../result/task-result.js';
import { AskedLog } from '../run-folder/asked-log.js';
import { CallLog } from '../run-folder/call-log.js';
import { writtenFile } from '../run-folder/derived-file.js';
import { momentNameOf } from '../run-folder/moment-name.js';
import { recordedIn } from '../run-folder/own-journal.js';
import {
  keepText,
  makeFolder,
  readManifest,
  requireSameRun,
  runFolder,
  type RunFolder,
} from '../run-folder/run-folder.js';
import { RunLog } from '../run-folder/run-log.js';
import { allRecords, hasRecords, RunRecords, writeRecords } from '../run-folder/run-records.js';
import type { ScenarioTape } from '../tape/scenario-tape.js';
import { manifestOf, writeManifest } from '../tape/written-manifest.js';

export interface WrittenRunOptions {
  readonly scenario: Scenario;
  readonly tape: ScenarioTape;
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
  readonly codeVersion: string;
  /**
   * The clock by which facts of a live tape were received; the caller derives the files
   * beside its journals.
   */
  readonly live?: Pick<LiveAsking, 'now'> | undefined;
  /** Whether runs without an end are ended at the end of the tape. */
  readonly end?: boolean;
  /** Whether the first decision that is not answered stops all runs; gaps in scripts stop none. */
  readonly failFast?: boolean;
  /** Facts per tape batch and records per journal write; the output does not depend on it. */
  readonly batch?: number | undefined;
  readonly pace?: ((stream: FactStream) => Clock) | undefined;
  /** Gets the lines that the module of a run prints. */
  readonly onPrint?: (run: string, lines: string) => void;
  /**
   * Folder above recorded runs: answers of `http` agents are taken from there, and no
   * request is sent.
   */
  readonly answersFrom?: string | undefined;
}

/** A resumed run, and what no longer counts of its files. */
export interface ResumedRun {
  readonly run: string;
  readonly records: number;
  /** Bytes behind the last whole record of the journal. */
  readonly tornBytes: number;
  /** Tool calls of a decision that the journal does not have. */
  readonly lostCalls: number;
}

/** A finished run that trades, measured, and what one of tasks without an end lacks. */
interface DoneRun {
  readonly measured: readonly MeasuredRun[];
  readonly paused: readonly PausedTasks[];
}

export class WrittenRun implements RunSink<DoneRun> {
  /** Undefined if it starts. */
  resumed: ResumedRun | undefined;
  private readonly folder: RunFolder;
  private readonly recording: RunRecords;
  private readonly log: RunLog;
  private tables: TradingTables | undefined;

  constructor(
    private readonly plan: RunPlan,
    private readonly options: WrittenRunOptions,
  ) {
    this.folder = runFolder(join(options.runsDirectory, plan.label));
    this.recording = new RunRecords(this.folder);
    this.log = new RunLog(this.folder.log);
  }

  /** `Conflict` if the folder holds another run, `CorruptJournal` if its journal was altered. */
  planned(): PlannedRun {
    const { plan, options, nameOf } = this;
    const over = planOverWindow(plan);
    return {
      ...this.openJournal(),
      ends: options.end,
      ...(over && options.live === undefined && { follow: this.follow(over) }),
      ...(options.failFast === true &&
        traitsOf(plan.agent).answers !== 'file' && { failFast: nameOf }),
      ...(isConfined(plan.agent) && { print: (lines) => this.print(lines) }),
    };
  }

  finish(run: FinishedRun): DoneRun {
    const measured = this.tables?.end(run.summary.hash, run.open);
    return { measured: measured === undefined ? [] : [measured], paused: pausedOf([run]) };
  }

  /** `Unavailable` if what its module printed could not be written. */
  requireLogged(): void {
    this.log.requireWritten();
  }

  /** Writes the manifest of the finished run. */
  end(tapeHash: string): void {
    const { plan, options, folder } = this;
    const isEnded = !isOpenPlan(plan) || options.end === true;
    writeManifest(folder, manifestOf(plan, options, isEnded ? tapeHash : null));
  }

  close(): void {
    this.log.close();
    this.recording.close();
    this.tables?.abandon();
  }

  private get nameOf() {
    return momentNameOf(this.plan, this.options.tape.dataset.calendar);
  }

  private print(lines: string): void {
    this.log.print(lines);
    this.options.onPrint?.(this.plan.label, lines);
  }

  /** Opens the tables beside the fold. */
  private follow(plan: TradingPlan): PlannedRun['follow'] {
    const { calendar } = this.options.tape.dataset;
    const options = { folder: this.folder, plan, calendar, open: writtenFile };
    return (fold) => (this.tables = new TradingTables(tradingFold(fold), options));
  }

  /** Makes the folder and writes the manifest, or checks that both are those of this run. */
  private openFolder(): void {
    const { plan, options, folder } = this;
    if (existsSync(folder.manifest)) requireSameRun(readManifest(folder), plan, folder);
    else makeFolder(folder.path);
    // For a run without an end it records which data the journal was last written over.
    if (isOpenPlan(plan) || !existsSync(folder.manifest)) {
      writeManifest(folder, manifestOf(plan, options, null));
    }
  }

  /** The decisions of an earlier run that this one resumes. */
  private recordedBefore(): PlannedRun['recorded'] {
    const { plan, folder } = this;
    if (!existsSync(folder.journal)) return undefined;
    return recordedIn(folder.journal, { plan, tapeHash: null });
  }

  /** The log of tool calls, as far as the last decision; undefined for an agent without tools. */
  private openCalls(recorded: NonNullable<PlannedRun['recorded']>): CallLog | undefined {
    if (!isServed(this.plan.agent)) return undefined;
    const decided = recorded.at(-1)?.asOf ?? -1;
    return new CallLog(this.folder, this.recording, decided);
  }

  /** Answers of an agent that is not asked again come from a former result. */
  private openReplay(answersFrom: string): PlannedRun {
    const { plan, options, folder } = this;
    const source = runFolder(join(answersFrom, plan.label));
    copyRecording(source, folder);
    const recorded = recordedIn(source.journal, { plan, tapeHash: null });
    const journal = createJournal(folder.journal, batchOf(options));
    return { plan, journal, recorded, replayOnly: true };
  }

  private openJournal(): PlannedRun {
    const { plan, options, folder } = this;
    const batch = batchOf(options);
    this.openFolder();
    const keep: PlannedRun['keepText'] = (sha256, text) => keepText(folder, sha256, text);
    const { answersFrom } = options;
    if (answersFrom !== undefined && plan.agent.kind === 'http') {
      return { ...this.openReplay(answersFrom), keepText: keep };
    }
    const live = this.asking();
    const recorded = this.recordedBefore();
    const written = recorded && resumeJournal(folder.journal, { ...batch, nameOf: this.nameOf });
    const journal = written?.writer ?? createJournal(folder.journal, batch);
    const keepCalls = this.openCalls(recorded ?? []);
    if (written !== undefined) {
      const { records, tornBytes } = written;
      const lostCalls = keepCalls?.lostCalls ?? 0;
      this.resumed = { run: plan.label, records, tornBytes, lostCalls };
    }
    return {
      plan,
      keepText: keep,
      live,
      journal,
      keepCalls,
      ...(recorded && { recorded }),
      ...this.keptAnswers(recorded ?? []),
    };
  }

  /** How agents whose answers do not follow from the tape are asked on a live one. */
  private asking(): PlannedRun['live'] {
    const { live } = this.options;
    const { answers } = traitsOf(this.plan.agent);
    if (live === undefined || answers === 'rule' || answers === 'file') return undefined;
    return { now: live.now, asked: new AskedLog(this.recording) };
  }

  /** Durable storage of answers, for a run that works on several tasks at once. */
  private keptAnswers(recorded: NonNullable<PlannedRun['recorded']>): Pick<PlannedRun, 'kept'> {
    const { folder, recording } = this;
    const { dataset, tasks } = this.options.tape;
    const plan = planOfTasks(this.plan);
    const { agent } = this.plan;
    // One that keeps a state is asked in order; its answers are in the journal.
    if (plan === undefined || (agent.kind === 'module' && !isStateless(agent))) return {};
    // Stored answers count even if the run now works on one task at a time.
    if (plan.tasksAtOnce === 1 && !hasRecords(folder, 'answers')) return {};
    const reports = typeof tasks === 'object' ? tasks : undefined;
    return { kept: new KeptAnswers(recording, plan, recorded, dataset.tasks(reports).length) };
  }
}

/**
 * Copies an agent's requests and outcomes beside the journal, for usage and transcripts of
 * the new result.
 */
function copyRecording(source: RunFolder, folder: RunFolder): void {
  writeRecords(folder, allRecords(source));
  if (existsSync(source.texts)) cpSync(source.texts, folder.texts, { recursive: true });
}

/** A paced or live run is followed as it runs: each record is written at once. */
function batchOf({ batch, pace, live }: WrittenRunOptions): { batchRecords?: number } {
  if (batch !== undefined) return { batchRecords: batch };
  return pace === undefined && live === undefined ? {} : { batchRecords: 1 };
}
