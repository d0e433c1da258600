/** Events of small runs of trading, written by hand: for tests. */

import type { ExecutionPolicy, JournalEvent, JournalEventOf } from '#contracts';
import { runOpened } from '#contracts/scenario/run-records.fixture';
import { TradingFold } from './trading-fold.js';

/** Session n closes at instant n. */
export const at = (asOf: number) => ({ asOf, time: asOf });

export const opened = (
  symbols: readonly string[],
  size: ExecutionPolicy['size'] = 'all-in',
): JournalEvent => runOpened(symbols, { policy: { size, basis: 'first-mark' } });

export function accepted(order: number, asOf: number, symbol = 'AA'): JournalEvent {
  return {
    type: 'OrderAccepted',
    ...at(asOf),
    order,
    symbol,
    session: asOf,
    orderType: 'market',
    side: 'target',
    size: { kind: 'direction', direction: 1 },
    limit: null,
    stop: null,
    timeInForce: 'gtc',
    group: null,
    clientId: null,
  };
}

export type Fill = Partial<JournalEventOf<'OrderFilled'>>;

export function filled(order: number, asOf: number, terms: Fill): JournalEvent {
  return {
    type: 'OrderFilled',
    ...at(asOf),
    order,
    symbol: 'AA',
    shares: 1,
    price: 100,
    fee: 0,
    at: 'close',
    purpose: 'open',
    weightBefore: 0,
    weightAfter: 1,
    ...terms,
  };
}

export function marked(asOf: number, cash: number, net: number): JournalEvent {
  const gross = Math.abs(net);
  return {
    type: 'MarkTaken',
    ...at(asOf),
    session: asOf,
    equity: cash + net,
    cash,
    gross,
    net,
    stale: [],
  };
}

export function foldOf(...events: readonly JournalEvent[]): TradingFold {
  const fold = new TradingFold();
  for (const event of events) fold.take(event);
  return fold;
}

export const changesOf = (fold: TradingFold): unknown[] => [...fold.orders.positionChanges()];
