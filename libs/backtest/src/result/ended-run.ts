/** A run that has ended, of any workflow, and what its folder derives from its journal. */

import { invariant } from '#values';
import type { Dataset } from '#market-data';
import {
  planOfTasks,
  planOverWindow,
  tradingFold,
  type AnswerMarks,
  type RunPlan,
  type WorkflowFold,
} from '#workflows';
import type { OpenDerivedFile } from '../run-folder/derived-file.js';
import { foldJournal, type RunIdentity } from '../run-folder/own-journal.js';
import type { RunFolder } from '../run-folder/run-folder.js';
import type { MeasuredRun } from './measured-run.js';
import { TradingTables, type RunTables } from './run-tables.js';
import { AnswersTable, type FoldedTasks, type PausedTasks } from './task-result.js';

/** A run with its fold or the figures from it, and the outcomes of its derived files. */
export type EndedRun = MeasuredRun | FoldedTasks;

export const isMeasured = (run: EndedRun): run is MeasuredRun => 'performance' in run;

/** Opens the tables of a run beside its fold; `marks` of its workflow go into those of tasks. */
export function tablesOf(
  { plan, folder, fold }: { plan: RunPlan; folder: RunFolder; fold: WorkflowFold },
  options: {
    readonly dataset: Pick<Dataset, 'calendar' | 'tasks'>;
    readonly open: OpenDerivedFile;
    readonly marks?: AnswerMarks | undefined;
  },
): RunTables<EndedRun> {
  const tasks = planOfTasks(plan);
  if (tasks !== undefined) return new AnswersTable(fold, { folder, plan: tasks, ...options });
  const over = planOverWindow(plan);
  invariant(over !== undefined, 'a plan has a window or tasks');
  const { calendar } = options.dataset;
  return new TradingTables(tradingFold(fold), { folder, plan: over, calendar, ...options });
}

/**
 * Folds the journal of a run into its tables; undefined if it is not complete, and `paused` does
 * not state what would end it. `CorruptJournal` if it was altered, or belongs to another run.
 */
export function endedRun<E>(
  { journal }: Pick<RunFolder, 'journal'>,
  run: RunIdentity,
  tables: RunTables<E>,
  paused?: PausedTasks,
): E | undefined {
  const { fold } = tables;
  try {
    const { scan } = foldJournal(journal, run, fold, (event) => tables.take(event));
    if (!scan.complete && paused === undefined) return undefined;
    for (const event of paused?.ending ?? []) fold.take(event);
    return tables.end(paused?.journalHash ?? scan.hash ?? '', paused !== undefined);
  } finally {
    tables.abandon();
  }
}
