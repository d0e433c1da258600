/**
 * What a reader must know before believing the figures: notes as data, rendered for a page and
 * for a terminal.
 */

import type { Result, RunResult } from '#contracts/result/result';
import type { Section } from '../html/elements.js';
import { markup } from '../html/html.js';
import { dataWarnings, feedGapWords, isDataKnown, warningText } from '../words/data-words.js';
import {
  formatCount,
  formatFigure,
  formatShare,
  listed,
  listedMax,
} from '../words/figure-format.js';
import {
  answeredShare,
  answeredShareMin,
  dueText,
  labelParts,
  missingRunTexts,
  missingShare,
  reasonLines,
  unanswered,
} from '../words/run-words.js';
import { lineMax, terminalLines, terminalName, wrapped } from '../words/terminal-columns.js';

interface Note {
  /** The finding. */
  readonly what: string;
  /** Which runs or data it concerns. */
  readonly items?: readonly string[];
  /** How many more there are that the result only counts. */
  readonly uncounted?: number;
  /** Why it matters, or where to find more. */
  readonly why?: string;
  /** Whether it explains the `!` of the table in a terminal. */
  readonly isLow?: boolean;
  /** Items are sentences; a terminal shows all of them, and lets them take several lines. */
  readonly isWhole?: boolean;
}

/** The notes on a page; null if there are none. */
export function notes(result: Result): Section | null {
  const found = notesOf(result, 'tapefold').map((note) => {
    const items = itemsOf(note, listedMax).join('; ');
    const text = [items && `${items}.`, note.why].filter(Boolean).join(' ');
    return markup`<li><strong>${note.what}</strong> ${text}</li>\n`;
  });
  const all = [...found, ...result.scenario.notes.map((text) => markup`<li>${text}</li>\n`)];
  if (all.length === 0) return null;
  const content = markup`<ul>${all}</ul>`;
  return { id: 'notes', title: 'Read this first', link: null, content, style: 'notes' };
}

/** Maximum characters of a sentence in a terminal, and items of a note. */
const charsMax = 400;
const terminalItemsMax = 5;

/** The same in a terminal, one item per line. `program` is the reader's name for this program. */
export function noteLines(result: Result, program: string): readonly string[] {
  const width = lineMax - 2;
  return notesOf(result, program).flatMap((note) => {
    const [most, chars] = note.isWhole ? [Infinity, charsMax] : [terminalItemsMax, width];
    const items = itemsOf(note, most).flatMap((item) => wrapped(terminalName(item, chars), width));
    const sentence = `${note.isLow ? '! ' : ''}${note.what} ${note.why ?? ''}`;
    return [...terminalLines([sentence], charsMax), ...items.map((line) => `  ${line}`)];
  });
}

/** Up to `most` items, and how many more there are. */
function itemsOf({ items = [], uncounted = 0 }: Note, most: number): readonly string[] {
  const rest = Math.max(0, items.length - most) + uncounted;
  return [...items.slice(0, most), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])];
}

/** The most important first. */
function notesOf(result: Result, program: string): readonly Note[] {
  const inJournal = 'The reasons are in the journal.';
  const found = [
    partial(result),
    feedGapNote(result),
    dataNote(result, program),
    coverageNote(result, program),
    trustedNote(result),
    lossNote(result, 'denied', (total) => `Orders denied: ${total}.`, inJournal),
    lossNote(result, 'cancelled', (total) => `Orders cancelled: ${total}.`, inJournal),
    reasonNote(result),
    // Runs share their data, so these counts are not added up.
    lossNote(
      result,
      'rowsDropped',
      (_, most) => `Rows dropped: up to ${most} per run.`,
      'They had defects; the journal names each of them.',
    ),
  ];
  return found.filter((note) => note !== null);
}

function partial(result: Result): Note | null {
  if (result.missingRuns.length === 0) return null;
  const what = `Partial result: ${missingShare(result)}.`;
  return { what, items: missingRunTexts(result), why: 'The figures cover the other runs.' };
}

function feedGapNote(result: Result): Note | null {
  const gaps = feedGapWords(result);
  const why = 'Data is lost for good, and the runs decided without it; the journal names each gap.';
  return gaps === undefined ? null : { what: `Incomplete data: ${gaps}.`, why };
}

/**
 * Warnings of the data check in the window; or that there was no check, if the data set was not at
 * hand.
 */
function dataNote(result: Result, program: string): Note | null {
  if (result.scenario.market === undefined) return null;
  if (!isDataKnown(result)) {
    const why =
      'Missing bars, jumps and gaps may have gone unnoticed: the data set was not available.';
    return { what: 'Data not checked.', why };
  }
  const { listed: warnings, more } = dataWarnings(result);
  if (warnings.length + more === 0) return null;
  return {
    what: `Data warnings: ${formatCount(warnings.length + more)}.`,
    items: warnings.map((one) => `${one.symbol}: ${warningText(one)}`),
    uncounted: more,
    why: `${program} data check <data set> shows file and line.`,
  };
}

/** Runs with unanswered decisions, the lowest coverage first, and where to find the reasons. */
function coverageNote(result: Result, program: string): Note | null {
  const shareOf = (run: RunResult): number => answeredShare(run) ?? 1;
  const { runs } = result;
  const silent = runs.filter((run) => shareOf(run) < 1).toSorted((a, b) => shareOf(a) - shareOf(b));
  if (silent.length === 0) return null;
  const low = silent.filter((run) => shareOf(run) < answeredShareMin).length;
  const [kind, count] = low > 0 ? ['Low', low] : ['Incomplete', silent.length];
  const least = `Fewer than ${formatFigure(answeredShareMin, 'percent')} of the ${dueText(result)}`;
  const why = low > 0 ? `${least}: the figures say little about such a run. ` : '';
  return {
    what: `${kind} coverage in ${formatCount(count)} of ${formatCount(runs.length)} runs.`,
    items: silent.map(
      (run) => `${nameOf(run, result)} (${formatShare(shareOf(run))}): ${unanswered(run)}`,
    ),
    why: `${why}The reasons are in ${reasonsPlace(silent, program)}.`,
    isLow: low > 0,
  };
}

/**
 * The journal has no reason for a decision that is missing; the transcript of an agent that asks
 * models has it.
 */
function reasonsPlace(silent: readonly RunResult[], program: string): string {
  const asking = silent.filter(({ models }) => models !== undefined).length;
  const journal = `the journal (${program} journal <run>)`;
  const transcript = `the transcript (${program} transcript <run>)`;
  if (asking === silent.length) return transcript;
  return asking === 0 ? journal : `${journal}, of agents that ask models in ${transcript}`;
}

function trustedNote(result: Result): Note | null {
  const { runs } = result;
  const agents = [...new Set(runs.filter((run) => run.trusted).map((run) => run.agent))];
  if (agents.length === 0) return null;
  const why =
    'Ran inside the process, without limits on files, network ' + `or time: ${listed(agents)}.`;
  return { what: 'Trusted modules.', why };
}

/**
 * What was lost, by the runs that lost most; `what` has the sum over the runs and the
 * most of one run.
 */
function lossNote(
  result: Result,
  loss: 'denied' | 'cancelled' | 'rowsDropped',
  what: (total: string, most: string) => string,
  why: string,
): Note | null {
  const runs = result.runs
    .map((run) => ({ run, count: run[loss] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (runs.length === 0) return null;
  const total = runs.reduce((sum, { count }) => sum + count, 0);
  const items = runs.map(({ run, count }) => `${nameOf(run, result)} (${formatCount(count)})`);
  return { what: what(formatCount(total), formatCount(runs[0]!.count)), items, why };
}

function reasonNote({ runs }: Result): Note | null {
  const items = reasonLines(runs);
  if (items.length === 0) return null;
  const what = 'Most frequent reasons for unanswered decisions and denied orders.';
  return { what, items, isWhole: true };
}

/** `hold on ALPHA`, or the label alone if nothing is traded. */
const nameOf = (run: RunResult, result: Result): string => labelParts(run, result).join(' on ');
