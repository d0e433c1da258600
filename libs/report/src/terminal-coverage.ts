/** How much of what was due was answered, in a terminal: a column, and what it was lost to below the table. */

import { isTradingResult, type Result } from '#contracts/result';
import { answeredShare, answeredShareMin, unanswered } from './answered-share.js';
import { formatFigure } from './figure-format.js';
import { labelParts, type AnyRun } from './run-label.js';
import { terminalName, type TerminalColumn } from './terminal-columns.js';

/** Stands for a figure that is undefined. */
export const undefinedSign = '—';
/** Runs whose unanswered decisions are told one by one. */
const silentRunsMax = 5;
/** Of an agent, and of a symbol. */
const silentNameMax = 20;

export const coverageColumn = {
  head: 'Coverage',
  align: 'right',
  widthMax: 8,
} as const satisfies TerminalColumn;

export function coverageText(run: AnyRun): string {
  const share = answeredShare(run);
  if (share === null) return undefinedSign;
  return `${share < answeredShareMin ? '! ' : ''}${formatFigure(share, 'percent')}`;
}

/** What was not answered, by the runs with most of it, and where the reasons stand. */
export function coverageNote(result: Result): readonly string[] {
  const shareOf = (run: AnyRun): number => answeredShare(run) ?? 1;
  const runs: readonly AnyRun[] = result.runs;
  const silent = runs.filter((run) => shareOf(run) < 1).toSorted((a, b) => shareOf(a) - shareOf(b));
  const [least] = silent;
  if (least === undefined) return [];
  const shown = silent
    .slice(0, silentRunsMax)
    .map((run) => `  ${nameOf(run, result)}: ${unanswered(run)}`);
  const rest = silent.length - shown.length;
  return [
    ...(shareOf(least) < answeredShareMin ? [`! fewer than 95% of the ${dueText(result)}`] : []),
    'not answered; the reasons stand in the journal (npx tapefold journal <run>):',
    ...shown,
    ...(rest > 0 ? [`  and of ${rest} more runs`] : []),
  ];
}

function dueText(result: Result): string {
  return isTradingResult(result)
    ? 'due decisions were answered'
    : 'answers that were due were given';
}

function nameOf(run: AnyRun, result: Result): string {
  return labelParts(run, result)
    .map((name) => terminalName(name, silentNameMax))
    .join(' ');
}
