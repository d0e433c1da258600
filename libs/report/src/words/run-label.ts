/** What a run is called in reports. */

import type { MissingRun, Result } from '#contracts/result/result';

/** A run of any workflow. */
export type AnyRun = Result['runs'][number];

/** `hold`, or `hold #2` where a scenario repeats its runs (repeats count from 0). */
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

/** The label, and for runs that trade the market; of a hedging run without figures nobody knows the pair. */
export function labelParts(run: AnyRun | MissingRun, result: Result): readonly string[] {
  const label = runLabel(run, result);
  if (!('symbol' in run)) return [label];
  const isPairUnknown = result.scenario.workflow === 'hedging' && !('pair' in run);
  return [label, isPairUnknown ? 'pair' : marketOf(run)];
}
