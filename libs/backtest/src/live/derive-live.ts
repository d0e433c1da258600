/** The result of live runs as it stands at a fact: they are done again from the recording, and have to repeat. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { engineSemantics } from '#contracts';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { compareWithJournal } from '#event-log';
import type { Dataset } from '#market-data';
import { allWorkflows, tradingFold, type TradingPlan } from '#workflows';
import { writtenFile } from '../run-folder/derived-file.js';
import { measureRun, type MeasuredRun } from '../result/measured-run.js';
import { momentNameOf } from '../run-folder/moment-name.js';
import { isEnded } from '../run-folder/open-ended.js';
import type { PlannedRun } from '../loop/open-run.js';
import { publishResult, type Published } from '../run/publish-result.js';
import { runBacktest, type FinishedRun } from '../loop/run-backtest.js';
import { runFolder } from '../run-folder/run-folder.js';
import { recordedIn } from '../run/run-shard.js';
import { TradingTables } from '../result/run-tables.js';
import { headerOf, openTape, openWindow } from '../tape/scenario-tape.js';
import { manifestOf, writeManifest } from '../tape/written-manifest.js';

/** Live runs, and the recording that they hear. */
export interface LiveRuns {
  readonly scenario: TradingScenario;
  readonly directory: string;
  readonly plans: readonly TradingPlan[];
  /** Folder of the result. */
  readonly out: string;
  readonly runsDirectory: string;
  readonly codeVersion: string;
  /** Place of the recording. */
  readonly reference: string;
  /** Opens the recording as it is now; whoever opens it closes it. */
  readonly openRecorded: () => Promise<Dataset>;
}

/**
 * Derives tables, result and report as if the runs ended behind fact `facts`, or, where they were ended, at their end.
 * `CorruptJournal` where a run does not repeat its journal up to there: then live and replay are not the same.
 */
export async function deriveLive(runs: LiveRuns, facts: number | undefined): Promise<Published> {
  const dataset = await runs.openRecorded();
  const open: TradingTables[] = [];
  try {
    const { scenario, plans, runsDirectory, out } = runs;
    const dataHash = await dataset.contentHash();
    const { lastSession } = openWindow(scenario, dataset);
    const extent = { dataHash, until: lastSession, open: true };
    const header = headerOf(dataset, dataset.symbols, extent);
    const limits = { until: lastSession, badRows: scenario.badRows, tasks: false, factsMax: facts };
    const tables = new Map<string, TradingTables>();
    const outcome = await runBacktest({
      stream: await openTape(dataset, header, limits),
      runs: plans.map((plan) => repeated(plan, { ...runs, dataset, tables, open })),
      documents: dataset.documents,
      agents: { directory: runs.directory, hidden: [] },
    });
    const finished = outcome.kind === 'finished' ? outcome.runs : [];
    const tapeHash = outcome.kind === 'finished' ? outcome.tapeHash : null;
    const measured = new Map(finished.map((run) => measure(run, tables)));
    const tape = { ...{ dataset, header, dataHash, lastSession }, reference: runs.reference };
    for (const { plan, open: isOpen } of finished) {
      const folder = runFolder(join(runsDirectory, plan.label));
      const written = { ...runs, tape, facts: isOpen ? facts : undefined };
      writeManifest(folder, manifestOf(plan, written, isOpen ? null : tapeHash));
    }
    const published = { out, measured, workflows: allWorkflows };
    return await publishResult({ scenario, plans, tape, runsDirectory }, published);
  } finally {
    for (const tables of open) tables.abandon();
    await dataset.close();
  }
}

interface RepeatPlace extends Pick<LiveRuns, 'runsDirectory'> {
  readonly dataset: Dataset;
  /** Get the tables of the run. */
  readonly tables: Map<string, TradingTables>;
  readonly open: TradingTables[];
}

/** A run over the journal that it has now, which may go on behind the place up to which it is done again. */
function repeated(
  plan: TradingPlan,
  { runsDirectory, dataset: { calendar }, tables, open }: RepeatPlace,
): PlannedRun {
  const folder = runFolder(join(runsDirectory, plan.label));
  const names = { nameOf: momentNameOf(plan, calendar), isPrefix: true };
  const dateOf = (time: number): number => calendar.sessionClosingAtOrAfter(time);
  const { size } = statSync(folder.journal);
  return {
    plan,
    journal: compareWithJournal(folder.journal, size, names),
    recorded: recordedIn(folder.journal, { plan, semantics: engineSemantics, tapeHash: null }),
    replayOnly: true,
    ends: isEnded(folder),
    follow: (fold) => {
      const own = new TradingTables(tradingFold(fold), { folder, plan, dateOf, open: writtenFile });
      tables.set(plan.label, own);
      open.push(own);
      return own;
    },
  };
}

function measure(
  { plan, fold, summary, open }: FinishedRun,
  tablesOf: ReadonlyMap<string, TradingTables>,
): [string, MeasuredRun] {
  const tables = tablesOf.get(plan.label) as TradingTables;
  const folded = { fold: tradingFold(fold), tables, journalHash: summary.hash, open };
  return [plan.label, measureRun(plan as TradingPlan, folded)];
}
