/** The beta of hedging runs to the index that their scenario names. */

import type { CivilDate } from '#values';
import type { Result } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import { beta, returnsOf, type Performance } from '#metrics';
import { undefinedFigure, type Figure } from '#metrics/sample/figure';
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
export async function withIndexBeta(
  result: Result,
  { scenario, runs }: { readonly scenario: Scenario; readonly runs: readonly Marked[] },
  dataset: RangedDataset,
): Promise<Result> {
  const { index } = scenario;
  const sessions = runs.flatMap(({ performance }) => [...performance.dates]);
  if (index === undefined || sessions.length === 0) return result;
  const window = { firstSession: Math.min(...sessions), lastSession: Math.max(...sessions) };
  const closes = await sessionCloses(dataset, index, window, { inLastShares: true });
  const withBeta = result.runs.map((run, at) => {
    if (!run.pair) return run;
    const betaToIndex = betaTo(closes, runs[at]!.performance);
    return { ...run, figures: { ...run.figures, betaToIndex }, pair: { ...run.pair, index } };
  });
  return { ...result, runs: withBeta };
}

const noBeta = undefinedFigure('the returns say nothing of it');

/** Undefined if the returns are meaningless, as with equity at or below zero. */
function betaTo(
  closes: ReadonlyMap<CivilDate, number>,
  { dates, equity }: Marked['performance'],
): Figure {
  const common = dates.flatMap((date, at) => {
    const close = closes.get(date);
    return close === undefined ? [] : [{ close, equity: equity[at]! }];
  });
  if (common.some((one) => one.equity <= 0)) return noBeta;
  const own = returnsOf(common.map((one) => one.equity));
  const index = returnsOf(common.map(({ close }) => close));
  if (own === null || index === null) return noBeta;
  const found = beta(own, index);
  return found.value === null ? noBeta : found;
}
