/**
 * Limit, stop and stop-limit orders against one bar or price: touched, gapped through, not reached.
 */

import { describe, expect, it } from 'vitest';
import { match, matchPrice, type BarPrices } from './match.js';
import { evolveOrder } from './evolve-order.js';
import { acceptedOrder, type OrderTerms, type WorkingOrder } from './working-order.js';

type Given = Partial<OrderTerms> & { readonly triggered?: true };

/** A limit order to buy, but for what is given; frozen, since nothing may change it. */
function waiting({ triggered, ...given }: Given): WorkingOrder {
  const common = { number: 0, purpose: 'order', timeInForce: 'gtc' } as const;
  const size = { kind: 'shares', shares: 1 } as const;
  const terms: OrderTerms = { ...common, orderType: 'limit', side: 'buy', size, ...given };
  const order = acceptedOrder(terms, { id: 1, date: 1, earliest: 0 });
  const state = Object.freeze(order.state);
  const frozen = Object.freeze({ ...order, state });
  return triggered ? Object.freeze(evolveOrder(frozen, { type: 'triggered' })) : frozen;
}

/** Opens at 100, trades from 95 to 105. */
const bar = { open: 100, high: 105, low: 95 };

const fill = (price: number, at: 'open' | 'level', slips: boolean) =>
  ({ kind: 'fill', price, at, slips, place: price }) as const;
const nothing = { kind: 'nothing' };
const level = (price: number, slips: boolean) => fill(price, 'level', slips);
const atOpen = (slips: boolean) => fill(100, 'open', slips);

describe('a limit or stop order', () => {
  it.each([
    ['buy limit below the bar', { limit: 94 }, nothing],
    ['buy limit touched by the low', { limit: 95 }, level(95, false)],
    ['buy limit inside the bar', { limit: 98 }, level(98, false)],
    ['buy limit at the open', { limit: 100 }, atOpen(false)],
    ['buy limit that the open is better than', { limit: 103 }, atOpen(false)],
    ['sell limit above the bar', { side: 'sell', limit: 106 }, nothing],
    ['sell limit touched by the high', { side: 'sell', limit: 105 }, level(105, false)],
    ['sell limit that the open is better than', { side: 'sell', limit: 97 }, atOpen(false)],
    ['buy stop above the bar', { orderType: 'stop', stop: 106 }, nothing],
    ['buy stop touched by the high', { orderType: 'stop', stop: 105 }, level(105, true)],
    ['buy stop that the open gapped through', { orderType: 'stop', stop: 99 }, atOpen(true)],
    ['sell stop below the bar', { orderType: 'stop', side: 'sell', stop: 94 }, nothing],
    [
      'sell stop touched by the low',
      { orderType: 'stop', side: 'sell', stop: 95 },
      level(95, true),
    ],
    [
      'sell stop that the open gapped through',
      { orderType: 'stop', side: 'sell', stop: 101 },
      atOpen(true),
    ],
    ['a market order, which has no level', { orderType: 'market' }, nothing],
  ] as const)('%s', (_, order, expected) => {
    expect(match(waiting(order), bar)).toEqual(expected);
  });
});

describe('a stop-limit order', () => {
  const buyAt = (stop: number, limit: number) =>
    ({ orderType: 'stop-limit', stop, limit }) as const;
  const sellAt = (stop: number, limit: number) =>
    ({ ...buyAt(stop, limit), side: 'sell' }) as const;

  it.each([
    ['buy, not triggered', buyAt(106, 107), undefined, false],
    [
      'buy, triggered inside: the worst price that the bar and the limit allow',
      buyAt(103, 104),
      104,
      true,
    ],
    ['buy, triggered inside, limit beyond the bar', buyAt(103, 109), 105, true],
    [
      'buy, triggered inside, limit below the stop: only from the next bar on',
      buyAt(103, 101),
      undefined,
      true,
    ],
    ['buy, gapped through the stop, open within the limit', buyAt(99, 101), 100, true],
    ['buy, gapped through both, came back to the limit', buyAt(96, 98), 98, true],
    ['buy, gapped through both, never came back', buyAt(93, 94), undefined, true],
    ['sell, not triggered', sellAt(94, 93), undefined, false],
    ['sell, triggered inside', sellAt(97, 96), 96, true],
    ['sell, triggered inside, limit beyond the bar', sellAt(97, 90), 95, true],
    ['sell, triggered inside, limit above the stop', sellAt(97, 99), undefined, true],
    ['sell, gapped through the stop, open within the limit', sellAt(101, 99), 100, true],
    ['sell, gapped through both, came back to the limit', sellAt(104, 102), 102, true],
  ] as const)('%s', (_, order, price, triggered) => {
    expect(pricedIn(order, bar)).toEqual([price, triggered]);
  });

  it('leaves the price at its stop where it fills at a worse price inside of the bar', () => {
    expect(match(waiting(buyAt(103, 104)), bar)).toMatchObject({
      kind: 'fill',
      price: 104,
      place: 103,
    });
  });

  it('is reached, not passed by the open, if a leg within the bar begins at its stop', () => {
    const leg = { ...bar, isInside: true };
    expect(match(waiting(buyAt(100, 104)), leg)).toMatchObject({ price: 104, place: 100 });
    expect(match(waiting(buyAt(100, 99)), leg)).toEqual({ kind: 'trigger', at: 'level' });
    expect(match(waiting(sellAt(100, 98)), leg)).toMatchObject({ price: 98, place: 100 });
    expect(match(waiting(buyAt(99, 104)), leg)).toEqual({ kind: 'trigger', at: 'open' });
  });

  it('is a plain limit order once it was triggered', () => {
    const order = waiting({ ...buyAt(103, 101), triggered: true });
    expect(match(order, { open: 102, high: 102.5, low: 101.5 })).toEqual(nothing);
    expect(match(order, { open: 102, high: 102, low: 100 })).toEqual(level(101, false));
  });
});

/** The price of an order in a bar, if it fills, and whether the bar triggered it. */
function pricedIn(given: Given, prices: BarPrices) {
  const first = match(waiting(given), prices);
  if (first.kind === 'nothing') return [undefined, false];
  if (first.kind === 'fill') return [first.price, true];
  if (first.at === 'level') return [undefined, true];
  const then = match(waiting({ ...given, triggered: true }), prices);
  return [then.kind === 'fill' ? then.price : undefined, true];
}

describe('an order at one trade or side of a quote', () => {
  const trigger = { kind: 'trigger', at: 'open' };
  it.each([
    ['a market order', { orderType: 'market' }, fill(100, 'open', false)],
    ['a limit to buy at the price', { limit: 100 }, fill(100, 'open', false)],
    ['a limit to buy above the price', { limit: 101 }, fill(100, 'open', false)],
    ['a limit to buy below the price', { limit: 99 }, nothing],
    ['a limit to sell above the price', { side: 'sell', limit: 101 }, nothing],
    ['a stop to buy at the price', { orderType: 'stop', stop: 100 }, trigger],
    ['a stop to buy above the price', { orderType: 'stop', stop: 101 }, nothing],
    ['a stop to sell above the price', { orderType: 'stop', side: 'sell', stop: 101 }, trigger],
    ['a stop-limit below the price', { orderType: 'stop-limit', stop: 99, limit: 101 }, trigger],
    [
      'a triggered stop, which fills at any price',
      { orderType: 'stop', stop: 120, triggered: true },
      fill(100, 'open', false),
    ],
    [
      'a triggered stop-limit, as its limit does',
      { orderType: 'stop-limit', stop: 90, limit: 99, triggered: true },
      nothing,
    ],
  ] as const)('%s', (_, order, expected) => {
    expect(matchPrice(waiting(order), 100)).toEqual(expected);
  });
});
