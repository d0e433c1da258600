/** A run's figures rebuilt from its journal file alone. */

import type { JournalEvent } from '#contracts';
import { readJournal, type JournalScan } from '#event-log';
import { TradingFold } from '#workflows';
import { requireOwn, type RunIdentity } from './own-journal.js';

export interface FoldedJournal {
  readonly fold: TradingFold;
  readonly scan: JournalScan;
}

/**
 * Reads and checks the journal of `run` once; `visit` sees each event after the fold has it. `CorruptJournal` where it
 * was altered, or is of another run.
 */
export function foldJournal(
  path: string,
  run: RunIdentity,
  visit?: (event: JournalEvent) => void,
): FoldedJournal {
  const fold = new TradingFold();
  const scan = readJournal(path, (record) => {
    requireOwn(run, record, path);
    fold.take(record.event);
    visit?.(record.event);
  });
  return { fold, scan };
}
