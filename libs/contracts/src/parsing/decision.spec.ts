/** Requirements on external decisions, and that two names in one never become the same. */

import { describe, expect, it } from 'vitest';
import { decisionSchema } from './decision.js';

const order = { symbol: 'GS', side: 'buy', type: 'market', shares: 1 };
const orders = (...list: unknown[]): unknown => ({ kind: 'orders', orders: list });
const accepts = (value: unknown): boolean => decisionSchema.safeParse(value).success;

describe('a decision', () => {
  it.each([
    ['an action', { kind: 'action', action: 'BUY' }],
    ['targets', { kind: 'target', positions: { GS: 1, AAPL: -1 } }],
    ['no targets', { kind: 'target', positions: {} }],
    ['weights', { kind: 'weights', weights: { GS: 0.5, AAPL: -1 }, rationale: 'why' }],
    ['weights that close the rest', { kind: 'weights', weights: { GS: 1 }, rest: 'flat' }],
    ['weights that keep the rest', { kind: 'weights', weights: {}, rest: 'keep' }],
    ['a market order', orders(order)],
    ['an order by notional', orders({ ...order, shares: undefined, notional: 5000 })],
    ['a stop-limit order', orders({ ...order, type: 'stop-limit', stop: 2, limit: 1, group: 'g' })],
    ['an answer to a task', { kind: 'answer', answer: { rose: [true, null] }, rationale: 'why' }],
    ['a cancellation', { kind: 'orders', orders: [], cancel: ['mine'] }],
    ['a symbol of other letters', { kind: 'target', positions: { 'Ω-東京-😀': 1 } }],
  ])('may be %s', (_, value) => {
    expect(decisionSchema.safeParse(value).error).toBeUndefined();
  });

  it.each([
    ['nothing', null],
    ['of no kind', { action: 'BUY' }],
    [
      'with a member that readers of JSON drop',
      { kind: 'answer', answer: JSON.parse('{"__proto__":1}') },
    ],
    ['without an answer', { kind: 'answer' }],
    ['of another kind', { kind: 'hope' }],
    ['an unknown word', { kind: 'action', action: 'buy' }],
    ['with an unknown key', { kind: 'action', action: 'BUY', size: 3 }],
    ['half a position', { kind: 'target', positions: { GS: 0.5 } }],
    ['more than all', { kind: 'weights', weights: { GS: 1.01 } }],
    ['of a rest that is neither', { kind: 'weights', weights: {}, rest: 'sell' }],
    ['targets with a rest', { kind: 'target', positions: {}, rest: 'flat' }],
    ['not a number', { kind: 'weights', weights: { GS: NaN } }],
    ['an order of nothing', orders({ ...order, shares: 0 })],
    ['an order without end', orders({ ...order, shares: Infinity })],
    ['an order without a size', orders({ ...order, shares: undefined })],
    ['an order of two sizes', orders({ ...order, notional: 5 })],
    ['a limit order without a limit', orders({ ...order, type: 'limit' })],
    ['a market order with a limit', orders({ ...order, limit: 3 })],
    ['a stop order without a stop', orders({ ...order, type: 'stop' })],
    ['too many orders', orders(...Array.from({ length: 1001 }, () => order))],
    ['an order named with half a character', orders({ ...order, id: 'a\ud800' })],
    ['a group named with half a character', orders({ ...order, group: '\udc00' })],
    ['a cancellation of half a character', { kind: 'orders', orders: [], cancel: ['\ud800'] }],
    ['a symbol with half a character', { kind: 'target', positions: { 'GS\ud800': 1 } }],
    ['a long rationale', { kind: 'action', action: 'BUY', rationale: 'x'.repeat(20_001) }],
  ])('is not %s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });

  it('of orders cancels none, and orders end with the day when it does not say', () => {
    expect(decisionSchema.parse(orders(order))).toEqual({
      kind: 'orders',
      orders: [{ ...order, timeInForce: 'day' }],
      cancel: [],
    });
  });
});

describe('a trailing stop', () => {
  const decided = (order: object): boolean =>
    decisionSchema.safeParse({
      kind: 'orders',
      orders: [{ symbol: 'AA', side: 'sell', type: 'trailing-stop', shares: 1, ...order }],
    }).success;

  it.each([
    ['a percentage', { trailPercent: 5 }, true],
    ['an amount', { trailAmount: 0.5 }, true],
    ['nothing', {}, false],
    ['both', { trailPercent: 5, trailAmount: 0.5 }, false],
    ['a whole price', { trailPercent: 100 }, false],
    ['a stop of its own', { trailPercent: 5, stop: 90 }, false],
    ['a limit', { trailPercent: 5, limit: 90 }, false],
    ['exits of its own', { trailPercent: 5, takeProfit: 120 }, false],
  ])('with %s', (_, order, isValid) => {
    expect(decided(order)).toBe(isValid);
  });
});

describe('an order that is good till a date', () => {
  const message = (order: object): string | undefined =>
    decisionSchema.safeParse({
      kind: 'orders',
      orders: [{ symbol: 'AA', side: 'buy', type: 'market', shares: 1, ...order }],
    }).error?.message;

  it('has that date', () => {
    expect(message({ timeInForce: 'gtd', until: '2025-03-07' })).toBeUndefined();
  });

  it.each([
    ['without one', { timeInForce: 'gtd' }],
    ['of a day order', { timeInForce: 'day', until: '2025-03-07' }],
    ['of an order without a time in force', { until: '2025-03-07' }],
    ['of an order until it is canceled', { timeInForce: 'gtc', until: '2025-03-07' }],
    ['that does not exist', { timeInForce: 'gtd', until: '2025-02-29' }],
    ['in another form', { timeInForce: 'gtd', until: '7 March 2025' }],
  ])('is refused %s, which names the member', (_, order) => {
    expect(message(order)).toContain('"until"');
  });
});

describe('an order on close', () => {
  const message = (order: object): string | undefined =>
    decisionSchema.safeParse({
      kind: 'orders',
      orders: [{ symbol: 'AA', side: 'buy', type: 'market-on-close', shares: 1, ...order }],
    }).error?.message;

  it.each([
    ['at the market', {}],
    ['with a limit', { type: 'limit-on-close', limit: 90 }],
    ['with exits', { stopLoss: 90, takeProfit: 110 }],
  ])('is taken %s', (_, order) => {
    expect(message(order)).toBeUndefined();
  });

  it.each([
    ['a limit at the market', { limit: 90 }, 'a limit for'],
    ['no limit where it has one', { type: 'limit-on-close' }, 'a limit for'],
    ['a stop', { stop: 90 }, 'a stop for'],
    ['another time in force', { timeInForce: 'gtc' }, '"timeInForce"'],
    ['a date', { timeInForce: 'gtd', until: '2025-03-07' }, '"timeInForce"'],
  ])('is refused with %s', (_, order, named) => {
    expect(message(order)).toContain(named);
  });
});

describe('a bracket', () => {
  const decided = (order: object): boolean =>
    decisionSchema.safeParse({
      kind: 'orders',
      orders: [{ symbol: 'AA', side: 'buy', type: 'market', shares: 1, ...order }],
    }).success;

  it.each([
    ['both exits', { stopLoss: 90, takeProfit: 110 }, true],
    ['a trailing exit and a target', { trailPercent: 5, takeProfit: 110 }, true],
    ['one exit, of a limit order', { type: 'limit', limit: 99, stopLoss: 90 }, true],
    ['two stops', { stopLoss: 90, trailAmount: 5 }, false],
    ['a stop above the target', { stopLoss: 110, takeProfit: 90 }, false],
    ['a stop above the target of a sale', { side: 'sell', stopLoss: 110, takeProfit: 90 }, true],
    ['a stop below the target of a sale', { side: 'sell', stopLoss: 90, takeProfit: 110 }, false],
  ])('with %s', (_, order, isValid) => {
    expect(decided(order)).toBe(isValid);
  });
});
