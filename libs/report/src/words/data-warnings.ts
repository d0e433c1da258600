/** What the check of the data warns of, once for all runs that it touches. */

import type { DataWarning, TradingResult } from '#contracts/result/result';
import { formatFigure } from './figure-format.js';

export interface DataWarnings {
  /** Distinct ones, in the order in which runs list them. */
  readonly listed: readonly DataWarning[];
  /** How many more there are that no run lists. */
  readonly more: number;
}

/** Runs of one symbol share its warnings, and portfolio runs share all of theirs. */
export function dataWarnings({ runs }: TradingResult): DataWarnings {
  const listed = new Map<string, DataWarning>();
  let more = 0;
  for (const { warnings, warningCount } of runs) {
    for (const one of warnings ?? []) listed.set(`${one.what} ${one.symbol}`, one);
    more = Math.max(more, (warningCount ?? 0) - (warnings?.length ?? 0));
  }
  return { listed: [...listed.values()], more };
}

/** Whether the data set was at hand when the result was derived. */
export function isDataKnown({ runs }: TradingResult): boolean {
  return runs.some(({ dataCoverage }) => dataCoverage !== null);
}

/** `12 × sessions have no bar, the first 2025-01-02, the last 2025-03-11`. */
export function warningText({ what, from, to, count }: DataWarning): string {
  const when = from === to ? from : `the first ${from}, the last ${to}`;
  return `${formatFigure(count, 'count')} × ${what}, ${when}`;
}
