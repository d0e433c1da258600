/** Replays finished runs over the journals that they left, and compares their derived files. */

import { invariant } from '#values';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDecision, isPrelude, type JournalEvent } from '#contracts';
import { asksModels, isServed } from '#contracts/agents/agent-kinds';
import { compareWithJournal } from '#event-log';
import type { Dataset } from '#market-data';
import { allWorkflows, workflowOf, type WorkflowFold, type Workflows } from '#workflows';
import { agentsDirectory } from '../run/agents-directory.js';
import { type OnTrustedCode, requireTrust } from '../run/trusted-code.js';
import { comparedFile, writtenFile } from '../run-folder/derived-file.js';
import { momentNameOf } from '../run-folder/moment-name.js';
import { tablesOf, type EndedRun } from '../result/ended-run.js';
import { isEnded } from '../run-folder/open-ended.js';
import type { PlannedRun } from '../loop/open-run.js';
import { recordedIn, type RecordedRun } from '../run-folder/own-journal.js';
import { recordingDefect, type DecidedAt } from './recording-defect.js';
import { runInto, type FinishedRun, type RunSink } from '../loop/run-backtest.js';
import { textState, type RunFolder, type TextState } from '../run-folder/run-folder.js';
import type { EventFold } from '../loop/run-loop.js';
import { RepeatedCalls, type CallsDefect } from '../loop/repeat-calls.js';
import { isCutOff } from '../loop/timed-answers.js';
import type { RunTables } from '../result/run-tables.js';
import { tapeOf, type TapeEnd } from '../tape/recorded-dataset.js';

/** Outcome of replaying a run. */
export interface RepeatedRun {
  readonly run: RecordedRun;
  readonly ended: EndedRun;
  readonly hash: string;
  /** How many records the journal has. */
  readonly records: number;
  /** Null while it has no end yet. */
  readonly tapeHash: string | null;
  /** Whether its journal may continue: that of a live run may, past what its result covers. */
  readonly hasMore: boolean;
  readonly texts: readonly TextState[];
  /** Only for an agent that works through tools; undefined if its calls repeat. */
  readonly calls: CallsDefect | undefined;
  /**
   * Why the recording of an agent that asks models is incomplete, as a sentence; undefined
   * if it is whole.
   */
  readonly recording: string | undefined;
}

interface RepeatOptions {
  readonly dataset: Dataset;
  /** Absolute path of the data set, or its name; agents must not read it. */
  readonly reference: string;
  /** Kinds of work that runs may be of; defaults to those of this version. */
  readonly workflows?: Workflows | undefined;
  /**
   * Folder of the files of modules and scripts, to ask them again; without it their answers come
   * from the journal.
   */
  readonly agents?: string | undefined;
  readonly onProgress?: ((progress: { facts: number; time: number }) => void) | undefined;
  /** Puts texts of tool results that are missing into the folders of the runs. */
  readonly keepTexts?: boolean;
  /**
   * For live runs, the tape as far as they are replayed: tables are then written, and recordings
   * are not compared.
   */
  readonly live?: TapeEnd;
}

interface AskingAgain {
  readonly askAgain?: boolean;
  readonly onTrustedCode?: OnTrustedCode | undefined;
}

/**
 * The folder of the files of agents that are to be asked again; undefined if none is to be.
 * `InvalidInput` if the files cannot be found, or if a module among them is trusted and the user
 * has not agreed to run it.
 */
export function askedFrom(
  runs: readonly RecordedRun[],
  { askAgain, onTrustedCode }: AskingAgain,
): string | undefined {
  const [first] = runs;
  if (askAgain !== true || first === undefined) return undefined;
  const plans = runs.map(({ plan }) => plan);
  const directory = agentsDirectory(resultAround(first.folder), plans);
  const agents = plans.map(({ agent }) => agent);
  requireTrust(agents, { directory, isReceived: true, onTrustedCode });
  return directory;
}

/**
 * Replays the runs of one scenario on one tape, and compares each record; writes only the tables of
 * live runs. `CorruptJournal` names the first record that differs.
 */
export async function repeatRuns(
  runs: readonly RecordedRun[],
  options: RepeatOptions,
): Promise<readonly RepeatedRun[]> {
  const [first] = runs as [RecordedRun];
  const { dataset, reference, workflows, onProgress, live = first.manifest.tape } = options;
  const stream = await tapeOf(dataset, first, live);
  const result = resultAround(first.folder);
  const directory = options.agents ?? '';
  const outcome = await runInto(
    runs.map((run) => new Repeat(run, options, live.facts !== undefined)),
    {
      stream,
      documents: dataset.documents,
      workflows,
      onProgress,
      agents: { directory, hidden: [reference, result] },
    },
  );
  invariant(outcome !== undefined, 'a repeated run cannot be stopped');
  return outcome.done;
}

/** The result that contains a run's folder, or else that folder. */
function resultAround({ path }: RunFolder): string {
  const above = dirname(path);
  return basename(above) === 'runs' ? dirname(above) : path;
}

/** One run being replayed. */
class Repeat implements RunSink<RepeatedRun> {
  private tables: RunTables<EndedRun> | undefined;
  private readonly texts = new Set<string>();
  /** Kept for an agent that asks models. */
  private readonly decisions: DecidedAt[] = [];
  private readonly calls: RepeatedCalls | undefined;

  constructor(
    private readonly run: RecordedRun,
    private readonly options: RepeatOptions,
    private readonly isPrefix: boolean,
  ) {
    const isCompared = options.live === undefined && isServed(run.plan.agent);
    this.calls = isCompared ? new RepeatedCalls(run.folder, options.keepTexts) : undefined;
  }

  planned(): PlannedRun {
    const { folder, plan } = this.run;
    const { size } = statSync(folder.journal);
    const { isPrefix, calls } = this;
    const nameOf = momentNameOf(plan, this.options.dataset.calendar);
    // Agents that answer through tools run elsewhere.
    const replayOnly = this.options.agents === undefined || calls !== undefined;
    return {
      plan,
      journal: compareWithJournal(folder.journal, size, { nameOf, isPrefix }),
      ends: isEnded(folder),
      ...(replayOnly ? { recorded: recordedIn(folder.journal, this.run), replayOnly } : {}),
      ...(calls === undefined ? {} : { repeatCalls: (decision) => calls.repeat(decision) }),
      follow: (fold) => this.follow(fold),
    };
  }

  async finish({ plan, summary, open }: FinishedRun, tapeHash: string): Promise<RepeatedRun> {
    const { tables, run, calls } = this;
    invariant(tables !== undefined, 'what is replayed is followed');
    const { hash, records, bytes } = summary;
    const kept = [...this.texts].flatMap((sha256) => textState(run.folder, sha256));
    const recording = this.isRecorded
      ? await recordingDefect({ run: plan.id, folder: run.folder }, this.decisions)
      : undefined;
    return {
      run,
      hash,
      records,
      tapeHash: open ? null : tapeHash,
      ended: tables.end(hash, open),
      hasMore: statSync(run.folder.journal).size > bytes,
      texts: [...kept, ...(calls?.texts() ?? [])],
      calls: calls?.end(),
      recording,
    };
  }

  /** Whether model responses are compared. */
  private get isRecorded(): boolean {
    return this.options.live === undefined && asksModels(this.run.plan.agent);
  }

  close(): void {
    this.tables?.abandon();
  }

  private follow(fold: WorkflowFold): EventFold {
    const { isRecorded } = this;
    const { live } = this.options;
    const tables = this.openTables(fold);
    this.tables = tables;
    return {
      take: (event: JournalEvent) => {
        if (live === undefined && 'rationale' in event && event.rationale !== null)
          this.texts.add(event.rationale);
        if (isRecorded && isDecision(event) && !isPrelude(event)) {
          const { asOf, type } = event;
          this.decisions.push({ asOf, type, isCutOff: isCutOff(event) });
        }
        tables.take(event);
      },
    };
  }

  private openTables(fold: WorkflowFold): RunTables<EndedRun> {
    const { dataset, workflows = allWorkflows, live } = this.options;
    const marks = workflowOf(workflows, this.run.plan).marks?.(dataset.solutions());
    const open = live === undefined ? comparedFile : writtenFile;
    return tablesOf({ ...this.run, fold }, { dataset, open, marks });
  }
}
