/** The beta of hedging runs to the index that their scenario names. */

import type { CivilDate } from '#values';
import type { Result } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import { beta, returnsOf, type Performance } from '#metrics';
import type { RangedDataset } from '../tape/bar-ranges.js';
import { sessionCloses } from '../tape/session-closes.js';

/** A run of the result, with its marks. */
interface Marked {
  readonly performance: Pick<Performance, 'dates' | 'equity'>;
}

/**
 * The result with each pair's beta to the index of the scenario, over the sessions in which both
 * have a value. Unchanged if the scenario names none. `runs` are those of the result, in its order.
 * Splits of the index are not returns of it.
 */
export async function withIndexBeta<R extends Result>(
  result: R,
  { scenario, runs }: { readonly scenario: Scenario; readonly runs: readonly Marked[] },
  dataset: RangedDataset,
): Promise<R> {
  const index = 'index' in scenario ? scenario.index : undefined;
  const sessions = runs.flatMap(({ performance }) => [...performance.dates]);
  if (index === undefined || sessions.length === 0) return result;
  const window = { firstSession: Math.min(...sessions), lastSession: Math.max(...sessions) };
  const closes = await sessionCloses(dataset, index, window, { inLastShares: true });
  const withBeta = result.runs.map((run, at) => {
    if (!('pair' in run) || !run.pair) return run;
    const { performance } = runs[at]!;
    return { ...run, pair: { ...run.pair, index, betaToIndex: betaTo(closes, performance) } };
  });
  return { ...result, runs: withBeta };
}

/** Null if the returns are meaningless, as with equity at or below zero. */
function betaTo(
  closes: ReadonlyMap<CivilDate, number>,
  { dates, equity }: Marked['performance'],
): number | null {
  const common = dates.flatMap((date, at) => {
    const close = closes.get(date);
    return close === undefined ? [] : [{ close, equity: equity[at]! }];
  });
  if (common.some((one) => one.equity <= 0)) return null;
  const own = returnsOf(common.map((one) => one.equity));
  const index = returnsOf(common.map(({ close }) => close));
  return own === null || index === null ? null : beta(own, index).value;
}
