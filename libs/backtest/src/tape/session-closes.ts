/** The close of a symbol of a data set, session by session, outside of any run. */

import type { CivilDate } from '#values';
import { barRanges, type RangedDataset } from './bar-ranges.js';
import type { SessionWindow } from './data-findings.js';

/**
 * The last price of each session of the window that has a bar, at the prices at which runs trade: in the shares of its
 * day or, `inLastShares`, in those of the last session of the window, without the jumps of splits. Rows with defects
 * are left out. `InvalidInput` for a symbol that the data set does not have.
 */
export async function sessionCloses(
  dataset: RangedDataset,
  symbol: string,
  { firstSession, lastSession }: SessionWindow,
  { inLastShares = false } = {},
): Promise<ReadonlyMap<CivilDate, number>> {
  const ranges = await barRanges(dataset, new Set([symbol]), lastSession, inLastShares);
  const { times, closes } = ranges.get(symbol)!;
  const dated = Array.from(times.toArray(), (time, bar) => {
    return [dataset.calendar.sessionClosingAtOrAfter(time), closes.at(bar)] as const;
  });
  return new Map(dated.filter(([session]) => session >= firstSession && session <= lastSession));
}
