/** Finished runs done again over the journals that they left, and their derived files compared. */

import { isServed } from '#agents';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDecision, isPrelude, type JournalEvent } from '#contracts';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import type { Manifest } from '#contracts/scenario/manifest';
import { compareWithJournal } from '#event-log';
import type { Dataset } from '#market-data';
import {
  isTradingPlan,
  tradingFold,
  workflowOf,
  type WorkflowFold,
  type Workflows,
} from '#workflows';
import { agentsDirectory } from '../run/agents-directory.js';
import { comparedFile } from '../run-folder/derived-file.js';
import { momentNameOf } from '../run-folder/moment-name.js';
import { measureRun, type MeasuredRun } from '../result/measured-run.js';
import { isEnded } from '../run-folder/open-ended.js';
import type { PlannedRun } from '../loop/open-run.js';
import type { RunIdentity } from '../run-folder/own-journal.js';
import { recordingDefect, type DecidedAt } from './recording-defect.js';
import { asksModels } from '../result/run-models.js';
import { runBacktest, type FinishedRun } from '../loop/run-backtest.js';
import { textState, type RunFolder, type TextState } from '../run-folder/run-folder.js';
import type { EventFold } from '../loop/run-loop.js';
import { recordedIn } from '../run/run-shard.js';
import { RepeatedCalls, type CallsState } from '../loop/repeat-calls.js';
import { isCutOff } from '../loop/timed-answers.js';
import { TradingTables, type RunTables, type TableState } from '../result/run-tables.js';
import { openTape, tasksOf } from '../tape/scenario-tape.js';
import { AnswersTable } from '../result/task-result.js';

/** A finished run as its folder has it. */
export interface RecordedRun {
  readonly folder: RunFolder;
  readonly manifest: Manifest;
  readonly identity: RunIdentity;
}

/** What doing a run again came to. */
export interface RepeatedRun {
  readonly run: RecordedRun;
  readonly fold: WorkflowFold;
  readonly hash: string;
  /** Of the journal. */
  readonly records: number;
  /** Whether it has no end yet. */
  readonly open: boolean;
  /** Whether its journal goes on: that of a live run may, behind what its result says. */
  readonly goesOn: boolean;
  /** Of a run that trades. */
  readonly measured: MeasuredRun | undefined;
  readonly tables: readonly TableState[];
  readonly texts: readonly TextState[];
  /** Of an agent that works through tools. */
  readonly calls: CallsState | undefined;
  /** In a sentence, why the recording of an agent that asks models is not whole; undefined where it is. */
  readonly recording: string | undefined;
}

export interface RepeatOptions {
  readonly dataset: Dataset;
  /** Absolute path of the data set, or its name; nothing that an agent may read. */
  readonly reference: string;
  readonly workflows: Workflows;
  /** Ask modules and scripts again instead of taking their answers from the journal. */
  readonly askAgain: boolean;
  readonly onProgress?: ((progress: { facts: number; time: number }) => void) | undefined;
}

/**
 * Does runs of one scenario again, all on one tape, and compares each record; writes nothing. `CorruptJournal` names
 * the first record that differs.
 */
export async function repeatRuns(
  runs: readonly RecordedRun[],
  options: RepeatOptions,
): Promise<{ readonly tapeHash: string; readonly runs: readonly RepeatedRun[] }> {
  const [{ manifest, identity, folder }] = runs as [RecordedRun];
  const { dataset, reference, workflows, onProgress } = options;
  const { header, until, facts: factsMax } = manifest.tape;
  const { badRows } = manifest.data;
  const tasks = tasksOf(identity.plan);
  const stream = await openTape(dataset, header, { until, badRows, tasks, factsMax });
  const repeats = runs.map((run) => new Repeat(run, options));
  const result = resultAround(folder);
  const plans = runs.map((run) => run.manifest.plan);
  const directory = options.askAgain ? agentsDirectory(result, plans) : '';
  try {
    const outcome = await runBacktest({
      stream,
      runs: repeats.map((repeat) => repeat.planned()),
      documents: dataset.documents,
      workflows,
      agents: { directory, hidden: [reference, result] },
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const finished = outcome.kind === 'finished' ? outcome.runs : [];
    const tapeHash = outcome.kind === 'finished' ? outcome.tapeHash : '';
    const done: RepeatedRun[] = [];
    for (const [index, run] of finished.entries()) {
      done.push(await (repeats[index] as Repeat).finish(run));
    }
    return { tapeHash, runs: done };
  } finally {
    for (const repeat of repeats) repeat.close();
  }
}

/** The result that a run's folder is in, or else that folder. */
function resultAround({ path }: RunFolder): string {
  const above = dirname(path);
  return basename(above) === 'runs' ? dirname(above) : path;
}

/** One run that is done again. */
class Repeat {
  private tables: RunTables | undefined;
  private readonly texts = new Set<string>();
  /** Of an agent that asks models. */
  private readonly decisions: DecidedAt[] = [];
  private readonly calls: RepeatedCalls | undefined;

  constructor(
    private readonly run: RecordedRun,
    private readonly options: RepeatOptions,
  ) {
    const { folder, identity } = run;
    this.calls = isServed(identity.plan.agent.kind) ? new RepeatedCalls(folder) : undefined;
  }

  planned(): PlannedRun {
    const { folder, identity } = this.run;
    const { plan } = identity;
    const { size } = statSync(folder.journal);
    const { calendar } = this.options.dataset;
    const { calls } = this;
    // Who answers through tools is somewhere else.
    const replayOnly = !this.options.askAgain || calls !== undefined;
    return {
      plan,
      journal: compareWithJournal(folder.journal, size, {
        nameOf: momentNameOf(plan, calendar),
        isPrefix: this.run.manifest.tape.facts !== undefined,
      }),
      ends: isEnded(folder),
      ...(replayOnly ? { recorded: recordedIn(folder.journal, identity), replayOnly } : {}),
      ...(calls === undefined ? {} : { repeatCalls: (decision) => calls.repeat(decision) }),
      follow: (fold) => this.follow(fold),
    };
  }

  async finish({ plan, fold, summary, open }: FinishedRun): Promise<RepeatedRun> {
    const { tables, run, calls } = this;
    const said = [...this.texts].flatMap((sha256) => textState(run.folder, sha256));
    const texts = [...said, ...(calls?.texts() ?? [])];
    const recording = asksModels(plan)
      ? await recordingDefect({ run: plan.id, folder: run.folder }, this.decisions)
      : undefined;
    const { hash, records, bytes } = summary;
    const goesOn = statSync(run.folder.journal).size > bytes;
    const told = { texts, calls: calls?.end(), recording };
    const shared = { run, fold, hash, records, open, goesOn, ...told };
    this.tables = undefined;
    if (tables instanceof TradingTables && isTradingPlan(plan)) {
      const trading = { fold: tradingFold(fold), tables, journalHash: hash, open };
      const measured = measureRun(plan, trading);
      return { ...shared, measured, tables: measured.tables };
    }
    return { ...shared, measured: undefined, tables: tables?.end() ?? [] };
  }

  close(): void {
    this.tables?.abandon();
  }

  private follow(fold: WorkflowFold): EventFold {
    const { folder, identity } = this.run;
    const { plan } = identity;
    const { dataset } = this.options;
    const tasks = dataset
      .tasks(isTradingPlan(plan) ? undefined : reportsOf(plan.terms))
      .map(({ task }) => task);
    const workflow = workflowOf(this.options.workflows, plan);
    const marks = workflow.marks?.(dataset.solutions());
    const dateOf = (time: number): number => dataset.calendar.sessionClosingAtOrAfter(time);
    const tables = isTradingPlan(plan)
      ? new TradingTables(tradingFold(fold), { folder, plan, dateOf, open: comparedFile })
      : new AnswersTable(folder, tasks, comparedFile, marks);
    this.tables = tables;
    const isAsked = asksModels(plan);
    return {
      take: (event: JournalEvent) => {
        if ('rationale' in event && event.rationale !== null) this.texts.add(event.rationale);
        if (isAsked && isDecision(event) && !isPrelude(event)) {
          const { asOf, type } = event;
          this.decisions.push({ asOf, type, isCutOff: isCutOff(event) });
        }
        tables.take(event);
      },
    };
  }
}
