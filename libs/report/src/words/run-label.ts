/** Names of runs in reports, the missing runs, and the figures that their workflow names. */

import type { MissingRun, Result, TaskRunResult, TradingResult } from '#contracts/result/result';
import { formatCount } from './figure-format.js';

/** A run of any workflow. */
export type AnyRun = Result['runs'][number];

/** `hold`, or `hold #2` if a scenario repeats its runs (repeats count from 0). */
export function runLabel(run: Pick<AnyRun, 'agent' | 'repeat'>, { scenario }: Result): string {
  return scenario.repeats > 1 ? `${run.agent} #${run.repeat + 1}` : run.agent;
}

interface Traded {
  readonly symbol: string | null;
  readonly pair?: { readonly left: string; readonly right: string } | null | undefined;
}

/** What a run traded: its symbol, its pair such as `AAPL/MSFT`, or `portfolio`. */
export function marketOf(run: Traded): string {
  const { symbol, pair } = run;
  if (pair === null) return 'no pair';
  if (pair !== undefined) return `${pair.left}/${pair.right}`;
  return symbol ?? 'portfolio';
}

/** The label, and for runs that trade the market; the pair of a hedging run without figures is unknown. */
export function labelParts(run: AnyRun | MissingRun, result: Result): readonly string[] {
  const label = runLabel(run, result);
  if (!('symbol' in run)) return [label];
  const isPairUnknown = result.scenario.workflow === 'hedging' && !('pair' in run);
  return [label, isPairUnknown ? 'pair' : marketOf(run)];
}

/** `1 of 4 runs is missing`; for partial results. */
export function missingShare({ runs, missingRuns }: TradingResult): string {
  const missing = missingRuns.length;
  const all = formatCount(runs.length + missing);
  return `${formatCount(missing)} of ${all} runs ${missing === 1 ? 'is' : 'are'} missing`;
}

/** `coin on AAPL was cancelled (no longer needed)`, one text for each missing run. */
export function missingRunTexts(result: TradingResult): string[] {
  return result.missingRuns.map((run) => {
    const happened = run.status === 'cancelled' ? 'was cancelled' : 'failed';
    const reason = run.reason === null ? '' : ` (${run.reason})`;
    return `${labelParts(run, result).join(' on ')} ${happened}${reason}`;
  });
}

/** Names of figures in the order of their first appearance. */
export function figureNames(runs: readonly TaskRunResult[]): readonly string[] {
  return [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))];
}

/** Null if the figure is undefined, or the run has none of this name. */
export function figureOf({ figures }: TaskRunResult, name: string): number | null {
  return Object.hasOwn(figures, name) ? (figures[name] ?? null) : null;
}
