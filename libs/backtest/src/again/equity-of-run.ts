/**
 * The rows of a run's equity, from its journal alone: those that its equity.csv has, or those that
 * it leaves out.
 */

import type { EquityRowsOf } from '#contracts/scenario/scenario';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import type { JournalScan } from '#event-log';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import { invalidInput } from '#values';
import { planOverWindow, tradingFoldOf } from '#workflows';
import { equityRows } from '../result/equity-rows.js';
import { foldJournal, recordedRun } from '../run-folder/own-journal.js';

/**
 * Visits the rows as CSV without line breaks, the header first, as far as the journal goes.
 * `InvalidInput` where the run has no equity, `CorruptJournal` where the journal was altered.
 */
export function equityOfRun(
  path: string,
  of: EquityRowsOf,
  visit: (row: string) => void,
): JournalScan {
  const run = recordedRun(path);
  const { manifest, folder } = run;
  const plan = planOverWindow(run.plan);
  if (plan === undefined) {
    throw invalidInput('the run has no equity', { where: path, expected: 'a run that trades' });
  }
  const calendar = followedCalendar(plan, calendarOf(calendarNameOf(manifest.tape.header)));
  const rows = equityRows(of, {
    decide: plan.decide,
    sessionOf: (time) => calendar.sessionClosingAtOrAfter(time),
    write: (row) => visit(row.trimEnd()),
  });
  visit(rows.header.trimEnd());
  const fold = tradingFoldOf(plan);
  fold.marksInto = rows;
  const { scan } = foldJournal(folder.journal, run, fold);
  rows.end();
  return scan;
}
