/**
 * Orders that fill in parts: how much each takes, what is shared, what becomes of the rest, and
 * what it adds up to.
 */

import { describe, expect, it } from 'vitest';
import { cancel, flat, long, orders, weights } from '../../test/decisions.js';
import {
  bars,
  closes,
  decides,
  opens,
  quotes,
  splits,
  tickStory,
  trades,
} from '../../test/tick-story.js';

const ten = orders({ shares: 10 });
const tenth = { participation: 0.1 } as const;

describe('participation', () => {
  it('bounds each part, and several orders share it, the older first', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(orders({ shares: 10 }, { shares: 5 }))],
      [2, trades(100, 60)],
      [3, trades(101, 80)],
      [4, trades(102, 200)],
    ]);
    expect(lines).toEqual([
      '2 part 1: +6 AAA at 100 (trade), fee 0, order',
      '3 fill 1: +4 AAA at 101 (trade), fee 0, order',
      '3 part 2: +4 AAA at 101 (trade), fee 0, order',
      '4 fill 2: +1 AAA at 102 (trade), fee 0, order',
    ]);
  });

  it('leaves nothing of a position that a weight of 0 closes', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(weights({ AAA: 0.559 }))],
      [2, trades(142.06, 1000)],
      [3, decides(weights({ AAA: 0 }))],
      [4, trades(153.71, 1000)],
      [5, decides(orders({ side: 'sell' }))],
      [6, trades(153.71, 1000)],
    ]);
    expect(lines.at(-1)).toBe('6 deny order 3 AAA: short not allowed');
  });

  it('takes whole lots', () => {
    const { lines } = tickStory({ policy: { ...tenth, lotSize: 1 } }, [
      [1, decides(ten)],
      [2, trades(100, 9)],
      [3, trades(100, 79)],
      [4, trades(100, 1000)],
    ]);
    expect(lines).toEqual([
      '3 part 1: +7 AAA at 100 (trade), fee 0, order',
      '4 fill 1: +3 AAA at 100 (trade), fee 0, order',
    ]);
  });

  it('makes money a number of shares at the first price', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(orders({ notional: 1000 }))],
      [2, trades(100, 40)],
      [3, trades(50, 1000)],
    ]);
    expect(lines.map((line) => line.slice(0, 25))).toEqual([
      '2 part 1: +4 AAA at 100 (',
      '3 fill 1: +6 AAA at 50 (t',
    ]);
  });

  it('leaves an unspecified size alone', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(ten)],
      [2, trades(100, NaN)],
      [3, trades(100, 0)],
    ]);
    expect(lines).toEqual([]);
  });

  it('lets the rest of a day order expire, and that of a cancelled one end', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(orders({ shares: 10 }, { shares: 9, id: 'b' }))],
      [2, trades(100, 120)],
      [3, closes],
      [4, decides(cancel('b'))],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +10 AAA at 100 (trade), fee 0, order',
      '2 part 2: +2 AAA at 100 (trade), fee 0, order',
      '4 cancel 2: requested',
    ]);
    const day = tickStory({ policy: tenth }, [
      [1, decides(orders({ timeInForce: 'day' }))],
      [2, trades(100, 50)],
      [3, closes],
    ]);
    expect(day.lines.at(-1)).toBe('3 cancel 1: expired');
  });

  it('scales the rest by a split overnight', () => {
    const { lines, book } = tickStory({ policy: tenth }, [
      [1, decides(ten)],
      [2, trades(100, 40)],
      [3, closes],
      [4, splits(2, 2)],
      [5, opens(2)],
      [6, trades(50, 1000)],
    ]);
    expect(lines).toEqual([
      '2 part 1: +4 AAA at 100 (trade), fee 0, order',
      '5 split AAA: now 8',
      '6 fill 1: +12 AAA at 50 (trade), fee 0, order',
    ]);
    expect(book.account.shares[0]).toBe(20);
  });

  it('opens a target over several parts, at one price as much as at once', () => {
    const policy = { feeBps: 10, size: { fraction: 0.5 } } as const;
    const run = (terms: object, sizes: readonly number[]) =>
      tickStory({ policy: { ...policy, ...terms } }, [
        [1, decides(long)],
        ...sizes.map((size, index) => [index + 2, trades(100, size)] as const),
      ]);
    const whole = run({}, [1]);
    const parts = run(tenth, [100, 150, 5000]);
    expect(parts.lines.map((line) => line.split(':')[0])).toEqual([
      '2 part 1',
      '3 part 1',
      '4 fill 1',
    ]);
    expect(parts.book.account.shares[0]).toBeCloseTo(whole.book.account.shares[0] as number, 9);
    expect(parts.book.account.cash).toBeCloseTo(whole.book.account.cash, 8);
  });

  it('closes a target over several parts before it opens the other side', () => {
    const { lines } = tickStory({ policy: { ...tenth, short: true, size: { shares: 10 } } }, [
      [1, decides(long)],
      [2, trades(100, 1000)],
      [3, decides({ kind: 'target', positions: [{ symbol: 'AAA', position: -1 }] })],
      [4, trades(100, 40)],
      [5, trades(100, 100)],
      [6, trades(100, 1000)],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +10 AAA at 100 (trade), fee 0, open',
      '4 part 2: -4 AAA at 100 (trade), fee 0, close',
      '5 part 2: -6 AAA at 100 (trade), fee 0, close',
      '5 part 2: -4 AAA at 100 (trade), fee 0, open',
      '6 fill 2: -6 AAA at 100 (trade), fee 0, open',
    ]);
  });

  it('leaves no rest within rounding of what a bound gives', () => {
    const sell = (shares: number) => decides(orders({ side: 'sell', shares }));
    const { book, lines } = tickStory({ policy: tenth }, [
      [1, decides(orders({ shares: 27.56 }))],
      [2, trades(100, 1000)],
      [3, sell(15.4)],
      [4, trades(100, 1000)],
      [5, decides(flat)],
      [6, trades(100, 121.6 * (1 - 1e-12))],
    ]);
    expect(lines.at(-1)).toBe('6 fill 3: -12.16 AAA at 100 (trade), fee 0, close');
    expect([...book.account.shares]).toEqual([0]);
  });

  it('opens nothing where another order has opened its position', () => {
    const policy = { ...tenth, fill: 'next-close', short: true, size: { shares: 5 } } as const;
    const flatBar = { open: 100, high: 100, low: 100, close: 100 };
    const bar = (volume: number) => bars({ ...flatBar, volume }, 'AAA', { ms: 1 });
    const { lines } = tickStory({ policy, isIntraday: true }, [
      [1, decides(orders({ side: 'sell', shares: 10 }))],
      [3, bar(1000)],
      [4, decides(long)],
      [6, bar(40)],
      [7, decides(orders({ type: 'limit', limit: 100, shares: 8 }))],
      [9, bar(1000)],
    ]);
    expect(lines.slice(1)).toEqual([
      '6 part 2: +4 AAA at 100 (close), fee 0, close',
      '9 fill 3: +8 AAA at 100 (open), fee 0, order',
      '9 cancel 2: no change',
    ]);
  });

  it('goes by the terms in each bar, whatever turns left less in the bar before', () => {
    const policy = { ...tenth, fill: 'next-open' } as const;
    const stop = orders({ side: 'sell', type: 'stop-limit', stop: 99, limit: 90, shares: 20 });
    const limit = { type: 'limit', limit: 105 } as const;
    const bar = (open: number, close: number, volume: number) =>
      bars({ open, high: open, low: close, close, volume }, 'AAA', { ms: 1 });
    const { lines } = tickStory({ policy, isIntraday: true, capital: 100_000 }, [
      [1, decides(stop)],
      [4, decides(orders({ ...limit, shares: 4 }, { ...limit, shares: 50 }))],
      [6, bar(98, 95, 97)],
      [9, bar(98, 95, 117)],
    ]);
    expect(lines).toEqual([
      // After the smaller one, the stop would sell, and leave less to the larger one.
      '6 part 3: +9.7 AAA at 98 (open), fee 0, order',
      '9 part 1: -9.7 AAA at 98 (open), fee 0, order',
      // Either leaves the same.
      '9 part 2: +2 AAA at 98 (open), fee 0, order',
    ]);
  });

  it('opens nothing before the part that closes was filled whole', () => {
    const terms = { ...tenth, short: true, size: { shares: 10 }, lotSize: 3 };
    const { lines } = tickStory({ policy: terms }, [
      [1, decides(long)],
      [2, trades(100, 1000)],
      [3, decides({ kind: 'target', positions: [{ symbol: 'AAA', position: -1 }] })],
      [4, trades(100, 80)],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +9 AAA at 100 (trade), fee 0, open',
      '4 part 2: -6 AAA at 100 (trade), fee 0, close',
    ]);
  });

  it('of orders in shares wait for what another is about to sell', () => {
    const { lines } = tickStory({ policy: {}, capital: 1000, symbols: ['AAA', 'BBB'] }, [
      [1, decides(orders({ shares: 10 }))],
      [2, trades(100)],
      [3, decides(orders({ shares: 10, side: 'sell' }, { shares: 20, symbol: 'BBB' }))],
      [4, trades(50, 100, 'BBB')],
      [5, trades(100)],
      [6, trades(50, 100, 'BBB')],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +10 AAA at 100 (trade), fee 0, order',
      '5 fill 2: -10 AAA at 100 (trade), fee 0, order',
      '6 fill 3: +20 BBB at 50 (trade), fee 0, order',
    ]);
  });

  it('of orders in shares do not wait for another that is about to buy more', () => {
    const { lines } = tickStory({ policy: {}, capital: 1000, symbols: ['AAA', 'BBB'] }, [
      [1, decides(orders({ shares: 5 }))],
      [2, trades(100)],
      [3, trades(40, 100, 'BBB')],
      [4, decides(orders({ shares: 1 }, { shares: 10, symbol: 'BBB' }))],
      [5, trades(100, 100, 'BBB')],
    ]);
    expect(lines.slice(1).map((line) => line.split(' at ')[0])).toEqual([
      '5 part 3: +5 BBB',
      '5 cancel 3: scaled',
    ]);
  });

  it('of an order end once another symbol has taken the cash for its rest', () => {
    const { lines } = tickStory({ policy: tenth, capital: 1000, symbols: ['AAA', 'BBB'] }, [
      [1, decides(orders({ shares: 100 }))],
      [2, trades(50, 100)],
      [3, decides(orders({ symbol: 'BBB', shares: 10 }))],
      [4, trades(50, 100, 'BBB')],
      [5, trades(50, 100)],
    ]);
    expect(lines.at(-1)).toBe('5 cancel 1: scaled');
  });

  it('of a target end where rounding alone has left cash for them', () => {
    const policy = { ...tenth, fill: 'next-close', size: { fraction: 1 } } as const;
    const flatBar = { open: 7, high: 7, low: 7, close: 7 };
    const { lines } = tickStory({ policy, capital: 1000 }, [
      [1, decides(long)],
      [2, bars({ ...flatBar, volume: 100 }, 'AAA', { ms: 1 })],
      [3, decides(orders({ type: 'limit', limit: 7, shares: 1000 }))],
      [4, bars({ ...flatBar, volume: 100_000 }, 'AAA', { ms: 1 })],
    ]);
    expect(lines.slice(2)).toEqual(['4 cancel 2: scaled', '4 cancel 1: no change']);
  });

  it('gives up the rest of a target for another', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(long)],
      [2, trades(100, 100)],
      [3, decides(long)],
      [4, decides(flat)],
      [5, trades(100, 100)],
    ]);
    expect(lines).toEqual([
      '2 part 1: +10 AAA at 100 (trade), fee 0, open',
      '4 cancel 1: replaced',
      '5 fill 2: -10 AAA at 100 (trade), fee 0, close',
    ]);
  });

  it('bounds bars by their volume, and fills nothing in one without', () => {
    const bar = { open: 100, high: 105, low: 95, close: 102 };
    const { lines } = tickStory({ policy: { fill: 'next-open', ...tenth } }, [
      [1, decides(orders({ shares: 10 }, { type: 'limit', limit: 96, shares: 5 }))],
      [2, bars(bar)],
      [3, bars({ ...bar, volume: 120 })],
      [4, bars({ ...bar, volume: 120 })],
    ]);
    expect(lines).toEqual([
      '3 fill 1: +10 AAA at 100 (open), fee 0, order',
      '3 part 2: +2 AAA at 96 (level), fee 0, order',
      '4 fill 2: +3 AAA at 96 (level), fee 0, order',
    ]);
  });
});

describe('weights', () => {
  const both = { symbols: ['AAA', 'BBB'] };

  it('come to their parts symbol by symbol, as far as there is cash', () => {
    const { lines } = tickStory(both, [
      [1, decides(weights({ AAA: 0.5, BBB: 0.5 }))],
      [2, trades(100)],
      [3, trades(110)],
      [4, trades(10, 100, 'BBB')],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +50 AAA at 100 (trade), fee 0, rebalance',
      '4 fill 2: +500 BBB at 10 (trade), fee 0, rebalance',
    ]);
  });

  it('wait for what another is about to sell', () => {
    const { lines } = tickStory(both, [
      [1, decides(weights({ AAA: 1 }))],
      [2, trades(100)],
      [3, decides(weights({ AAA: 0, BBB: 1 }))],
      [4, trades(10, 100, 'BBB')],
      [5, trades(100)],
      [6, trades(10, 100, 'BBB')],
    ]);
    expect(lines).toEqual([
      '2 fill 1: +100 AAA at 100 (trade), fee 0, rebalance',
      '5 fill 2: -100 AAA at 100 (trade), fee 0, rebalance',
      '6 fill 3: +1000 BBB at 10 (trade), fee 0, rebalance',
    ]);
  });

  it('flip to fewer shares without cash for more', () => {
    const { book } = tickStory({ ...both, policy: { short: true } }, [
      [1, decides(weights({ AAA: -0.5, BBB: 0.5 }))],
      [2, trades(100)],
      [3, trades(100, 100, 'BBB')],
      [4, decides(weights({ AAA: 0.5 }))],
      [5, trades(180)],
    ]);
    // Half of an equity of 6,000; BBB has 5,000 of it.
    expect(book.account.shares[0]).toBeCloseTo(3000 / 180, 12);
  });

  it('sell at the bid what exceeds them', () => {
    const { lines } = tickStory({ policy: { fill: 'next-quote' } }, [
      [1, decides(weights({ AAA: 0.5 }))],
      [2, quotes(100, 100)],
      [3, decides(weights({ AAA: 0.25 }))],
      [4, quotes(80, 120)],
    ]);
    // A quarter of 5,000 in cash and 50 shares at 80.
    expect(lines).toEqual([
      '2 fill 1: +50 AAA at 100 (quote), fee 0, rebalance',
      '4 fill 2: -21.875 AAA at 80 (quote), fee 0, rebalance',
    ]);
  });

  it('end between the two sides of a quote', () => {
    const { lines } = tickStory({ policy: { fill: 'next-quote' } }, [
      [1, quotes(99, 101)],
      [1, decides(weights({ AAA: 0.5 }))],
      [2, quotes(99, 101)],
      [3, decides(weights({ AAA: 0.5 }))],
      [4, quotes(99, 101)],
    ]);
    expect(lines.map((line) => line.split(' at ')[0])).toEqual([
      expect.stringMatching(/^2 fill 1: \+49/),
      '4 cancel 2: no change',
    ]);
  });
});
