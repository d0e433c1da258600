/** What a reader must know before believing the figures. */

import { isTradingResult, type Result, type TradingResult } from '#contracts/result/result';
import { titledSection } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { dataWarnings, feedGapWords, isDataKnown, warningText } from '../words/data-words.js';
import { formatCount, formatFigure, listed } from '../words/figure-format.js';
import {
  answeredShare,
  answeredShareMin,
  type AnyRun,
  dueText,
  labelParts,
  missingRunTexts,
  missingShare,
  reasonLines,
} from '../words/run-words.js';

/** Runs named in a note about orders. */
const ordersListedMax = 8;

/** What is the case, and why it matters; null if it is not the case. */
type Note = readonly [what: string, why: string] | null;

/** Notes in order of weight; empty if there are none. */
export function notes(result: Result): Html | null {
  const { scenario } = result;
  const runs: readonly AnyRun[] = result.runs;
  const trading = isTradingResult(result) ? result : null;
  const reasons = reasonLines(runs);
  const agents = [...new Set(runs.filter((run) => run.trusted).map((run) => run.agent))];
  // Runs share their data, so the counts are not added up.
  const dropped = Math.max(0, ...runs.map((run) => run.rowsDropped));
  const found = [
    ...itemsOf(trading && partial(trading)),
    ...scenario.notes.map((text) => markup`<li>${text}</li>\n`),
    ...itemsOf(
      ...(trading === null ? [] : [feedGapNote(trading), dataNote(trading)]),
      lowCoverage(result),
      agents.length === 0
        ? null
        : ['Trusted modules.', `Ran inside the process, without limits: ${listed(agents)}.`],
      trading && ordersNote(trading, 'denied'),
      trading && ordersNote(trading, 'cancelled'),
      reasons.length === 0
        ? null
        : ['Why decisions were not answered and orders were denied.', listed(reasons, '; ')],
      dropped === 0
        ? null
        : [
            `Rows dropped: up to ${formatCount(dropped)} a run.`,
            'They had defects; the journal names each of them.',
          ],
    ),
  ];
  if (found.length === 0) return null;
  return titledSection('notes', 'Read this first', markup`<ul>${found}</ul>`, 'notes');
}

const itemsOf = (...found: readonly Note[]): Html[] =>
  found
    .filter((note) => note !== null)
    .map(([what, why]) => markup`<li><strong>${what}</strong> ${why}</li>\n`);

function partial(result: TradingResult): Note {
  if (result.missingRuns.length === 0) return null;
  const names = listed(missingRunTexts(result));
  return [
    `Partial result: ${missingShare(result)}.`,
    `${names}. The figures are those of the others.`,
  ];
}

function lowCoverage(result: Result): Note {
  const all: readonly AnyRun[] = result.runs;
  const low = all
    .map((run) => ({ run, share: answeredShare(run) ?? 1 }))
    .filter(({ share }) => share < answeredShareMin);
  if (low.length === 0) return null;
  const names = low.map(
    ({ run, share }) => `${nameOf(run, result)} (${formatFigure(share, 'percent')})`,
  );
  const least = formatFigure(answeredShareMin, 'percent');
  return [
    `Low coverage in ${formatCount(low.length)} of ${formatCount(all.length)} runs.`,
    `Fewer than ${least} of the ${dueText(result)}: ${listed(names)}.`,
  ];
}

/** Warnings of the data check in the window; or that there was no check, if the data set was not at hand. */
function dataNote(result: TradingResult): Note {
  if (!isDataKnown(result)) {
    const why =
      'Sessions without a bar, jumps and gaps were not looked for: the data set was elsewhere.';
    return ['Data not checked.', why];
  }
  const { listed: warnings, more } = dataWarnings(result);
  const count = warnings.length + more;
  if (count === 0) return null;
  const texts = warnings.map((one) => `${one.symbol}: ${warningText(one)}`);
  const rest = more === 0 ? '' : `; ${formatCount(more)} more are counted, not named`;
  return [`Data warnings: ${formatCount(count)}.`, `${listed(texts, '; ')}${rest}.`];
}

function feedGapNote(result: TradingResult): Note {
  const gaps = feedGapWords(result);
  const why = 'Data is lost for good, and the runs decided without it; the journal names each gap.';
  return gaps === undefined ? null : [`Incomplete data: ${gaps}.`, why];
}

/** Orders that wait when a run ends are cancelled as well: of many runs, only those with the most are named. */
function ordersNote(result: TradingResult, fate: 'denied' | 'cancelled'): Note {
  const runs = result.runs.filter((run) => run[fate] > 0).toSorted((a, b) => b[fate] - a[fate]);
  if (runs.length === 0) return null;
  const total = runs.reduce((sum, run) => sum + run[fate], 0);
  const names = runs.map((run) => `${nameOf(run, result)} (${formatCount(run[fate])})`);
  const text = listed(names, ', ', ordersListedMax);
  return [`Orders ${fate}: ${formatCount(total)}.`, `In ${text}.`];
}

/** `hold on ALPHA`, or the label alone if nothing is traded. */
const nameOf = (run: AnyRun, result: Result): string => labelParts(run, result).join(' on ');
