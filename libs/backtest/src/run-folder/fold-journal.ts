/** A run's figures rebuilt from its journal file alone. */

import type { JournalEvent } from '#contracts';
import { readJournal, type JournalScan } from '#event-log';
import type { WorkflowFold } from '#workflows';
import { requireOwn, type RunIdentity } from './own-journal.js';

export interface FoldedJournal<F extends WorkflowFold> {
  readonly fold: F;
  readonly scan: JournalScan;
}

/**
 * Reads and checks the journal of `run` once, into a fold that has taken nothing yet; `visit` sees each event after the
 * fold has it. `CorruptJournal` where it was altered, or is of another run.
 */
export function foldJournal<F extends WorkflowFold>(
  path: string,
  run: RunIdentity,
  fold: F,
  visit?: (event: JournalEvent) => void,
): FoldedJournal<F> {
  const scan = readJournal(path, (record) => {
    requireOwn(run, record, path);
    fold.take(record.event);
    visit?.(record.event);
  });
  return { fold, scan };
}
