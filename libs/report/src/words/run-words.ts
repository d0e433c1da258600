/**
 * Runs in the words of reports: their names, the share of what was due that was answered, and why
 * the rest was not.
 */

import { answerClasses, reasonKey } from '#contracts/journal/answer-class';
import { valueOf } from '#contracts/result/figures';
import type {
  Coverage,
  MissingRun,
  ModelUse,
  Reason,
  Result,
  RunResult,
} from '#contracts/result/result';
import { formatCount } from './figure-format.js';

/** `hold`, or `hold #2` if a scenario repeats its runs (repeats count from 0). */
export function runLabel(run: Pick<RunResult, 'agent' | 'repeat'>, { scenario }: Result): string {
  return scenario.repeats > 1 ? `${run.agent} #${run.repeat + 1}` : run.agent;
}

interface Traded {
  readonly symbol?: string | null | undefined;
  readonly pair?: { readonly left: string; readonly right: string } | null | undefined;
}

/** What a run traded: its symbol, its pair such as `AAPL/MSFT`, or `portfolio`. */
export function marketOf({ symbol, pair }: Traded): string {
  if (pair === null) return 'no pair';
  if (pair !== undefined) return `${pair.left}/${pair.right}`;
  return symbol ?? 'portfolio';
}

/**
 * The label, and for runs that trade the market; the pair of a hedging run without figures is
 * unknown.
 */
export function labelParts(run: RunResult | MissingRun, result: Result): readonly string[] {
  const label = runLabel(run, result);
  if (run.symbol === undefined) return [label];
  const isPairUnknown = result.scenario.workflow === 'hedging' && !('pair' in run);
  return [label, isPairUnknown ? 'pair' : marketOf(run)];
}

/** `1 of 4 runs is missing`; for partial results. */
export function missingShare({ runs, missingRuns }: Result): string {
  const missing = missingRuns.length;
  const all = formatCount(runs.length + missing);
  return `${formatCount(missing)} of ${all} runs ${missing === 1 ? 'is' : 'are'} missing`;
}

/** `coin on AAPL was cancelled (no longer needed)`, one text for each missing run. */
export function missingRunTexts(result: Result): string[] {
  return result.missingRuns.map((run) => {
    const happened = run.status === 'cancelled' ? 'was cancelled' : 'failed';
    const reason = run.reason === null ? '' : ` (${run.reason})`;
    return `${labelParts(run, result).join(' on ')} ${happened}${reason}`;
  });
}

/** Names of figures in the order of their first appearance. */
export function figureNames(runs: readonly RunResult[]): readonly string[] {
  return [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))];
}

/** Null if the figure is undefined, or the run has none of this name. */
export const figureOf = ({ figures }: RunResult, name: string): number | null =>
  valueOf(figures, name);

/** Coverage below this gets a warning: such a run says little about its agent. */
export const answeredShareMin = 0.95;

/** Share of what was due that was answered; null when nothing was due. */
export function answeredShare({ coverage }: { readonly coverage: Coverage }): number | null {
  return coverage.due === 0 ? null : coverage.answered / coverage.due;
}

/**
 * `4 failed, 1 missing`, or by class if the agent asks models; empty when everything was answered.
 */
export function unanswered(run: {
  readonly coverage: Coverage;
  readonly models?: ModelUse | undefined;
}): string {
  const { coverage, models } = run;
  if (models !== undefined) return classesText(models);
  return (['failed', 'invalid', 'late', 'missing'] as const)
    .filter((kind) => coverage[kind] > 0)
    .map((kind) => `${coverage[kind]} ${kind}`)
    .join(', ');
}

/**
 * How the due decisions of a run ended, without the classes that none ended in:
 * `3 refused, 1 late`.
 */
export function classesText({ classes }: ModelUse): string {
  return answerClasses
    .filter((name) => name !== 'answered' && classes[name] > 0)
    .map((name) => `${formatCount(classes[name])} ${name}`)
    .join(', ');
}

/**
 * Share of the sessions in a run's window that have a bar; null if the data set was not at hand.
 */
export function dataShare({ dataCoverage }: Pick<RunResult, 'dataCoverage'>): number | null {
  if (!dataCoverage || dataCoverage.sessions === 0) return null;
  return dataCoverage.withBars / dataCoverage.sessions;
}

/** The noun for due answers in a result, for sentences on their share. */
export const dueText = (result: Result): string =>
  result.scenario.market === undefined
    ? 'answers that were due were given'
    : 'due decisions were answered';

/** Reasons for decisions that are listed for an agent; the decisions of others are counted. */
const reasonsMax = 3;
/** Maximum lines. */
const linesMax = 24;

/**
 * `mine: 250 failed, first on 2014-01-02 (AAPL): strategy.ts:12: TypeError: …`, most frequent
 * reason first.
 */
export function reasonLines(runs: readonly RunResult[]): readonly string[] {
  const agents = [...Map.groupBy(runs, ({ agent }) => agent)];
  const lines = agents.flatMap(([agent, own]) => linesOf(own).map((line) => `${agent}: ${line}`));
  return lines.slice(0, linesMax);
}

function linesOf(runs: readonly RunResult[]): readonly string[] {
  const cases = runs.flatMap((run) =>
    (run.reasons ?? []).map((one) => ({
      ...one,
      market: run.symbol === undefined ? '' : marketOf(run),
    })),
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
  const about = first.order ?? market;
  const why = reason === null ? '' : `: ${reason}`;
  const text = `${formatCount(count)} ${outcome}, first on ${first.date}`;
  return `${text}${about === '' ? '' : ` (${about})`}${why}`;
}
