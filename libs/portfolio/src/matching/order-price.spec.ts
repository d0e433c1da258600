/** Limit, stop and stop-limit orders against one bar: touched, gapped through, not reached. */

import { describe, expect, it } from 'vitest';
import { orderPrice } from './bar-paths.js';
import type { WorkingOrder } from '../orders/working-order.js';

const waiting: WorkingOrder = {
  id: 1,
  turn: 1,
  cancel: null,
  credit: 0,
  number: 0,
  type: 'limit',
  side: 'buy',
  timeInForce: 'gtc',
  group: null,
  clientId: null,
  size: { kind: 'shares', shares: 1 },
  purpose: 'order',
  limit: null,
  stop: null,
  trail: null,
  entry: null,
  scale: 1,
  triggered: false,
  met: false,
  late: false,
  earliest: 0,
  rest: null,
  date: 1,
  sized: 1,
  rests: null,
  begun: false,
  scaled: false,
  seen: null,
  costs: 0,
};

/** Opens at 100, trades from 95 to 105. */
const bar = { open: 100, high: 105, low: 95 };
const level = (price: number, slips: boolean) => ({ price, at: 'level', slips });
const atOpen = (slips: boolean) => ({ price: 100, at: 'open', slips });

describe('orderPrice', () => {
  it.each([
    ['buy limit below the bar', { limit: 94 }, undefined],
    ['buy limit touched by the low', { limit: 95 }, level(95, false)],
    ['buy limit inside the bar', { limit: 98 }, level(98, false)],
    ['buy limit at the open', { limit: 100 }, atOpen(false)],
    ['buy limit that the open is better than', { limit: 103 }, atOpen(false)],
    ['sell limit above the bar', { side: 'sell', limit: 106 }, undefined],
    ['sell limit touched by the high', { side: 'sell', limit: 105 }, level(105, false)],
    ['sell limit that the open is better than', { side: 'sell', limit: 97 }, atOpen(false)],
    ['buy stop above the bar', { type: 'stop', stop: 106 }, undefined],
    ['buy stop touched by the high', { type: 'stop', stop: 105 }, level(105, true)],
    ['buy stop that the open gapped through', { type: 'stop', stop: 99 }, atOpen(true)],
    ['sell stop below the bar', { type: 'stop', side: 'sell', stop: 94 }, undefined],
    ['sell stop touched by the low', { type: 'stop', side: 'sell', stop: 95 }, level(95, true)],
    [
      'sell stop that the open gapped through',
      { type: 'stop', side: 'sell', stop: 101 },
      atOpen(true),
    ],
    ['a market order, which has no level', { type: 'market' }, undefined],
  ] as const)('%s', (_, order, expected) => {
    expect(orderPrice({ ...waiting, ...order }, bar)).toEqual(expected);
  });
});

describe('a stop-limit order', () => {
  const buyAt = (stop: number, limit: number) =>
    ({ ...waiting, type: 'stop-limit', stop, limit }) as const;
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
  ] as const)('%s', (_, given, price, triggered) => {
    const order = { ...given };
    expect(orderPrice(order, bar)?.price).toBe(price);
    expect(order.triggered).toBe(triggered);
  });

  it('is a plain limit order once it was triggered', () => {
    const order = { ...buyAt(103, 101) };
    expect(orderPrice(order, bar)).toBeUndefined();
    expect(orderPrice(order, { open: 102, high: 102.5, low: 101.5 })).toBeUndefined();
    expect(orderPrice(order, { open: 102, high: 102, low: 100 })).toEqual(level(101, false));
  });
});
