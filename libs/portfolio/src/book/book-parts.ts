/** What a book is made of when it is opened. */

import type { ExecutionPolicy } from '#contracts';
import { openAccount, type Account } from './account.js';
import { FreshBars } from './fresh-bars.js';
import { EntryLots } from '../orders/entry-lots.js';
import { EquityLog } from '../orders/equity-log.js';
import { FreedCash } from '../orders/freed-cash.js';
import { OrderTimes } from '../orders/order-times.js';
import { Quotes } from './quotes.js';
import { SharesAtOpens } from '../orders/shares-at-opens.js';

export interface BookOptions {
  readonly symbols: readonly string[];
  readonly capital: number;
  readonly policy: ExecutionPolicy;
  readonly sessionsPerYear: number;
}

/**
 * What a book consists of. A fork has an account, openings, lots and freed cash of its own, and
 * shares the rest.
 */
export interface BookParts {
  readonly account: Account;
  readonly quotes: Quotes;
  readonly openings: SharesAtOpens[];
  readonly times: OrderTimes;
  readonly lots: EntryLots;
  readonly freed: FreedCash;
  readonly equities: EquityLog;
  readonly bars: FreshBars;
  /** By symbol number: 1 once there was a bar or a trade; quotes no longer set the price then. */
  readonly traded: Uint8Array;
}

export function partsOf({ symbols, capital, policy }: BookOptions): BookParts {
  const { length } = symbols;
  return {
    account: openAccount(symbols, capital),
    quotes: new Quotes(length),
    openings: symbols.map(() => SharesAtOpens.none),
    times: new OrderTimes(length, policy.latencyMs),
    lots: new EntryLots(),
    freed: new FreedCash(),
    equities: new EquityLog(),
    bars: new FreshBars(length),
    traded: new Uint8Array(length),
  };
}
