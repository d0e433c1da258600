/** Why decisions were not answered and orders were denied: by agent over all of its runs, in one sentence a reason. */

import type { Result } from '#contracts/result';
import { reasonKey } from '#contracts/answer-class';
import { formatFigure } from './figure-format.js';
import { labelParts, type AnyRun } from './run-label.js';

/** Reasons of an agent that are named; the cases of others are counted. */
const reasonsMax = 3;
/** Agents that are named. */
const agentsMax = 8;

/** A reason in one run, with its first case. */
interface Case {
  readonly outcome: string;
  readonly reason: string | null;
  readonly count: number;
  readonly first: { readonly asOf: number; readonly date: string };
  /** What the first case was about: a symbol, or an order. */
  readonly about: string;
}

interface RunCases {
  readonly cases: readonly Case[];
  /** How many had other reasons. */
  readonly more: number;
}

/** `mine: 250 failed, first on 2014-01-02 (AAPL): strategy.ts:12: TypeError: …`, most frequent reason first. */
export const unansweredLines = (result: Result): readonly string[] =>
  agentLines(result, (run) => ({
    cases: (run.unanswered?.reasons ?? []).map((reason) => {
      return { ...reason, about: labelParts(run, result).slice(1).join() };
    }),
    more: run.unanswered?.more ?? 0,
  }));

/** `mine: 250 denied, first on 2014-01-02 (market buy AAPL, 1000 shares): not enough cash`. */
export const denialLines = (result: Result): readonly string[] =>
  agentLines(result, (run) => ({
    cases: ('denials' in run ? (run.denials ?? []) : []).map(({ first, ...denial }) => {
      return { ...denial, outcome: 'denied', first, about: first.order ?? first.symbol };
    }),
    more: 0,
  }));

function agentLines(result: Result, casesOf: (run: AnyRun) => RunCases): readonly string[] {
  const agents = Map.groupBy(result.runs as readonly AnyRun[], ({ agent }) => agent);
  return [...agents]
    .map(([agent, runs]) => reasonLines(agent, runs.map(casesOf)))
    .filter((lines) => lines.length > 0)
    .slice(0, agentsMax)
    .flat();
}

function reasonLines(agent: string, runs: readonly RunCases[]): readonly string[] {
  const cases = runs.flatMap((run) => run.cases);
  const grouped = Map.groupBy(cases, (one) => `${one.outcome} ${reasonKey(one.reason)}`);
  const reasons = [...grouped.values()]
    .map((same) => {
      const first = same.reduce((a, b) => (b.first.asOf < a.first.asOf ? b : a));
      return { ...first, count: same.reduce((sum, { count }) => sum + count, 0) };
    })
    .toSorted((a, b) => b.count - a.count);
  const rest = reasons.slice(reasonsMax).reduce((sum, { count }) => sum + count, 0);
  const more = runs.reduce((sum, run) => sum + run.more, rest);
  return [
    ...reasons.slice(0, reasonsMax).map((reason) => `${agent}: ${reasonText(reason)}`),
    ...(more > 0 ? [`${agent}: ${formatFigure(more, 'count')} more for other reasons`] : []),
  ];
}

function reasonText({ outcome, reason, count, first, about }: Case): string {
  const where = about === '' ? first.date : `${first.date} (${about})`;
  const text = `${formatFigure(count, 'count')} ${outcome}, first on ${where}`;
  return reason === null ? text : `${text}: ${reason}`;
}
