/**
 * Orders and weights cut to the cash that there is: its costs, its price, and what rounding
 * has left of it.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { orders, weights } from '../../test/decisions.js';

const symbols = ['AAA', 'BBB', 'CCC'];
const bars = { AAA: 100, BBB: 50, CCC: 20 };
const beside = { BBB: 50, CCC: 20 };
const nextOpen = { fill: 'next-open' } as const;

describe('orders that together need more than there is', () => {
  it('are not cut for a sale that is refused, as nothing is held', () => {
    const { lines } = story({ symbols }, [
      { bars, decides: orders({ side: 'sell', shares: 10 }, { symbol: 'BBB', shares: 24 }) },
    ]);
    expect(lines).toEqual([
      'deny order 1 AAA: short not allowed',
      'part 2: +20 BBB at 50 (close), fee 0, order',
      'cancel 2: scaled',
    ]);
  });

  it('pay their slippage from the cash: half of the money each', () => {
    const { book, lines } = story({ policy: { slippageBps: 100 }, symbols }, [
      { bars, decides: orders({ shares: 6 }, { symbol: 'BBB', shares: 12 }) },
    ]);
    expect(lines.map((line) => line.replace(/(\.\d{6})\d+/, '$1'))).toEqual([
      'part 1: +4.950495 AAA at 101 (close), fee 0, order',
      'cancel 1: scaled',
      'part 2: +9.900990 BBB at 50.5 (close), fee 0, order',
      'cancel 2: scaled',
    ]);
    expect(book.account.cash).toBeGreaterThanOrEqual(0);
  });

  it('fill whole in money that covers the slippage, though not in shares at the price before it', () => {
    const { lines } = story({ policy: { slippageBps: 100 }, symbols }, [
      { bars, decides: orders({ notional: 497 }, { symbol: 'BBB', notional: 502 }) },
    ]);
    expect(lines.map((line) => line.slice(0, 6))).toEqual(['fill 1', 'fill 2']);
  });

  it('are cut to what a share costs, however expensive it is', () => {
    const expensive = { AAA: 500_000, BBB: 50 };
    const given = { symbols: ['AAA', 'BBB'], capital: 1_000_000 };
    const cut = (line: string): string => line.replace(/(\.\d{4})\d*.*/, '$1');
    const asked = story(given, [
      { bars: expensive, decides: orders({ shares: 2 }, { symbol: 'BBB', shares: 10_000 }) },
    ]);
    expect(asked.lines.map(cut)).toEqual([
      'part 1: +1.3333',
      'cancel 1: scaled',
      'part 2: +6666.6666',
      'cancel 2: scaled',
    ]);
    const weighed = story(given, [{ bars: expensive, decides: weights({ AAA: 0.75, BBB: 0.5 }) }]);
    expect(weighed.lines.map(cut)).toEqual([
      'part 1: +1.2 AAA at 500000 (close), fee 0, rebalance',
      'cancel 1: scaled',
      'part 2: +8000 BBB at 50 (close), fee 0, rebalance',
      'cancel 2: scaled',
    ]);
  });

  it('fill whole once the last of them has covered what an older order sold', () => {
    const policy = { fill: 'next-open', short: true } as const;
    const pair = { AAA: 100, BBB: 50 };
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: pair, decides: orders({ side: 'sell', shares: 4 }) },
      { decides: orders({ symbol: 'BBB', shares: 13 }, { shares: 1 }) },
      { bars: pair },
    ]);
    expect(lines).toEqual([
      'fill 1: -4 AAA at 100 (open), fee 0, order',
      'fill 3: +1 AAA at 100 (open), fee 0, order',
      'fill 2: +13 BBB at 50 (open), fee 0, order',
    ]);
  });
});

describe('cash that rounding has left', () => {
  /** Half a millionth remains of it once ten shares are bought at 100. */
  const capital = 1000.0000005;
  const bought = { bars, decides: orders({ shares: 10 }) } as const;

  it('buys nothing for orders that would be cut to it', () => {
    const { lines } = story({ symbols, capital }, [
      bought,
      { bars, decides: orders({ symbol: 'BBB', shares: 4 }, { symbol: 'CCC', shares: 10 }) },
    ]);
    expect(lines.slice(1)).toEqual([
      'deny order 2 BBB: not enough cash',
      'deny order 3 CCC: not enough cash',
    ]);
  });

  it('buys nothing for a weight beside a position without a price', () => {
    const { lines } = story({ policy: nextOpen, symbols, capital }, [
      bought,
      { bars, decides: weights({ AAA: 1, BBB: 0.5 }) },
      { bars: beside },
    ]);
    expect(lines.slice(1)).toEqual(['deny order 3 BBB: not enough cash']);
  });
});
