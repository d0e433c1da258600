/** Bars, trades and quotes of the tape as orders meet them. */

import { invalidInput, microsPerMinute, type CivilDate } from '#values';
import {
  factKinds,
  quoteColumns,
  tradeColumns,
  type CalendarName,
  type FactColumns,
  type FactPayload,
  type TapeHeader,
} from '#contracts';
import type { Book, Tick } from '#portfolio';

/** The bar in `row`; `isAdjusted` moves open, high and low with the close to the adjusted scale. */
export function tradeBar(
  facts: FactColumns,
  row: number,
  isAdjusted: boolean,
): Required<Parameters<Book['showBar']>[1]> {
  const open = facts.open[row] as number;
  const high = facts.high[row] as number;
  const low = facts.low[row] as number;
  const close = facts.close[row] as number;
  const adjClose = facts.adjClose[row] as number;
  const volume = facts.volume[row] as number;
  if (!isAdjusted || Number.isNaN(adjClose)) return { open, high, low, close, volume };
  const factor = adjClose / close;
  const scaled = { open: open * factor, high: high * factor, low: low * factor };
  return { ...scaled, close: adjClose, volume };
}

/** The trade or quote in `row`; `number` is that of its symbol in the run. */
export function tickOf(facts: FactColumns, row: number, number: number): Tick {
  const of = (column: 'open' | 'high' | 'low' | 'close' | 'volume') => facts[column][row] as number;
  const place = { number, eventTime: facts.eventTime[row] as number };
  if (facts.kind[row] === factKinds.trade) {
    return { kind: 'trade', ...place, price: of(tradeColumns.price), size: of(tradeColumns.size) };
  }
  return {
    kind: 'quote',
    ...place,
    bid: of(quoteColumns.bid),
    bidSize: of(quoteColumns.bidSize),
    ask: of(quoteColumns.ask),
    askSize: of(quoteColumns.askSize),
  };
}

/**
 * Whether a fact moves a book after a session has closed, or is journaled: the next open of its
 * calendar, if it is not that of the tape, an action that is due, and whatever is noted.
 */
export function movesBook(
  payload: FactPayload,
  session: CivilDate,
  calendar: CalendarName | undefined,
): boolean {
  switch (payload.kind) {
    case 'dividend':
      return payload.exDate <= session;
    case 'split':
      return payload.effectiveDate <= session;
    case 'sessionOpen':
    case 'sessionClose':
      return payload.calendar === calendar;
    case 'tradingStatus':
    case 'rowDropped':
    case 'lateFact':
    case 'feedGap':
      return true;
    default:
      return false;
  }
}

/** Length of the intraday bars of a symbol, microseconds; 0 if unknown. */
export function barLength({ barMinutes = {} }: TapeHeader, symbol: string): number {
  const minutes = Object.hasOwn(barMinutes, symbol) ? barMinutes[symbol] : undefined;
  return (minutes ?? 0) * microsPerMinute;
}

/** Why orders meet no trades and quotes of a data set. */
export const tradesOnAdjusted = (fill: string): Error =>
  invalidInput(
    'trades and quotes are in prices as quoted, and this data set trades on adjusted closes',
    {
      where: 'execution.fill',
      expected: 'a policy that fills at bars',
      found: fill,
    },
  );
