/** `tapefold cluster status`: where the gateway is, and what is in progress there. */

import type { Run, Submission } from '../../cluster/gateway-answers.js';
import { clientOf } from '../../cluster/gateway-client.js';
import { picked, runsOf, submissionsOf } from '../../cluster/gateway-lists.js';
import {
  countsOf,
  failureLines,
  foldedRunLines,
  ProgressMeter,
  isSettled,
} from '../../cluster/run-progress.js';
import { printAs } from '../../program/print.js';
import type { Options } from '../../program/option-value.js';

export async function statusCommand(options: Options): Promise<void> {
  const client = clientOf(options);
  const submissions = await submissionsOf(client);
  const runs = await runsOf(client);
  const { isTTY, rows } = process.stdout;
  const all = options['all'] === true;
  const lines = statusLines(submissions, runs, { all, rows: isTTY ? rows : undefined });
  const whole = `gateway ${client.url}: ${countsOf(runs)}`;
  const described = submissions.map((one) => describe(one, runs));
  printAs(options, { url: client.url, submissions: described }, () => [whole, ...lines].join('\n'));
}

function describe(submission: Submission, runs: readonly Run[]): object {
  return {
    submission: submission.submission,
    scenario: submission.scenario.name,
    tape: submission.tape,
    runs: picked(submission.runs, runs).map((one) => {
      const { run, label, status, failure, asOf, records, wait } = one;
      return { run, label, status, failure, asOf, records, wait };
    }),
  };
}

interface StatusOptions {
  /** List finished submissions one by one, and every run in progress. */
  readonly all: boolean;
  /** Rows of the terminal; undefined elsewhere, where every run in progress is listed. */
  readonly rows: number | undefined;
}

interface Known {
  readonly submission: Submission;
  readonly runs: readonly Run[];
}

/** Unfinished submissions first; finished ones in one line, unless all are requested. */
export function statusLines(
  submissions: readonly Submission[],
  runs: readonly Run[],
  options: StatusOptions,
): string[] {
  const known = submissions.map((submission) => ({
    submission,
    runs: picked(submission.runs, runs),
  }));
  const unfinished = known.filter((one) => !isOver(one));
  const over = known.filter(isOver);
  const runRows = runRowsOf(unfinished.length, options);
  return [
    ...unfinished.flatMap((one) => [...linesOf(one), ...movingLines(one, runRows)]),
    ...(options.all ? over.flatMap(linesOf) : foldedLines(over)),
  ];
}

/** Runs missing from the tables are still to come. */
const isOver = ({ submission, runs }: Known): boolean =>
  runs.length >= submission.runs.length && runs.every(isSettled);

/**
 * Lines for runs in progress below each submission, so that everything fits the
 * terminal if possible.
 */
function runRowsOf(submissions: number, { all, rows }: StatusOptions): number {
  if (all || rows === undefined) return Infinity;
  // The gateway, each submission, the folded ones, and the prompt after them take a line each.
  const left = rows - submissions - 3;
  return Math.max(1, Math.floor(left / Math.max(1, submissions)));
}

function linesOf({ submission, runs }: Known): string[] {
  const id = submission.submission.slice(0, 12);
  const head = `${id}  ${submission.scenario.name.padEnd(20)}  ${countsOf(runs)}`;
  return [head, ...failureLines(runs).map((line) => `  ${line}`)];
}

function movingLines({ runs }: Known, rows: number): string[] {
  const moving = runs.filter(({ status, wait }) => status === 'running' || wait !== undefined);
  // A single poll gives no rate.
  const progress = new ProgressMeter().measure(moving, 0);
  return foldedRunLines(progress, rows, ({ label }) => label).map((line) => `  ${line}`);
}

function foldedLines(over: readonly Known[]): string[] {
  if (over.length === 0) return [];
  const runs = new Map(over.flatMap((one) => one.runs.map((run) => [run.run, run] as const)));
  const count = over.length === 1 ? '1 submission is' : `${over.length} submissions are`;
  return [`${count} over: ${countsOf([...runs.values()])} (--all lists them)`];
}
