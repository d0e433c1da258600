/** Decisions as the tests of this room write them: defaults are the plainest choice. */

import type { Dividend, JournaledDecision, Split } from '#contracts';

type Orders = Extract<JournaledDecision, { kind: 'orders' }>;
type Request = Orders['orders'][number];

export const buy: JournaledDecision = { kind: 'action', symbol: 'AAA', action: 'BUY' };
export const sell: JournaledDecision = { kind: 'action', symbol: 'AAA', action: 'SELL' };
export const hold: JournaledDecision = { kind: 'action', symbol: 'AAA', action: 'HOLD' };
export const long = target({ AAA: 1 });
export const flat = target({ AAA: 0 });
export const short = target({ AAA: -1 });

export function target(positions: Record<string, number>): JournaledDecision {
  return {
    kind: 'target',
    positions: Object.entries(positions).map(([symbol, position]) => ({ symbol, position })),
  };
}

export function weights(bySymbol: Record<string, number>): JournaledDecision {
  return {
    kind: 'weights',
    weights: Object.entries(bySymbol).map(([symbol, weight]) => ({ symbol, weight })),
  };
}

/** Good-till-cancelled market orders to buy ten shares of AAA, except where overridden. */
export function orders(...requests: Partial<Request>[]): Orders {
  return { kind: 'orders', orders: requests.map(request), cancel: [] };
}

export function cancel(...ids: string[]): Orders {
  return { kind: 'orders', orders: [], cancel: ids };
}

function request(terms: Partial<Request>): Request {
  return {
    id: null,
    symbol: 'AAA',
    side: 'buy',
    type: 'market',
    shares: terms.notional === undefined ? 10 : null,
    notional: null,
    limit: null,
    stop: null,
    timeInForce: 'gtc',
    group: null,
    ...terms,
  };
}

/** A cash dividend of AAA. */
export function dividend(exDate: number, amount: number, symbol = 'AAA'): Dividend {
  const dates = { exDate, declaredDate: null, recordDate: null, payDate: null };
  return { kind: 'dividend', symbol, ...dates, amount, currency: 'USD', type: 'cash' };
}

/** `to` new shares of AAA for each old one. */
export function split(effectiveDate: number, to: number, symbol = 'AAA'): Split {
  return { kind: 'split', symbol, effectiveDate, from: 1, to };
}
