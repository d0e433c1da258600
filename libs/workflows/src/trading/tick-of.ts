/** A trade or quote of the tape as orders meet it. */

import { factKinds, quoteColumns, tradeColumns, type FactColumns } from '#contracts';
import type { Tick } from '#portfolio';

/** The trade or quote in `row`; `number` is that of its symbol in the run. */
export function tickOf(facts: FactColumns, row: number, number: number): Tick {
  const of = (column: 'open' | 'high' | 'low' | 'close' | 'volume') => facts[column][row] as number;
  const place = { number, eventTime: facts.eventTime[row] as number };
  if (facts.kind[row] === factKinds.trade) {
    return { kind: 'trade', ...place, price: of(tradeColumns.price), size: of(tradeColumns.size) };
  }
  return {
    ...{ kind: 'quote', ...place },
    ...{ bid: of(quoteColumns.bid), bidSize: of(quoteColumns.bidSize) },
    ...{ ask: of(quoteColumns.ask), askSize: of(quoteColumns.askSize) },
  };
}
