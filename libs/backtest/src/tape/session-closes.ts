/** The close of a symbol of a data set, session by session, outside of any run. */

import type { CivilDate } from '#values';
import { passBars, type RangedDataset } from './bar-ranges.js';
import type { SessionWindow } from './data-findings.js';

/**
 * The last price of each session of the window that has a bar, at the prices at which runs trade:
 * in the shares of its day or, `inLastShares`, in those of the last session of the window, without
 * the jumps of splits. Rows with defects are left out. `InvalidInput` for a symbol that the data
 * set does not have.
 */
export async function sessionCloses(
  dataset: RangedDataset,
  symbol: string,
  { firstSession, lastSession }: SessionWindow,
  { inLastShares = false } = {},
): Promise<ReadonlyMap<CivilDate, number>> {
  const closes = new Map<CivilDate, number>();
  const wanted = { until: lastSession, inLastShares };
  await passBars(dataset, new Set([symbol]), wanted, (_, { count, time, close }) => {
    for (let row = 0; row < count; row++) {
      const session = dataset.calendar.sessionClosingAtOrAfter(time[row]!);
      if (session >= firstSession && session <= lastSession) closes.set(session, close[row]!);
    }
  });
  return closes;
}
