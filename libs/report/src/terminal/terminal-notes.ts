/** Notes on a result below its table: unanswered decisions and their reasons, and findings about its data. */

import type { Result, TradingResult } from '#contracts/result/result';
import {
  dataWarnings,
  feedGapWords,
  isDataKnown,
  liveFeedWords,
  warningText,
} from '../words/data-words.js';
import {
  answeredShare,
  answeredShareMin,
  type AnyRun,
  dueText,
  labelParts,
  missingRunTexts,
  missingShare,
  reasonLines,
  unanswered,
} from '../words/run-words.js';
import { terminalName, wrapped } from '../words/terminal-columns.js';

/** Runs, and data warnings, that are listed one by one. */
const runsMax = 5;
const warningsMax = 8;
/** For a line, and for a reason with its agent and its first case. */
const lineMax = 98;
const reasonMax = 400;
/** For an agent, and for a symbol. */
const nameMax = 20;

/**
 * A head and a line an item, up to `most` of them; empty without items. `restText` tells of the others, with their
 * number, which includes the `uncounted` ones that are no items.
 */
function listLines<Item>(
  head: string,
  items: readonly Item[],
  most: number,
  textOf: (item: Item) => string,
  restText: (count: number, rest: readonly Item[]) => string,
  uncounted = 0,
): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.slice(most);
  const count = rest.length + uncounted;
  const lines = [
    ...items.slice(0, most).map(textOf),
    ...(count > 0 ? [restText(count, rest)] : []),
  ];
  return [head, ...lines.map((line) => `  ${line}`)];
}

/** Why the result is partial, on one line for each missing run up to a limit. */
export const missingNote = (result: TradingResult): readonly string[] =>
  listLines(
    `partial result: ${missingShare(result)}`,
    missingRunTexts(result),
    runsMax,
    (text) => terminalName(text, lineMax),
    (count) => `and ${count} more`,
  );

/** Unanswered decisions, by the runs with most of them, and where to find the reasons. */
export function coverageNote(result: Result, program: string): readonly string[] {
  const shareOf = (run: AnyRun): number => answeredShare(run) ?? 1;
  const runs: readonly AnyRun[] = result.runs;
  const silent = runs.filter((run) => shareOf(run) < 1).toSorted((a, b) => shareOf(a) - shareOf(b));
  const isLow = silent.some((run) => shareOf(run) < answeredShareMin);
  return [
    ...(isLow ? [`! fewer than 95% of the ${dueText(result)}`] : []),
    ...listLines(
      `not answered; the reasons are in ${reasonsPlace(silent, program)}:`,
      silent,
      runsMax,
      (run) => `${nameOf(run, result)}: ${unanswered(run)}`,
      (count) => `and ${count} more runs`,
    ),
  ];
}

/** The journal has no reason for a decision that is missing; the transcript of an agent that asks models has it. */
function reasonsPlace(silent: readonly AnyRun[], program: string): string {
  const asking = silent.filter((run) => 'models' in run && run.models !== undefined).length;
  const journal = `the journal (${program} journal <run>)`;
  const transcript = `the transcript (${program} transcript <run>)`;
  if (asking === silent.length) return transcript;
  return asking === 0 ? journal : `${journal}, of agents that ask models in ${transcript}`;
}

/** Orders that were denied or cancelled and rows that were dropped, by the runs with most of them. */
export function lossesNote(result: Result): readonly string[] {
  const all: readonly AnyRun[] = result.runs;
  const countOf = (run: AnyRun): number => lossesOf(run).reduce((sum, [count]) => sum + count, 0);
  const runs = all.filter((run) => countOf(run) > 0).toSorted((a, b) => countOf(b) - countOf(a));
  return listLines(
    'orders denied or cancelled, rows dropped; the reasons are in the journal:',
    runs,
    runsMax,
    (run) => `${nameOf(run, result)}: ${lossesText([run])}`,
    (count, rest) => `and ${count} more runs: ${lossesText(rest)}`,
  );
}

/** Counts, each with its subject and outcome. */
function lossesOf(run: AnyRun): readonly (readonly [number, string, string])[] {
  const rows = [run.rowsDropped, 'row', 'dropped'] as const;
  if (!('denied' in run)) return [rows];
  return [[run.denied, 'order', 'denied'], [run.cancelled, 'order', 'cancelled'], rows];
}

/** `3 orders denied, 1 row dropped`. */
function lossesText(runs: readonly AnyRun[]): string {
  const outcomes = Map.groupBy(runs.flatMap(lossesOf), ([, , outcome]) => outcome);
  return [...outcomes]
    .map(([outcome, own]) => {
      const total = own.reduce((sum, [count]) => sum + count, 0);
      return total === 0 ? '' : `${total} ${own[0]![1]}${total === 1 ? '' : 's'} ${outcome}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

/** Why decisions were not answered and orders were denied: foreign text, on lines that fit. */
export function reasonsNote(result: Result): readonly string[] {
  const lines = reasonLines(result.runs).map((line) => terminalName(line, reasonMax));
  const fitting = lines.flatMap((line) => wrapped(line, lineMax));
  return lines.length === 0
    ? []
    : ['most frequent reasons:', ...fitting.map((line) => `  ${line}`)];
}

/** Warnings of the data, each once for all runs that it affects. */
export function dataNote(result: TradingResult, program: string): readonly string[] {
  if (!isDataKnown(result)) {
    return ['the data set was not checked here: sessions without a bar and jumps are not known'];
  }
  const { listed, more } = dataWarnings(result);
  return listLines(
    `warnings about the data (${program} data check <data set> has file and line):`,
    listed,
    warningsMax,
    (one) => `${terminalName(one.symbol, nameMax)}: ${warningText(one)}`,
    (count) => `and ${count} more warnings`,
    more,
  );
}

const nameOf = (run: AnyRun, result: Result): string =>
  labelParts(run, result)
    .map((name) => terminalName(name, nameMax))
    .join(' ');

/** The source of live market data, by feed and since when, and the feed's losses. */
export function liveFeedNote(result: TradingResult): readonly string[] {
  const words = liveFeedWords(result);
  const gaps = feedGapWords(result);
  return [
    ...(words === undefined ? [] : wrapped(`live feed: ${words.feed}; ${words.irregularities}`)),
    ...(gaps === undefined ? [] : [`! ${gaps}: data is lost for good; the journal names each gap`]),
  ];
}
