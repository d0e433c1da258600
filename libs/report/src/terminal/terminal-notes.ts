/** Notes on a result below its table: unanswered decisions and their reasons, and findings about its data. */

import type { Result, RunResult, TradingResult } from '#contracts/result/result';
import {
  answeredShare,
  answeredShareMin,
  dataShare,
  dueText,
  unanswered,
} from '../words/answered-share.js';
import {
  dataWarnings,
  feedGapWords,
  isDataKnown,
  liveFeedWords,
  warningText,
} from '../words/data-words.js';
import { formatShare, undefinedSign } from '../words/figure-format.js';
import { reasonLines } from '../words/reason-lines.js';
import { labelParts, type AnyRun } from '../words/run-label.js';
import { terminalName, wrapped } from '../words/terminal-columns.js';

/** Runs whose unanswered decisions are listed one by one. */
const silentRunsMax = 5;
/** Data warnings that are listed one by one. */
const warningsMax = 8;
/** For a reason, with its agent and its first case. */
const reasonMax = 400;
/** For an agent, and for a symbol. */
const silentNameMax = 20;

export function coverageText(run: AnyRun): string {
  const share = answeredShare(run);
  if (share === null) return undefinedSign;
  return `${share < answeredShareMin ? '! ' : ''}${formatShare(share)}`;
}

export function dataText(run: RunResult): string {
  const share = dataShare(run);
  return share === null ? undefinedSign : formatShare(share);
}

/** Unanswered decisions, by the runs with most of them, and where to find the reasons. */
export function coverageNote(result: Result, program: string): readonly string[] {
  const shareOf = (run: AnyRun): number => answeredShare(run) ?? 1;
  const runs: readonly AnyRun[] = result.runs;
  const silent = runs.filter((run) => shareOf(run) < 1).toSorted((a, b) => shareOf(a) - shareOf(b));
  const [least] = silent;
  if (least === undefined) return [];
  const rest = silent.length - silentRunsMax;
  return [
    ...(shareOf(least) < answeredShareMin ? [`! fewer than 95% of the ${dueText(result)}`] : []),
    `not answered; the reasons are in ${reasonsPlace(silent, program)}:`,
    ...runLines(silent, result, unanswered),
    ...(rest > 0 ? [`  and ${rest} more runs`] : []),
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
  if (runs.length === 0) return [];
  const rest = runs.length - silentRunsMax;
  return [
    'orders denied or cancelled, rows dropped; the reasons are in the journal:',
    ...runLines(runs, result, (run) => lossesText([run])),
    ...(rest > 0 ? [`  and ${rest} more runs: ${lossesText(runs.slice(silentRunsMax))}`] : []),
  ];
}

/** Why decisions were not answered and orders were denied: foreign text, on lines that fit. */
export function reasonsNote(result: Result): readonly string[] {
  const lines = reasonLines(result.runs);
  if (lines.length === 0) return [];
  const fitting = lines.flatMap((line) => wrapped(terminalName(line, reasonMax), 98));
  return ['most frequent reasons:', ...fitting.map((line) => `  ${line}`)];
}

function runLines(
  runs: readonly AnyRun[],
  result: Result,
  textOf: (run: AnyRun) => string,
): readonly string[] {
  return runs.slice(0, silentRunsMax).map((run) => `  ${nameOf(run, result)}: ${textOf(run)}`);
}

/** Counts, each with its subject and outcome. */
function lossesOf(run: AnyRun): readonly (readonly [number, string, string])[] {
  const rows = [run.rowsDropped, 'row', 'dropped'] as const;
  if (!('denied' in run)) return [rows];
  return [[run.denied, 'order', 'denied'], [run.cancelled, 'order', 'cancelled'], rows];
}

/** `3 orders denied, 1 row dropped`. */
function lossesText(runs: readonly AnyRun[]): string {
  const totals = new Map<string, { total: number; noun: string }>();
  for (const [count, noun, end] of runs.flatMap(lossesOf)) {
    totals.set(end, { total: (totals.get(end)?.total ?? 0) + count, noun });
  }
  return [...totals]
    .filter(([, { total }]) => total > 0)
    .map(([end, { total, noun }]) => `${total} ${noun}${total === 1 ? '' : 's'} ${end}`)
    .join(', ');
}

/** Warnings of the data, each once for all runs that it affects. */
export function dataNote(result: TradingResult, program: string): readonly string[] {
  if (!isDataKnown(result)) {
    return ['the data set was not checked here: sessions without a bar and jumps are not known'];
  }
  const { listed, more } = dataWarnings(result);
  if (listed.length === 0) return [];
  const rest = Math.max(0, listed.length - warningsMax) + more;
  return [
    `warnings about the data (${program} data check <data set> has file and line):`,
    ...listed
      .slice(0, warningsMax)
      .map((one) => `  ${terminalName(one.symbol, silentNameMax)}: ${warningText(one)}`),
    ...(rest > 0 ? [`  and ${rest} more warnings`] : []),
  ];
}

function nameOf(run: AnyRun, result: Result): string {
  return labelParts(run, result)
    .map((name) => terminalName(name, silentNameMax))
    .join(' ');
}

/** The source of live market data, by feed and since when, and the feed's losses. */
export function liveFeedNote(result: TradingResult): readonly string[] {
  const words = liveFeedWords(result);
  const gaps = feedGapWords(result);
  return [
    ...(words === undefined ? [] : wrapped(`live feed: ${words.feed}; ${words.irregularities}`)),
    ...(gaps === undefined ? [] : [`! ${gaps}: data is lost for good; the journal names each gap`]),
  ];
}

/** The notes of the scenario, each on as many lines as it takes. */
export function scenarioNotes({ scenario }: Result): readonly string[] {
  return scenario.notes.flatMap((note) => wrapped(`note: ${note}`));
}
