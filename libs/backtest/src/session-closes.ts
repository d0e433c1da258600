/** What a symbol of a data set closed at, session by session, outside of any run. */

import type { CivilDate } from '#values';
import { factKinds } from '#contracts';
import type { Dataset } from '#market-data';
import type { SessionWindow } from './data-findings.js';

export type PricedDataset = Pick<Dataset, 'calendar' | 'tradePrice' | 'openSources'>;

/**
 * The last price of each session of the window that has a bar, at the prices at which runs trade. Rows with defects are
 * left out. `InvalidInput` for a symbol that the data set does not have.
 */
export async function sessionCloses(
  dataset: PricedDataset,
  symbol: string,
  { firstSession, lastSession }: SessionWindow,
): Promise<ReadonlyMap<CivilDate, number>> {
  const until = lastSession;
  const sources = await dataset.openSources({ symbols: [symbol], until, badRows: 'drop' });
  const closes = new Map<CivilDate, number>();
  try {
    for (const source of sources) {
      for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
        for (let row = 0; row < facts.count; row++) {
          if (facts.kind[row] !== factKinds.bar) continue;
          const session = dataset.calendar.sessionClosingAtOrAfter(facts.knowledgeTime[row]!);
          if (session < firstSession || session > lastSession) continue;
          const adjusted = dataset.tradePrice === 'adjClose' ? facts.adjClose[row]! : NaN;
          closes.set(session, Number.isNaN(adjusted) ? facts.close[row]! : adjusted);
        }
      }
    }
  } finally {
    for (const source of sources) source.close();
  }
  return closes;
}
