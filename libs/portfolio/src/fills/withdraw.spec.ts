/**
 * Cancellations while a bar is under way: it may still fill the order, whatever the agent has seen
 * in other bars.
 */

import { describe, expect, it } from 'vitest';
import { cancel, orders, target, weights } from '../../test/decisions.js';
import { bars, closes, decides, opens, quotes, tickStory, trades } from '../../test/tick-story.js';

type Request = NonNullable<Parameters<typeof orders>[0]>;
type Happenings = Parameters<typeof tickStory>[1];
type Prices = number | readonly [open: number, high: number, low: number, close: number];

const symbols = ['FAST', 'SLOW'];
const given = { policy: { fill: 'next-open' }, symbols, isIntraday: true } as const;

const bar = (prices: Prices, symbol: string, ms: number, lateMs = 0) => {
  const [open, high, low, close] =
    typeof prices === 'number' ? [prices, prices, prices, prices] : prices;
  return bars({ open, high, low, close } as Parameters<typeof bars>[0], symbol, { ms, lateMs });
};
const fast = (prices: Prices) => bar(prices, 'FAST', 15);
const slow = (prices: Prices) => bar(prices, 'SLOW', 60);
const order = (request: Request = {}) => orders({ symbol: 'SLOW', id: 'e', ...request });

/** An order at 45, a cancellation or another decision at 75, and the hour from 60 on. */
const linesOf = (
  first: Parameters<typeof decides>[0],
  second: Parameters<typeof decides>[0],
  hour: Prices,
  terms: object = {},
  ...rest: Happenings
): readonly string[] =>
  tickStory({ ...given, policy: { ...given.policy, ...terms } }, [
    [45, fast(100)],
    [45, decides(first)],
    [60, slow(100)],
    [75, fast(50)],
    [75, decides(second)],
    [120, slow(hour)],
    ...rest,
  ]).lines;

describe('an order that is canceled while a bar is under way', () => {
  it.each<[string, Request, Prices, string]>([
    ['a market order', {}, [100, 100, 50, 50], '+10 SLOW at 100 (open)'],
    ['a limit', { type: 'limit', limit: 95 }, [100, 100, 50, 50], '+10 SLOW at 95 (level)'],
    ['a stop', { type: 'stop', stop: 105 }, [100, 110, 100, 100], '+10 SLOW at 105 (level)'],
    ['money', { shares: null, notional: 1000 }, [100, 100, 50, 50], '+10 SLOW at 100 (open)'],
    ['a day order', { timeInForce: 'day' }, [100, 100, 50, 50], '+10 SLOW at 100 (open)'],
  ])('may fill in it: %s', (_, request, hour, fill) => {
    expect(linesOf(order(request), cancel('e'), hour)).toEqual([
      '75 to end 1: requested',
      `120 fill 1: ${fill}, fee 0, order`,
    ]);
  });

  it('may fill in it: a short sale', () => {
    const sale = order({ side: 'sell' });
    expect(linesOf(sale, cancel('e'), [100, 200, 100, 200], { short: true })).toEqual([
      '75 to end 1: requested',
      '120 fill 1: -10 SLOW at 100 (open), fee 0, order',
    ]);
  });

  it('ends when the bar is known, if that does not fill it', () => {
    const low = order({ type: 'limit', limit: 40 });
    const more: Happenings = [[180, slow(30)]];
    expect(linesOf(low, cancel('e'), [100, 100, 50, 50], {}, ...more)).toEqual([
      '75 to end 1: requested',
      '120 cancel 1: requested',
    ]);
  });

  it('fills the part that the bar has, and ends', () => {
    const policy = { ...given.policy, participation: 0.1 };
    const hour = { open: 100, high: 100, low: 100, close: 100, volume: 40 };
    const { lines } = tickStory({ ...given, policy }, [
      [45, decides(order())],
      [60, slow(100)],
      [75, decides(cancel('e'))],
      [120, bars(hour, 'SLOW', { ms: 60 })],
      [180, bars(hour, 'SLOW', { ms: 60 })],
    ]);
    expect(lines).toEqual([
      '75 to end 1: requested',
      '120 part 1: +4 SLOW at 100 (open), fee 0, order',
      '120 cancel 1: requested',
    ]);
  });

  it('has the exits of what it fills, and none if it does not', () => {
    const bracket = (limit: number) => order({ type: 'limit', limit, stopLoss: 90 });
    expect(linesOf(bracket(95), cancel('e'), [100, 100, 92, 92], {}, [180, slow(80)])).toEqual([
      '75 to end 1: requested',
      '120 fill 1: +10 SLOW at 95 (level), fee 0, order',
      '180 fill 2: -10 SLOW at 80 (open), fee 0, order',
    ]);
    expect(linesOf(bracket(91), cancel('e'), [100, 100, 92, 92])).toEqual([
      '75 to end 1: requested',
      '120 cancel 1: requested',
      '120 cancel 2: group',
    ]);
  });

  it('is a cancellation once: what is to end already is named in vain', () => {
    expect(linesOf(order(), cancel('e', 'e'), 100).slice(0, 2)).toEqual([
      '75 to end 1: requested',
      '75 no order e',
    ]);
  });

  it('leaves its name to others at once, with those of its exits', () => {
    const bracket = order({ type: 'limit', limit: 40, stopLoss: 30 });
    const next = orders({ symbol: 'FAST', id: 'e', type: 'limit', limit: 40 });
    const lines = linesOf(bracket, cancel('e', 'e'), 100, {}, [75, decides(next)]);
    expect(lines.slice(0, 3)).toEqual([
      '75 to end 1: requested',
      '75 no order e',
      '120 cancel 1: requested',
    ]);
  });

  it('ends with the other exit of its bracket, if that fills', () => {
    const bracket = order({ stopLoss: 90, takeProfit: 120 });
    const more: Happenings = [
      [135, fast(50)],
      [135, decides(cancel('e'))],
      [180, slow([100, 130, 80, 100])],
    ];
    expect(linesOf(bracket, orders(), 100, {}, ...more).slice(1)).toEqual([
      '135 to end 2: requested',
      '135 to end 3: requested',
      '180 fill 2: -10 SLOW at 90 (level), fee 0, order',
      '180 cancel 3: group',
    ]);
  });

  it('ends before a bar that begins later, or at once if none can have begun', () => {
    const { lines } = tickStory(given, [
      [45, decides(order())],
      [60, slow(100)],
      [60, decides(cancel('e'))],
      [120, slow(100)],
    ]);
    expect(lines).toEqual(['60 cancel 1: requested']);
    const gap = tickStory(given, [
      [60, slow(100)],
      [60, decides(order())],
      [75, fast(50)],
      [75, decides(cancel('e'))],
      [180, slow(100)],
    ]);
    expect(gap.lines).toEqual(['75 to end 1: requested', '180 cancel 1: requested']);
  });

  it('ends only with the bar that covers the cancellation, if earlier ones come late', () => {
    const late = (prices: Prices, lateMs: number) => bar(prices, 'SLOW', 60, lateMs);
    const { lines } = tickStory(given, [
      [0, decides(order({ type: 'limit', limit: 90 }))],
      [65, late(100, 5)],
      [130, fast(80)],
      [130, decides(cancel('e'))],
      [131, late(100, 11)],
      [185, late([100, 100, 85, 85], 5)],
    ]);
    expect(lines).toEqual([
      '130 to end 1: requested',
      '185 fill 1: +10 SLOW at 90 (level), fee 0, order',
    ]);
  });

  it('comes too late for the bar that began while its answer took time', () => {
    const { lines } = tickStory(given, [
      [60, slow(100)],
      [60, decides(order({ type: 'limit', limit: 90 }))],
      [120, slow(100)],
      [120, decides(cancel('e'), 5)],
      [180, slow([100, 100, 80, 80])],
    ]);
    expect(lines).toEqual([
      '120 to end 1: requested',
      '180 fill 1: +10 SLOW at 90 (level), fee 0, order',
    ]);
  });

  it('waits for the daily bar of its session, and not beyond the close', () => {
    const daily = { policy: { fill: 'next-open' }, symbols } as const;
    const day = (prices: Prices, symbol: string) => bar(prices, symbol, 0);
    const { lines } = tickStory(daily, [
      [0, decides(order())],
      [10, opens(2)],
      [60, day(100, 'FAST')],
      [60, decides(cancel('e'))],
      [61, day([99, 99, 50, 50], 'SLOW')],
      [61, closes],
    ]);
    expect(lines).toEqual([
      '60 to end 1: requested',
      '61 fill 1: +10 SLOW at 99 (open), fee 0, order',
    ]);
    const closed = tickStory(daily, [
      [0, decides(order())],
      [10, opens(2)],
      [60, closes],
      [60, decides(cancel('e'))],
    ]);
    expect(closed.lines).toEqual(['60 cancel 1: requested']);
  });

  it('ends at once where orders meet trades or quotes', () => {
    for (const fill of ['next-trade', 'next-quote'] as const) {
      const { lines } = tickStory({ policy: { fill }, isIntraday: true }, [
        [1, decides(orders({ id: 'e', type: 'limit', limit: 90 }))],
        [60, bar(100, 'AAA', 60)],
        [75, decides(cancel('e'))],
        [76, trades(80)],
        [76, quotes(79, 80)],
      ]);
      expect(lines).toEqual(['75 cancel 1: requested']);
    }
  });
});

describe('an order that replaces one which may have filled', () => {
  const both = (request: Request, first: Request = {}) =>
    [order(first), { ...order({ ...request }), cancel: ['e'] }] as const;

  it.each<[string, Request]>([
    ['under the same name', {}],
    ['under another name', { id: 'f' }],
    ['without a name', { id: null, type: 'limit', limit: 99 }],
  ])('opens nothing that it has opened: %s', (_, request) => {
    const [first, second] = both(request);
    expect(linesOf(first, second, [100, 100, 50, 50], {}, [180, slow(50)])).toEqual([
      '75 to end 1: requested',
      '120 fill 1: +10 SLOW at 100 (open), fee 0, order',
      '120 cancel 2: no change',
    ]);
  });

  it('opens what is left, in shares and in money', () => {
    const [first, second] = both({ shares: 25 });
    expect(linesOf(first, second, 100, {}, [180, slow(50)]).at(-1)).toBe(
      '180 fill 2: +15 SLOW at 50 (open), fee 0, order',
    );
    const [, money] = both({ shares: null, notional: 1500 });
    expect(linesOf(first, money, 100, {}, [180, slow(50)]).at(-1)).toBe(
      '180 fill 2: +10 SLOW at 50 (open), fee 0, order',
    );
  });

  it('fills whole if the other ends', () => {
    const [first, second] = both({}, { type: 'limit', limit: 40 });
    expect(linesOf(first, second, [100, 100, 50, 50], {}, [180, slow(50)]).slice(1)).toEqual([
      '120 cancel 1: requested',
      '180 fill 2: +10 SLOW at 50 (open), fee 0, order',
    ]);
  });

  it('is none on the other side, or in another symbol', () => {
    for (const request of [{ side: 'sell' }, { symbol: 'FAST' }] as const) {
      const [first, second] = both({ id: 'f', ...request });
      const next: Happenings = [
        [180, slow(50)],
        [195, fast(50)],
      ];
      expect(linesOf(first, second, 100, { short: true }, ...next).at(-1)).toContain('fill 2');
    }
  });

  it('may be a target: each is sized once the one before it is known', () => {
    const to = (position: number) => target({ SLOW: position });
    const lines = linesOf(to(1), to(0), [100, 100, 50, 50], {}, [180, slow(40)]);
    expect(lines).toEqual([
      '75 to end 1: replaced',
      '120 fill 1: +50 SLOW at 100 (open), fee 0, open',
      '180 fill 2: -50 SLOW at 40 (open), fee 0, close',
    ]);
    const flips = linesOf(to(1), to(-1), [100, 100, 50, 50], { short: true }, [180, slow(40)]);
    expect(flips.slice(2)).toEqual([
      '180 fill 2: -50 SLOW at 40 (open), fee 0, close',
      '180 fill 2: -87.5 SLOW at 40 (open), fee 0, open',
    ]);
  });

  it('may be a target that was already wanted before the last one', () => {
    const to = (position: number) => decides(target({ SLOW: position }));
    const { lines } = tickStory(given, [
      [45, to(1)],
      [60, slow(100)],
      [75, fast(50)],
      [75, to(0)],
      [90, fast(60)],
      [90, to(1)],
      [120, slow([100, 100, 50, 50])],
      [180, slow(40)],
    ]);
    expect(lines).toEqual([
      '75 to end 1: replaced',
      '90 to end 2: replaced',
      '120 fill 1: +50 SLOW at 100 (open), fee 0, open',
      '120 cancel 2: replaced',
      '180 cancel 3: no change',
    ]);
  });

  it('may be a weight', () => {
    const to = (weight: number) => weights({ SLOW: weight });
    expect(linesOf(to(1), to(0), [100, 100, 50, 50], {}, [180, slow(40)])).toEqual([
      '75 to end 1: replaced',
      '120 fill 1: +100 SLOW at 100 (open), fee 0, rebalance',
      '180 fill 2: -100 SLOW at 40 (open), fee 0, rebalance',
    ]);
  });
});

describe('orders of one group in bars of several lengths', () => {
  const request = { type: 'limit', limit: 95, group: 'g' } as const;
  const list = [
    { ...request, symbol: 'FAST' },
    { ...request, symbol: 'SLOW' },
  ];

  it('may both fill: what fills in one cannot end the other before its bar', () => {
    const { lines } = tickStory(given, [
      [60, slow(100)],
      [60, fast(100)],
      [60, decides(orders(...list))],
      [75, fast([100, 100, 90, 100])],
      [120, slow([100, 100, 90, 100])],
    ]);
    expect(lines).toEqual([
      '75 fill 1: +10 FAST at 95 (level), fee 0, order',
      '75 to end 2: group',
      '120 fill 2: +10 SLOW at 95 (level), fee 0, order',
    ]);
  });

  it('end each other at once in one symbol, though its bars come late', () => {
    const late = (prices: Prices) => bar(prices, 'SLOW', 60, 2);
    const exits = [
      { ...request, symbol: 'SLOW', side: 'sell', limit: 110 },
      { symbol: 'SLOW', side: 'sell', type: 'stop', stop: 90, group: 'g' },
    ] as const;
    const { lines } = tickStory({ ...given, policy: { ...given.policy, short: true } }, [
      [0, decides(orders({ symbol: 'SLOW' }))],
      [62, late(100)],
      [62, decides(orders(...exits))],
      [122, late(100)],
      [182, late([100, 120, 100, 115])],
      [242, late([100, 120, 80, 100])],
    ]);
    expect(lines.slice(1)).toEqual([
      '182 fill 2: -10 SLOW at 110 (level), fee 0, order',
      '182 cancel 3: group',
    ]);
  });
});
