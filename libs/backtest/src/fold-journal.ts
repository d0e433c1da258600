/** A run's figures rebuilt from its journal file alone. */

import type { JournalEvent } from '#contracts';
import { readJournal, type JournalScan, type PlacedRecord } from '#event-log';
import { RunFold } from './run-fold.js';

export interface FoldedJournal {
  readonly fold: RunFold;
  readonly scan: JournalScan;
}

/** Reads and checks the journal once; `visit` sees each event after the fold has it. */
export function foldJournal(
  path: string,
  visit?: (event: JournalEvent, fold: RunFold) => void,
): FoldedJournal {
  const fold = new RunFold();
  const take = ({ event }: PlacedRecord): void => {
    fold.take(event);
    visit?.(event, fold);
  };
  if (visit !== undefined) return { fold, scan: readJournal(path, take) };
  return { fold, scan: readJournal(path, take, (times) => fold.takeDecisions(times)) };
}
