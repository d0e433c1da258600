/** What a symbol of a data set closed at, session by session, outside of any run. */

import type { CivilDate } from '#values';
import { factKinds, type Split } from '#contracts';
import type { Dataset } from '#market-data';
import type { SessionWindow } from './data-findings.js';

export type PricedDataset = Pick<Dataset, 'calendar' | 'tradePrice' | 'priceBasis' | 'openSources'>;

/**
 * The last price of each session of the window that has a bar, at the prices at which runs trade: in the shares of its
 * day or, `inLastShares`, in those of the last session of the window, without the jumps of splits. Rows with defects
 * are left out. `InvalidInput` for a symbol that the data set does not have.
 */
export async function sessionCloses(
  dataset: PricedDataset,
  symbol: string,
  { firstSession, lastSession }: SessionWindow,
  { inLastShares = false } = {},
): Promise<ReadonlyMap<CivilDate, number>> {
  const until = lastSession;
  const sources = await dataset.openSources({ symbols: [symbol], until, badRows: 'drop' });
  const closes = new Map<CivilDate, number>();
  const dates = new Map<CivilDate, CivilDate>();
  const splits: Split[] = [];
  try {
    for (const source of sources) {
      for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
        for (let row = 0; row < facts.count; row++) {
          const payload = facts.payload[row];
          if (payload?.kind === 'split') splits.push(payload);
          if (facts.kind[row] !== factKinds.bar) continue;
          const session = dataset.calendar.sessionClosingAtOrAfter(facts.knowledgeTime[row]!);
          if (session < firstSession || session > lastSession) continue;
          const adjusted = dataset.tradePrice === 'adjClose' ? facts.adjClose[row]! : NaN;
          closes.set(session, Number.isNaN(adjusted) ? facts.close[row]! : adjusted);
          // A bar between two sessions is in the shares of its day.
          const end = facts.eventTime[row]!;
          const isIn = dataset.calendar.openOf(session) < end;
          dates.set(session, isIn ? session : dataset.calendar.dateOf(end - 1));
        }
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
  const areOld = inLastShares && dataset.priceBasis === 'raw' && dataset.tradePrice === 'close';
  for (const { effectiveDate, from, to } of areOld ? splits : []) {
    for (const [session, close] of closes) {
      if (dates.get(session)! < effectiveDate) closes.set(session, (close * from) / to);
    }
  }
  return closes;
}
