/** The files of a result that a person opens: the report beside result.json, and where everything lies. */

import { join } from 'node:path';
import { formatCivilDate } from '#values';
import { writeWhole, type DerivedRun } from '#backtest';
import { isTradingResult, type Result } from '#contracts/result';
import { renderReport, type ReportRun } from '#report';

/** `derived` has the runs that trade, in the order of the result: work on tasks is drawn from its result alone. */
export function writeReport(result: Result, derived: readonly DerivedRun[], out: string): void {
  const input = isTradingResult(result) ? { result, runs: derived.map(reportRun) } : { result };
  writeWhole(join(out, 'report.html'), renderReport(input));
}

/** Lines that say where report, result and journals are, and how a run is verified. */
export function resultPaths(out: string, { runs }: Result): string {
  const first = join(out, 'runs', runs[0]?.run ?? '');
  const others = runs.length - 1;
  return [
    `report   ${join(out, 'report.html')}`,
    `result   ${join(out, 'result.json')}`,
    `journal  ${join(first, 'journal.bin')}${others > 0 ? ` (and ${others} more)` : ''}`,
    `verify   npx tapefold verify ${first}`,
  ].join('\n');
}

function reportRun({ plan, fold, fills }: DerivedRun): ReportRun {
  const equity = fold.marks.equity.toArray();
  return {
    run: plan.label,
    dates: [...fold.marks.dates.toArray()].map(formatCivilDate),
    equity,
    cash: fold.marks.cash.toArray(),
    exposure: fold.performance().gross,
    fills,
  };
}
