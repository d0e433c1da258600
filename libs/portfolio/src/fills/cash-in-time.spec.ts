/**
 * Cash and bars of several lengths: neither what is sold later pays for a fill, nor is what it
 * used spent again.
 */

import { describe, expect, it } from 'vitest';
import { orders, target, weights } from '../../test/decisions.js';
import { bars, closes, decides, opens, tickStory, trades } from '../../test/tick-story.js';
import { matchFreshBars } from '../matching/match-orders.js';
import { EquityLog } from '../orders/equity-log.js';
import { FreedCash } from '../orders/freed-cash.js';

const symbols = ['FAST', 'SLOW'];
type Happening = ReturnType<typeof decides>;

const policy = { fill: 'next-open', size: { fraction: 1 } } as const;
const given = { policy, symbols, isIntraday: true } as const;

const bar = (price: number, symbol: string, ms: number) =>
  bars({ open: price, high: price, low: price, close: price }, symbol, { ms });
const fast = (price: number) => bar(price, 'FAST', 15);
const slow = (price: number) => bar(price, 'SLOW', 60);
/** Bars that become known in one instant: number of the symbol, length in milliseconds, price. */
const together =
  (...fresh: readonly (readonly [number, number, number])[]): Happening =>
  (book) => {
    for (const [number, ms, price] of fresh) {
      book.times.noteBar(number, book.time, { length: ms * 1000 });
      const flat = { open: price, high: price, low: price, close: price, volume: 1000 };
      book.showBar(number, flat);
    }
    return matchFreshBars(book);
  };
const buy = (symbol: string, shares: number) => decides(orders({ symbol, shares }));

describe('a purchase that may have filled in a bar under way', () => {
  it.each([
    ['an order', buy('SLOW', 100), buy('FAST', 100)],
    ['a target', decides(target({ SLOW: 1 })), decides(target({ FAST: 1 }))],
    ['a weight', decides(weights({ SLOW: 1 })), decides(weights({ FAST: 1 }))],
  ])('has its cash, whatever is bought in between: %s', (_, first, second) => {
    const { book } = tickStory(given, [
      [45, fast(100)],
      [45, first],
      [60, slow(100)],
      [60, fast(100)],
      [75, fast(90)],
      [75, second],
      [90, fast(90)],
      [120, slow(100)],
      [135, fast(90)],
    ]);
    expect([...book.account.shares]).toEqual([0, 100]);
  });

  it('needs its part of the equity at the price at which another order fills', () => {
    const half = { ...given, policy: { ...policy, size: { fraction: 0.5 } } } as const;
    const { book } = tickStory(half, [
      [15, fast(100)],
      [15, buy('FAST', 40)],
      [30, fast(100)],
      [30, slow(100)],
      [45, decides(target({ SLOW: 1 }))],
      [60, decides(orders({ symbol: 'FAST', type: 'stop', stop: 150, shares: 40 }))],
      [75, bars({ open: 100, high: 150, low: 100, close: 150 }, 'FAST', { ms: 15 })],
    ]);
    // 10,000 and the gain of 2,000 at the stop: half of that is for SLOW, so that 0 of the 6,000 in
    // cash are left.
    expect(book.account.shares[0]).toBe(40);
    expect(book.account.cash).toBe(6000);
  });

  it('leaves to others what it does not need', () => {
    const { book } = tickStory(given, [
      [45, fast(100)],
      [45, buy('SLOW', 60)],
      [60, slow(100)],
      [60, fast(100)],
      [75, fast(100)],
      [75, buy('FAST', 100)],
      [90, fast(100)],
      [120, slow(100)],
    ]);
    expect(book.account.shares[0]).toBeCloseTo(40, 9);
    expect(book.account.shares[1]).toBe(60);
  });

  it('is paid by nothing that was sold after it', () => {
    const { lines } = tickStory(given, [
      [15, fast(100)],
      [15, buy('FAST', 100)],
      [30, fast(100)],
      [45, fast(100)],
      [45, buy('SLOW', 100)],
      [60, slow(100)],
      [60, fast(100)],
      [75, fast(120)],
      [75, decides(orders({ symbol: 'FAST', side: 'sell', shares: 100 }))],
      [90, fast(120)],
      [120, slow(100)],
    ]);
    expect(lines.slice(1)).toEqual([
      '90 fill 3: -100 FAST at 120 (open), fee 0, order',
      '120 deny order 2 SLOW: not enough cash',
    ]);
  });

  it('is paid by what was sold at its own instant', () => {
    const rotation = orders(
      { symbol: 'FAST', side: 'sell', shares: 100 },
      { symbol: 'SLOW', shares: 100 },
    );
    const { book } = tickStory(given, [
      [15, fast(100)],
      [15, buy('FAST', 100)],
      [30, fast(100)],
      [60, slow(100)],
      [60, fast(100)],
      [60, decides(rotation)],
      [75, fast(100)],
      [120, slow(100)],
    ]);
    expect([...book.account.shares]).toEqual([0, 100]);
  });

  it('takes what there is where all bars are of one length, and at trades', () => {
    const { book } = tickStory(given, [
      [60, bar(100, 'FAST', 60)],
      [60, slow(100)],
      [60, decides(orders({ symbol: 'FAST', shares: 60 }, { symbol: 'SLOW', shares: 40 }))],
      [120, bar(100, 'FAST', 60)],
      [120, slow(100)],
    ]);
    expect([...book.account.shares]).toEqual([60, 40]);
    const ticks = tickStory({ ...given, policy: { fill: 'next-trade' } }, [
      [1, buy('SLOW', 100)],
      [2, buy('FAST', 100)],
      [3, trades(100, 1000, 'FAST')],
    ]);
    expect([...ticks.book.account.shares]).toEqual([100, 0]);
  });
});

describe('bars that become known in one instant, and began at others', () => {
  it('fill by the instants of their begins: what FAST sells at 105 does not pay for 60', () => {
    const { lines } = tickStory(given, [
      [15, fast(100)],
      [15, buy('FAST', 100)],
      [30, fast(100)],
      [45, fast(100)],
      [45, buy('SLOW', 100)],
      [60, slow(100)],
      [60, fast(100)],
      [105, fast(120)],
      [105, decides(orders({ symbol: 'FAST', side: 'sell', shares: 100 }))],
      [120, fast(120)],
      [120, slow(100)],
    ]);
    expect(lines.slice(1)).toEqual([
      '120 fill 3: -100 FAST at 120 (open), fee 0, order',
      '120 deny order 2 SLOW: not enough cash',
    ]);
  });

  it('fill by the instants of their begins under participation too', () => {
    const volumes = together([0, 15, 100], [1, 60, 100]);
    const { lines } = tickStory({ ...given, policy: { ...policy, participation: 0.1 } }, [
      [0, buy('FAST', 10)],
      [60, volumes],
      [60, decides(weights({ FAST: 0, SLOW: 0.05 }))],
      [180, volumes],
    ]);
    expect(lines.map((line) => line.split(' at ')[0])).toEqual([
      '60 fill 1: +10 FAST',
      '180 fill 3: +5 SLOW',
      '180 fill 2: -10 FAST',
    ]);
  });

  it('fill by the instants of their begins: what FAST buys at 105 leaves the cash of 60', () => {
    const { book } = tickStory(given, [
      [45, fast(100)],
      [45, buy('SLOW', 100)],
      [60, slow(100)],
      [60, fast(100)],
      [105, fast(90)],
      [105, buy('FAST', 100)],
      [120, together([0, 15, 90], [1, 60, 100])],
    ]);
    expect([...book.account.shares]).toEqual([0, 100]);
  });
});

describe('a target or weight that fills in a bar under way', () => {
  const half = { ...given, policy: { ...policy, size: { fraction: 0.5 } } } as const;

  it.each([
    ['a target', decides(target({ SLOW: 1 }))],
    ['a weight', decides(weights({ SLOW: 0.5 }))],
  ])('is sized by the equity of then, whatever prices became since: %s', (_, decision) => {
    for (const later of [100, 200, 50]) {
      const { book } = tickStory(half, [
        [15, fast(100)],
        [15, buy('FAST', 20)],
        [30, fast(100)],
        [45, fast(100)],
        [45, decision],
        [60, slow(100)],
        [60, fast(100)],
        [75, fast(later)],
        [120, fast(later)],
        [120, slow(100)],
      ]);
      expect([...book.account.shares]).toEqual([20, 50]);
    }
  });

  it('counts the opens of all symbols that trade then, whichever is first', () => {
    const symbols = ['FAST', 'SLOW', 'THIRD'];
    const third = (price: number) => bar(price, 'THIRD', 60);
    const { book } = tickStory({ ...half, symbols }, [
      [0, buy('THIRD', 20)],
      [60, third(100)],
      [105, decides(weights({ SLOW: 0.5, THIRD: 0.3 }))],
      [120, fast(100)],
      [135, fast(100)],
      [180, together([1, 60, 100], [2, 60, 50])],
    ]);
    // 8,000 in cash and 20 at 50.
    expect(book.account.shares[1]).toBeCloseTo(45, 9);
  });

  it('pays for what others cost at its open, also where the tape reports the open of the session later', () => {
    const policy = { fill: 'next-open', short: true, slippageBps: 100 } as const;
    const { book } = tickStory({ ...given, policy }, [
      [15, fast(100)],
      [15, decides(orders({ symbol: 'FAST', shares: 10, side: 'sell' }))],
      [15, decides(weights({ SLOW: 0.5 }))],
      [60, closes],
      [61, opens(1, 60)],
      [120, together([0, 60, 100], [1, 60, 100])],
    ]);
    // 10,000 less 10 for the slippage of FAST, of which SLOW costs another 0.5 %.
    expect(book.account.shares[1]).toBeCloseTo((0.5 * 9990) / 1.005 / 100, 9);
  });

  it('has paid for what was borrowed up to then', () => {
    const policy = { ...half.policy, short: true, borrowBpsPerYear: 252e4 };
    const { book } = tickStory({ ...half, policy }, [
      [15, fast(100)],
      [15, decides(orders({ symbol: 'FAST', shares: 1, side: 'sell' }))],
      [30, fast(100)],
      [45, decides(target({ SLOW: 1 }))],
      [50, closes],
      [60, slow(100)],
      [75, fast(100)],
      [120, slow(100)],
    ]);
    // A session costs the value of the share that is short.
    expect(book.account.shares[1]).toBeCloseTo((book.equity() * 0.5) / 100, 10);
  });

  it('counts what is held of its own symbol at the open', () => {
    const { book } = tickStory(half, [
      [15, fast(100)],
      [15, buy('FAST', 20)],
      [15, buy('SLOW', 10)],
      [30, fast(100)],
      [60, slow(100)],
      [60, fast(100)],
      [105, fast(100)],
      [120, slow(100)],
      [165, fast(100)],
      [165, decides(weights({ SLOW: 0.5 }))],
      [180, slow(100)],
      [180, fast(100)],
      [195, fast(300)],
      [240, slow(120)],
    ]);
    // Half of 7,000 in cash, 2,000 and 10 at 120.
    expect(book.account.shares[1]).toBeCloseTo(5100 / 120, 9);
  });
});

it('an open that is reported late counts from the last entry on', () => {
  const log = new EquityLog();
  log.note(60, 100, 0);
  log.note(59, 90, 0);
  log.note(70, 80, 0);
  expect(log.at(59)).toBeUndefined();
  expect(log.at(60)).toBe(90);
});

it('what was freed is forgotten once nothing can ask for it', () => {
  const freed = new FreedCash();
  for (let at = 0; at < 200; at++) freed.note({ at, began: at - 1, known: at, value: 1 }, at - 10);
  expect(freed.after(195, 200)).toBe(4);
  freed.note({ at: 300, began: 290, known: 300, value: 7 }, 290);
  // In a bar of the same begin that becomes known with it, it pays.
  expect(freed.after(290, 300)).toBe(0);
  expect(freed.after(289, 300)).toBe(7);
  expect(freed.after(290, 301)).toBe(7);
  expect(freed.size).toBeLessThan(80);
});
