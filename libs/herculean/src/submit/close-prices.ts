/** The prices of sessions' closes, as a run would fill and mark at them. */

import type { CivilDate } from '#values';
import { factKinds, type FactColumns, type TapeHeader } from '#contracts';
import { openDataset } from '#feeds';
import type { SessionCalendar } from '#market-data';
import type { TapePrices } from '#workflows';
import {
  batchesOf,
  headerOf,
  lastPriced,
  openTape,
  requireSymbol,
  resolveReference,
} from '#backtest/tape/scenario-tape';

export interface ClosePrices {
  readonly calendar: SessionCalendar;
  /** The last session that has a price of any of the symbols; null if there is none. */
  readonly lastSession: CivilDate | null;
  /** The prices of a symbol's last bar of a session; undefined if it has none. */
  at(symbol: string, session: CivilDate): TapePrices | undefined;
}

/**
 * Opens a data set and reads the closes of `symbols`; rows with defects are left out.
 * `InvalidInput` for a symbol that it does not have.
 */
export async function openClosePrices(
  reference: string,
  symbols: readonly string[],
): Promise<ClosePrices> {
  const dataset = await openDataset(resolveReference(reference, process.cwd()));
  try {
    for (const symbol of symbols) requireSymbol(dataset, symbol, dataset.name);
    const { calendar } = dataset;
    const prices = symbols.map(() => new Map<CivilDate, TapePrices>());
    const until = await lastPriced(dataset, symbols);
    if (until === null) return { calendar, lastSession: null, at: () => undefined };
    const header = await headerOf(dataset, symbols, { dataHash: '', until });
    const tape = await openTape(dataset, header, { until, badRows: 'drop', tasks: false });
    for await (const facts of batchesOf(tape)) {
      for (let row = 0; row < facts.count; row++) {
        if (facts.kind[row] !== factKinds.bar) continue;
        const session = calendar.sessionClosingAtOrAfter(facts.knowledgeTime[row] as number);
        prices[facts.instrument[row] as number]?.set(session, pricesOf(facts, row, header));
      }
    }
    const at = (symbol: string, session: CivilDate): TapePrices | undefined =>
      prices[symbols.indexOf(symbol)]?.get(session);
    return { calendar, lastSession: until, at };
  } finally {
    await dataset.close();
  }
}

function pricesOf(
  { close, adjClose }: FactColumns,
  row: number,
  { tradePrice }: Pick<TapeHeader, 'tradePrice'>,
): TapePrices {
  const plain = close[row] as number;
  // A vendor that adjusts nothing has the same close twice.
  const adjusted = Number.isNaN(adjClose[row]) ? plain : (adjClose[row] as number);
  return { trade: tradePrice === 'close' ? plain : adjusted, adjusted };
}
