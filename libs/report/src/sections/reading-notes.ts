/** What a reader must know before believing the figures. */

import { isTradingResult, type Result, type TradingResult } from '#contracts/result/result';
import { answeredShare, answeredShareMin, dueText } from '../words/answered-share.js';
import { dataWarnings, feedGapWords, isDataKnown, warningText } from '../words/data-words.js';
import { formatCount, formatFigure, listed } from '../words/figure-format.js';
import { titledSection } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { reasonLines } from '../words/reason-lines.js';
import { type AnyRun, labelParts, missingRunTexts, missingShare } from '../words/run-label.js';

/** Runs named in a note about orders. */
const ordersListedMax = 8;

/** Notes in order of weight; empty if there are none. */
export function notes(result: Result): Html | null {
  const { scenario, runs } = result;
  const found = [
    isTradingResult(result) ? partial(result) : null,
    ...scenario.notes.map((text) => markup`<li>${text}</li>\n`),
    ...(isTradingResult(result) ? [feedGapNote(result), dataNote(result)] : []),
    lowCoverage(result),
    trusted(result),
    ...(isTradingResult(result)
      ? [ordersNote(result, 'denied'), ordersNote(result, 'cancelled')]
      : []),
    reasons(runs),
    dropped(runs),
  ].filter((entry) => entry !== null);
  if (found.length === 0) return null;
  return titledSection('notes', 'Read this first', markup`<ul>${found}</ul>`, 'notes');
}

function note(what: string, why: string): Html {
  return markup`<li><strong>${what}</strong> ${why}</li>\n`;
}

function reasons(runs: readonly AnyRun[]): Html | null {
  const lines = reasonLines(runs);
  if (lines.length === 0) return null;
  return note('Why decisions were not answered and orders were denied.', listed(lines, '; '));
}

function partial(result: TradingResult): Html | null {
  if (result.missingRuns.length === 0) return null;
  const names = listed(missingRunTexts(result));
  return note(
    `Partial result: ${missingShare(result)}.`,
    `${names}. The figures are those of the others.`,
  );
}

function lowCoverage(result: Result): Html | null {
  const all: readonly AnyRun[] = result.runs;
  const low = all.filter((run) => (answeredShare(run) ?? 1) < answeredShareMin);
  if (low.length === 0) return null;
  const names = listed(
    low.map(
      (run) => `${nameOf(run, result)} (${formatFigure(answeredShare(run) ?? 0, 'percent')})`,
    ),
  );
  const least = formatFigure(answeredShareMin, 'percent');
  return note(
    `Low coverage in ${formatCount(low.length)} of ${formatCount(all.length)} runs.`,
    `Fewer than ${least} of the ${dueText(result)}: ${names}.`,
  );
}

function trusted(result: Result): Html | null {
  const runs: readonly AnyRun[] = result.runs;
  const agents = [...new Set(runs.filter((run) => run.trusted).map((run) => run.agent))];
  if (agents.length === 0) return null;
  return note('Trusted modules.', `Ran inside the process, without limits: ${listed(agents)}.`);
}

/** Warnings of the data check in the window; or that there was no check, if the data set was not at hand. */
function dataNote(result: TradingResult): Html | null {
  if (!isDataKnown(result)) {
    const why =
      'Sessions without a bar, jumps and gaps were not looked for: the data set was elsewhere.';
    return note('Data not checked.', why);
  }
  const { listed: warnings, more } = dataWarnings(result);
  const count = warnings.length + more;
  if (count === 0) return null;
  const texts = warnings.map((one) => `${one.symbol}: ${warningText(one)}`);
  const rest = more === 0 ? '' : `; ${formatCount(more)} more are counted, not named`;
  return note(`Data warnings: ${formatCount(count)}.`, `${listed(texts, '; ')}${rest}.`);
}

function feedGapNote(result: TradingResult): Html | null {
  const gaps = feedGapWords(result);
  if (gaps === undefined) return null;
  const why = 'Data is lost for good, and the runs decided without it; the journal names each gap.';
  return note(`Incomplete data: ${gaps}.`, why);
}

/** Orders that wait when a run ends are cancelled as well: of many runs, only those with the most are named. */
function ordersNote(result: TradingResult, fate: 'denied' | 'cancelled'): Html | null {
  const runs = result.runs.filter((run) => run[fate] > 0).toSorted((a, b) => b[fate] - a[fate]);
  if (runs.length === 0) return null;
  const total = runs.reduce((sum, run) => sum + run[fate], 0);
  const names = runs.map((run) => `${nameOf(run, result)} (${formatCount(run[fate])})`);
  const text = listed(names, ', ', ordersListedMax);
  return note(`Orders ${fate}: ${formatCount(total)}.`, `In ${text}.`);
}

/** Runs share their data, so the counts are not added up. */
function dropped(runs: readonly AnyRun[]): Html | null {
  const most = runs.reduce((max, run) => Math.max(max, run.rowsDropped), 0);
  if (most === 0) return null;
  return note(
    `Rows dropped: up to ${formatCount(most)} a run.`,
    'They had defects; the journal names each of them.',
  );
}

/** `hold on ALPHA`, or the label alone if nothing is traded. */
function nameOf(run: AnyRun, result: Result): string {
  return labelParts(run, result).join(' on ');
}
