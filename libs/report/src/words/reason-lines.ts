/** Why decisions were not answered and orders were denied, over all runs of an agent: a line a reason. */

import { reasonKey } from '#contracts/journal/answer-class';
import type { Reason } from '#contracts/result/result';
import { formatCount } from './figure-format.js';
import { marketOf, type AnyRun } from './run-label.js';

/** Reasons for decisions that are listed for an agent; the decisions of others are counted. */
const reasonsMax = 3;
/** Lines at most. */
const linesMax = 24;

/** `mine: 250 failed, first on 2014-01-02 (AAPL): strategy.ts:12: TypeError: …`, most frequent reason first. */
export function reasonLines(runs: readonly AnyRun[]): readonly string[] {
  const agents = [...Map.groupBy(runs, ({ agent }) => agent)];
  const lines = agents.flatMap(([agent, own]) => linesOf(own).map((line) => `${agent}: ${line}`));
  return lines.slice(0, linesMax);
}

function linesOf(runs: readonly AnyRun[]): readonly string[] {
  const cases = runs.flatMap((run) =>
    (run.reasons ?? []).map((one) => ({ ...one, market: 'symbol' in run ? marketOf(run) : '' })),
  );
  const grouped = Map.groupBy(cases, (one) => `${one.outcome} ${reasonKey(one.reason)}`);
  const reasons = [...grouped.values()]
    .map((same) => {
      const first = same.reduce((a, b) => (b.first.asOf < a.first.asOf ? b : a));
      return { ...first, count: same.reduce((sum, { count }) => sum + count, 0) };
    })
    .toSorted((a, b) => b.count - a.count);
  const denied = reasons.filter(({ outcome }) => outcome === 'denied');
  const named = reasons.filter(({ outcome }) => outcome !== 'denied').slice(0, reasonsMax);
  const lost = runs.reduce((sum, { coverage }) => sum + coverage.due - coverage.answered, 0);
  const more = named.reduce((rest, { count }) => rest - count, lost);
  const rest = named.length > 0 && more > 0 ? [`${formatCount(more)} for other reasons`] : [];
  return [...named.map(lineOf), ...rest, ...denied.map(lineOf)];
}

function lineOf({ outcome, reason, count, first, market }: Reason & { market: string }): string {
  const [about, why] = [first.order ?? market, reason === null ? '' : `: ${reason}`];
  const text = `${formatCount(count)} ${outcome}, first on ${first.date}`;
  return `${text}${about === '' ? '' : ` (${about})`}${why}`;
}
