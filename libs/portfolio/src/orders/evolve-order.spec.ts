/** What each event makes of an order, which stays as it was: every one here is frozen. */

import { describe, expect, it } from 'vitest';
import { evolveOrder, type OrderEvent } from './evolve-order.js';
import { acceptedOrder, type OrderTerms, type WorkingOrder } from './working-order.js';

function frozen<T extends object>(value: T): T {
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) frozen(one);
  return Object.freeze(value);
}

/** 10 shares of date 5 to sell at the market, but for what is given. */
function accepted(given: Partial<OrderTerms> = {}): WorkingOrder {
  const common = { number: 0, purpose: 'order', orderType: 'market', side: 'sell' } as const;
  const size = { kind: 'shares', shares: 10 } as const;
  const terms: OrderTerms = { ...common, size, timeInForce: 'gtc', ...given };
  return frozen(acceptedOrder(terms, { id: 7, date: 5, earliest: 100 }));
}

const after = (given: Partial<OrderTerms>, ...events: readonly OrderEvent[]): WorkingOrder =>
  events.reduce((order, event) => frozen(evolveOrder(order, event)), accepted(given));

const trail = (terms: { percent?: number; amount?: number }) => {
  const { percent = null, amount = null } = terms;
  return { orderType: 'stop', trail: { percent, amount, best: null, date: 5 } } as const;
};
const sized: OrderEvent = { type: 'sized', shares: 10, date: 6 };
const took = (shares: number, session: number): OrderEvent => ({
  type: 'part taken',
  shares,
  session,
});
const splitAt = (date: number, ratio: number): OrderEvent => ({ type: 'split', date, ratio });
const triggered: OrderEvent = { type: 'triggered' };

describe('an order', () => {
  it.each<[string, Partial<OrderTerms>, WorkingOrder['state']]>([
    ['at the market', {}, { kind: 'market' }],
    ['of a pair', { purpose: 'pair' }, { kind: 'leg', seen: null }],
    ['with a limit rests at it', { limit: 9 }, { kind: 'resting', limit: 9, stop: null }],
    ['with a stop is armed', { stop: 9 }, { kind: 'armed', stop: 9, limit: null, trail: null }],
    [
      'that trails waits for a price',
      trail({ amount: 2 }),
      { kind: 'waiting', trail: trail({ amount: 2 }).trail },
    ],
  ])('%s as it is accepted', (_, given, state) => {
    expect(accepted(given).state).toEqual(state);
  });

  it.each<[string, Partial<OrderTerms>, WorkingOrder['state']]>([
    ['a stop fills at any price', { stop: 9 }, { kind: 'market' }],
    ['a stop-limit rests', { stop: 9, limit: 8 }, { kind: 'resting', limit: 8, stop: 9 }],
    ['a limit rests as before', { limit: 8 }, { kind: 'resting', limit: 8, stop: null }],
  ])('that is triggered: %s', (_, given, state) => {
    expect(after(given, triggered).state).toEqual(state);
  });

  it.each<[string, Parameters<typeof trail>[0], readonly number[], number]>([
    ['starts behind its first price', { amount: 2 }, [100], 98],
    ['follows a better price', { percent: 10 }, [100, 110], 99],
    ['stays behind a worse one', { amount: 2 }, [100, 110, 90], 108],
  ])('that trails %s', (_, terms, prices, stop) => {
    const events = prices.map((price) => ({ type: 'followed', price, date: 6 }) as const);
    expect(after(trail(terms), ...events).state).toMatchObject({ kind: 'armed', stop });
  });

  it('no longer trails once it was triggered', () => {
    const events = [{ type: 'followed', price: 100, date: 6 }, triggered] as const;
    const order = after(trail({ amount: 2 }), ...events);
    expect(evolveOrder(order, { type: 'followed', price: 200, date: 6 })).toBe(order);
  });

  it('is a number of shares by its first price, and begins with its first part', () => {
    const order = after({ size: { kind: 'notional', notional: 500 } }, sized, took(4, 6));
    expect(order).toMatchObject({ begun: true, shares: { kind: 'sized', left: 6, since: 6 } });
    expect(evolveOrder(order, { ...sized, shares: 99 })).toBe(order);
  });

  it('is cut to the shares that there is cash for', () => {
    const { shares } = after({}, sized, { type: 'cut', shares: 3 });
    expect(shares).toMatchObject({ left: 3, since: 5, isCut: true });
  });

  it('follows its entry where it is an exit, whatever was taken', () => {
    const exit = after({ entry: 6 }, { type: 'exit sized', shares: 8 }, sized, took(3, 6));
    expect(exit.shares).toEqual({ kind: 'exit', left: 8 });
  });

  it('is late if bars came before the first that it met', () => {
    const came = (...met: readonly boolean[]): WorkingOrder =>
      after({ timeInForce: 'day' }, ...met.map((isMet) => ({ type: 'came', isMet }) as const));
    expect(came(false, true)).toMatchObject({ met: true, late: true });
    expect(came(true, false)).toMatchObject({ met: true, late: false });
  });

  it('stays itself where nothing changes', () => {
    const met = after({ timeInForce: 'day' }, { type: 'came', isMet: true });
    const unasked = after({});
    expect(evolveOrder(unasked, { type: 'came', isMet: true })).toBe(unasked);
    expect(evolveOrder(met, { type: 'came', isMet: true })).toBe(met);
    expect(evolveOrder(met, { type: 'seen', price: 4 })).toBe(met);
  });

  it('notes the price that the leg of a pair could fill at', () => {
    const { state } = after({ purpose: 'pair' }, { type: 'seen', price: 4 });
    expect(state).toEqual({ kind: 'leg', seen: 4 });
  });

  it('adds up costs and credits, and notes its turn and its cancellation', () => {
    const request = { at: 3, reason: 'requested', lastOrder: 9 } as const;
    const order = after(
      {},
      { type: 'charged', costs: 1 },
      { type: 'charged', costs: 2 },
      { type: 'credited', by: 4 },
      { type: 'turned', turn: 8 },
      { type: 'cancel requested', request },
    );
    expect(order).toMatchObject({ costs: 3, credit: 4, turn: 8, cancel: request });
  });
});

it('keeps its place where it had another turn in the bar before', () => {
  const turned = after({}, { type: 'placed', place: 7 }, { type: 'turned', turn: 8 });
  expect(turned).toMatchObject({ place: 7, turn: 8 });
  expect(evolveOrder(turned, { type: 'came', isMet: true })).toMatchObject({ place: 7, turn: 7 });
});

describe('a split of two for one', () => {
  it.each<[string, Partial<OrderTerms>, WorkingOrder['state']]>([
    ['the limit', { limit: 8 }, { kind: 'resting', limit: 4, stop: null }],
    ['the stop', { stop: 8 }, { kind: 'armed', stop: 4, limit: null, trail: null }],
    ['both', { stop: 8, limit: 6 }, { kind: 'armed', stop: 4, limit: 3, trail: null }],
    [
      'an amount to trail by',
      trail({ amount: 2 }),
      { kind: 'waiting', trail: { ...trail({ amount: 1 }).trail } },
    ],
  ])('moves %s of an order of before', (_, given, state) => {
    expect(after(given, splitAt(6, 2)).state).toEqual(state);
    expect(after(given, splitAt(5, 2)).state).toEqual(accepted(given).state);
  });

  it('moves a best price of before, and the stop behind it', () => {
    const seen = { type: 'followed', price: 100, date: 6 } as const;
    const stopAfter = (date: number) => after(trail({ percent: 10 }), seen, splitAt(date, 2)).state;
    expect(stopAfter(7)).toMatchObject({ stop: 45, trail: { best: 50 } });
    expect(stopAfter(6)).toMatchObject({ stop: 90, trail: { best: 100 } });
  });

  it('scales what was left at its open, and no parts since', () => {
    const parts = [sized, took(2, 6), took(3, 8)] as const;
    expect(after({}, ...parts, splitAt(9, 2)).shares).toMatchObject({ left: 10 });
    // 8 of the 10 were left at the open of 7, and become 16.
    expect(after({}, ...parts, splitAt(7, 2)).shares).toMatchObject({ left: 13 });
    expect(after({}, sized, splitAt(5, 2)).shares).toMatchObject({ left: 10 });
  });
});
