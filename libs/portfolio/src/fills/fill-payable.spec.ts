/**
 * Rebalances while a symbol has no bar: sales fill, purchases use the cash there is, and
 * wait for more.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { orders, target, weights } from '../../test/decisions.js';

const symbols = ['AAA', 'BBB', 'CCC'];
const bars = { AAA: 100, BBB: 50, CCC: 20 };
const beside = { BBB: 50, CCC: 20 };
const nextOpen = { fill: 'next-open' } as const;

/** All but 200 in AAA, then AAA into BBB and CCC, while AAA has no bar. */
const swap = [
  { bars, decides: weights({ AAA: 0.8 }) },
  { bars, decides: weights({ AAA: 0, BBB: 0.75, CCC: 0.25 }) },
] as const;

describe('weights beside a held symbol without a bar', () => {
  it.each(['next-open', 'next-close'] as const)(
    'take the cash by one factor, and the rest once the sale frees it: %s',
    (fill) => {
      const { lines, marks } = story({ policy: { fill }, symbols }, [
        ...swap,
        { bars: beside },
        { bars: beside },
        { bars },
      ]);
      expect(lines.slice(1).map((line) => line.replace(/ \(.*/, ''))).toEqual([
        'part 3: +3 BBB at 50',
        'part 4: +2.5 CCC at 20',
        'fill 2: -8 AAA at 100',
        'fill 3: +12 BBB at 50',
        'fill 4: +10 CCC at 20',
      ]);
      expect(marks.at(-1)).toBe('mark 5: equity 1000, cash 0');
    },
  );

  it('keep waiting through a halt and a split of what they buy', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      ...swap,
      { bars: beside },
      {
        announced: [{ kind: 'split', symbol: 'BBB', effectiveDate: 4, from: 1, to: 2 }],
        bars: { BBB: 25, CCC: 20 },
      },
      { bars: { AAA: 100, BBB: 25, CCC: 20 } },
    ]);
    expect(lines.slice(3)).toEqual([
      'split BBB: now 6',
      'fill 2: -8 AAA at 100 (open), fee 0, rebalance',
      'fill 3: +24 BBB at 25 (open), fee 0, rebalance',
      'fill 4: +10 CCC at 20 (open), fee 0, rebalance',
    ]);
  });

  it('end without a sale, once what they bought has grown to its weight', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      { bars, decides: weights({ AAA: 0.1 }) },
      { bars, decides: weights({ AAA: 0, BBB: 0.95 }) },
      { bars: beside },
      { bars: { BBB: 200 } },
    ]);
    expect(lines.slice(1)).toEqual([
      'part 3: +18 BBB at 50 (open), fee 0, rebalance',
      'cancel 3: no change',
    ]);
  });

  it('end without the rest when no sale waits: the holding is not named', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      { bars, decides: weights({ AAA: 0.01, BBB: 0.99 }) },
      { bars, decides: weights({ BBB: 0.5, CCC: 0.5 }) },
      { bars: beside },
      { bars: beside },
    ]);
    expect(lines.slice(2)).toEqual([
      'fill 3: -9.8 BBB at 50 (open), fee 0, rebalance',
      'part 4: +24.5 CCC at 20 (open), fee 0, rebalance',
      'cancel 4: scaled',
    ]);
  });

  it('end with what they bought once no sale will free more', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      ...swap,
      { bars: beside, decides: weights({ AAA: 0.8 }) },
      { bars: beside },
    ]);
    expect(lines.slice(3)).toEqual(['cancel 2: replaced', 'cancel 3: scaled', 'cancel 4: scaled']);
  });

  it('are cut under decision-close when the sale is denied', () => {
    const { lines } = story({ symbols }, [
      { bars, decides: weights({ AAA: 0.8 }) },
      { bars: beside, decides: weights({ AAA: 0, BBB: 0.75, CCC: 0.25 }) },
    ]);
    expect(lines.slice(1)).toEqual([
      'deny AAA: no price',
      'part 2: +3 BBB at 50 (close), fee 0, rebalance',
      'cancel 2: scaled',
      'part 3: +2.5 CCC at 20 (close), fee 0, rebalance',
      'cancel 3: scaled',
    ]);
  });

  it('are whole lots, with fee and slippage paid from the same cash', () => {
    const policy = { ...nextOpen, lotSize: 1, feeBps: 100, slippageBps: 100 };
    const { book, lines } = story({ policy, symbols }, [...swap, { bars: beside }]);
    // 7 of AAA leave 285.93; 14 and 12 at a cost of 2.01% need 958.89, so each gets 0.298 of that.
    expect(lines.slice(-2)).toEqual([
      'part 3: +4 BBB at 50.5 (open), fee 2.02, rebalance',
      'part 4: +3 CCC at 20.2 (open), fee 0.606, rebalance',
    ]);
    expect(book.account.cash).toBeGreaterThanOrEqual(0);
  });

  it('wait with a short that is to be opened, until one that is held is bought back', () => {
    const policy = { ...nextOpen, short: true };
    const { lines } = story({ policy, symbols }, [
      { bars, decides: weights({ AAA: -1 }) },
      { bars, decides: weights({ AAA: 0, BBB: -1 }) },
      { bars: beside },
      { bars },
    ]);
    expect(lines).toEqual([
      'fill 1: -10 AAA at 100 (open), fee 0, rebalance',
      'fill 2: +10 AAA at 100 (open), fee 0, rebalance',
      'fill 3: -20 BBB at 50 (open), fee 0, rebalance',
    ]);
  });

  it('close a position of the other side before they wait', () => {
    const policy = { ...nextOpen, short: true };
    const { lines } = story({ policy, symbols }, [
      { bars, decides: weights({ AAA: 0.8, BBB: 0.2 }) },
      { bars, decides: weights({ AAA: 0, BBB: -1 }) },
      { bars: beside },
      { bars },
    ]);
    expect(lines.slice(2)).toEqual([
      'part 4: -4 BBB at 50 (open), fee 0, rebalance',
      'part 4: -4 BBB at 50 (open), fee 0, rebalance',
      'fill 3: -8 AAA at 100 (open), fee 0, rebalance',
      'fill 4: -16 BBB at 50 (open), fee 0, rebalance',
    ]);
  });

  it('of a symbol whose own bar came late are cut to what the others have left', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      { bars, decides: weights({ AAA: 0.5, BBB: 0.5 }) },
      { bars: { AAA: 100 } },
      { bars: { AAA: 120, BBB: 50 } },
    ]);
    expect(lines).toEqual([
      'fill 1: +5 AAA at 100 (open), fee 0, rebalance',
      'part 2: +10 BBB at 50 (open), fee 0, rebalance',
      'cancel 2: scaled',
    ]);
  });
});

describe('targets and orders beside a held symbol without a bar', () => {
  it('wait for what the sale frees, and open by one factor', () => {
    const policy = { ...nextOpen, size: { fraction: 0.5 } };
    const { lines } = story({ policy, symbols }, [
      { bars, decides: target({ AAA: 1 }) },
      { bars, decides: target({ AAA: 0, BBB: 1, CCC: 1 }) },
      { bars: beside },
      { bars },
    ]);
    expect(lines.slice(1)).toEqual([
      'part 3: +5 BBB at 50 (open), fee 0, open',
      'part 4: +12.5 CCC at 20 (open), fee 0, open',
      'fill 2: -5 AAA at 100 (open), fee 0, close',
      'fill 3: +5 BBB at 50 (open), fee 0, open',
      'fill 4: +12.5 CCC at 20 (open), fee 0, open',
    ]);
  });

  it('close before they open the other side, which waits in turn', () => {
    const policy = { ...nextOpen, short: true, size: { shares: 5 } };
    const { lines } = story({ policy, symbols }, [
      { bars, decides: target({ AAA: 1, BBB: 1 }) },
      { bars, decides: target({ AAA: 0, BBB: -1 }) },
      { bars: { BBB: 160 } },
      { bars: { AAA: 100, BBB: 160 } },
    ]);
    expect(lines.slice(2)).toEqual([
      'fill 4: -5 BBB at 160 (open), fee 0, close',
      'fill 4: -5 BBB at 160 (open), fee 0, open',
      'fill 3: -5 AAA at 100 (open), fee 0, close',
    ]);
  });

  it('come in the order of their decisions, if their own bar comes late', () => {
    const policy = { ...nextOpen, slippageBps: 100 };
    const { lines } = story({ policy, symbols }, [
      { bars, decides: target({ AAA: 1 }) },
      { bars: beside, decides: target({ BBB: 1, CCC: 1 }) },
      { bars },
    ]);
    // A third of 1,000 each, and of what the costs of those before it leave.
    expect(lines.map((line) => line.replace(/(\.\d{4})\d*/, '$1'))).toEqual([
      'fill 1: +3.3003 AAA at 101 (open), fee 0, open',
      'fill 2: +6.5788 BBB at 50.5 (open), fee 0, open',
      'fill 3: +16.3929 CCC at 20.2 (open), fee 0, open',
    ]);
  });

  it('in shares wait whole, and a sale goes first wherever the list has it', () => {
    const buy = { symbol: 'BBB', shares: 20 } as const;
    const sell = { side: 'sell', shares: 10 } as const;
    for (const list of [orders(buy, sell), orders(sell, buy)]) {
      const told = (third: object): readonly string[] =>
        story({ policy: nextOpen, symbols }, [
          { bars, decides: orders({ shares: 10 }) },
          { bars, decides: list },
          { bars: third as typeof bars },
          { bars },
        ]).lines.map((line) => line.replace(/\d: /, ': '));
      const expected = ['fill : -10 AAA at 100 (open), fee 0, order'];
      expected.push('fill : +20 BBB at 50 (open), fee 0, order');
      expect(told(bars).slice(1)).toEqual(expected);
      expect(told(beside).slice(1)).toEqual(expected);
    }
  });

  it('expire with their session, as day orders do', () => {
    const { lines } = story({ policy: nextOpen, symbols }, [
      { bars, decides: orders({ shares: 10 }) },
      {
        bars,
        decides: orders(
          { side: 'sell', shares: 10 },
          { symbol: 'BBB', shares: 20, timeInForce: 'day' },
        ),
      },
      { bars: beside },
      { bars },
    ]);
    expect(lines.slice(1)).toEqual([
      'cancel 3: expired',
      'fill 2: -10 AAA at 100 (open), fee 0, order',
    ]);
  });
});

it('orders in shares do not wait for a weight that reduces what is bought beside them', () => {
  const { lines } = story({ policy: nextOpen, symbols }, [
    { bars, decides: orders({ shares: 8 }, { symbol: 'BBB', shares: 24 }) },
    { decides: weights({ AAA: 0.1 }) },
    { bars },
  ]);
  expect(lines).toEqual([
    'part 1: +4 AAA at 100 (open), fee 0, order',
    'cancel 1: scaled',
    'part 2: +12 BBB at 50 (open), fee 0, order',
    'cancel 2: scaled',
    'fill 3: -3 AAA at 100 (open), fee 0, rebalance',
  ]);
});

it('weights that were rounded up are cut to what there is; a larger sum is scaled', () => {
  const decided = (weight: number): readonly string[] =>
    story({ symbols }, [{ bars, decides: weights({ AAA: weight, BBB: weight, CCC: weight }) }])
      .lines;
  expect(decided(0.3334)[0]).toMatch(/^fill 1: \+3\.3333333333\d* AAA/);
  expect(decided(0.34).slice(0, 2)).toEqual([
    'part 1: +3.33333333333 AAA at 100 (close), fee 0, rebalance',
    'cancel 1: scaled',
  ]);
});

it('an order below one lot is denied for that, whatever cash there is for the others', () => {
  const { lines } = story({ policy: { lotSize: 10 }, symbols }, [
    { bars, decides: orders({ shares: 1 }, { symbol: 'BBB', shares: 30 }) },
  ]);
  expect(lines).toEqual([
    'deny order 1 AAA: size is below one lot',
    'part 2: +20 BBB at 50 (close), fee 0, order',
    'cancel 2: scaled',
  ]);
});

describe('orders that each turn a short into a larger long', () => {
  const policy = { fill: 'next-open', short: true } as const;

  it('do not wait for each other in one symbol: the older has what there is', () => {
    const { lines } = story({ policy }, [
      { bars: 100, decides: orders({ side: 'sell', shares: 5 }) },
      { bars: 100, decides: orders({ shares: 20 }) },
      { decides: orders({ shares: 12 }) },
      { bars: 100 },
    ]);
    expect(lines).toEqual([
      'fill 1: -5 AAA at 100 (open), fee 0, order',
      'part 2: +15 AAA at 100 (open), fee 0, order',
      'cancel 2: scaled',
      'deny order 3 AAA: not enough cash',
    ]);
  });

  it('do not wait for each other in two symbols', () => {
    const both = { AAA: 100, BBB: 100 };
    const each = (side: 'buy' | 'sell', shares: number) =>
      orders({ side, shares }, { side, shares, symbol: 'BBB' });
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: both, decides: each('sell', 4) },
      { bars: both, decides: each('buy', 12) },
      { bars: both },
    ]);
    expect(lines.slice(2)).toEqual([
      'part 3: +10 AAA at 100 (open), fee 0, order',
      'cancel 3: scaled',
      'part 4: +8 BBB at 100 (open), fee 0, order',
      'cancel 4: scaled',
    ]);
  });
});

describe('orders that cover what another one has sold at the same open', () => {
  const policy = { fill: 'next-open', short: true } as const;
  const pair = { AAA: 100, BBB: 50 };

  it('fill whole, and pay for the others of their decision', () => {
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: pair, decides: orders({ side: 'sell', shares: 4 }) },
      { decides: orders({ shares: 1 }, { symbol: 'BBB', shares: 20 }) },
      { bars: pair },
    ]);
    expect(lines).toEqual([
      'fill 1: -4 AAA at 100 (open), fee 0, order',
      'fill 2: +1 AAA at 100 (open), fee 0, order',
      'part 3: +14 BBB at 50 (open), fee 0, order',
      'cancel 3: scaled',
    ]);
  });

  it('fill first in a list of a symbol that comes before theirs', () => {
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: pair, decides: orders({ side: 'sell', symbol: 'BBB', shares: 20 }) },
      { decides: orders({ shares: 20 }, { symbol: 'BBB', shares: 2 }) },
      { bars: pair },
    ]);
    expect(lines).toEqual([
      'fill 1: -20 BBB at 50 (open), fee 0, order',
      'fill 3: +2 BBB at 50 (open), fee 0, order',
      'part 2: +1 AAA at 100 (open), fee 0, order',
      'cancel 2: scaled',
    ]);
  });

  it('fill where it has taken all the cash', () => {
    const { lines } = story({ policy }, [
      { bars: 100, decides: orders({ shares: 2 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 12 }, { shares: 3 }, { shares: 40 }) },
      { bars: 100 },
    ]);
    expect(lines.slice(1)).toEqual([
      'fill 2: -12 AAA at 100 (open), fee 0, order',
      'fill 3: +3 AAA at 100 (open), fee 0, order',
      'part 4: +17 AAA at 100 (open), fee 0, order',
      'cancel 4: scaled',
    ]);
  });
});

it.each([
  ['no cash', 120],
  ['a loss of all equity', 320],
])('a purchase that turns a short into a larger long covers it beside %s', (_, price) => {
  const pair = { AAA: 100, BBB: 100 };
  const policy = { fill: 'next-open', short: true } as const;
  const { book, lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
    { bars: pair, decides: target({ AAA: -1, BBB: -1 }) },
    { bars: pair, decides: orders({ notional: 9000 }) },
    { bars: { AAA: price, BBB: 180 } },
  ]);
  expect([...book.account.shares]).toEqual([0, -5]);
  expect(lines.slice(-2)).toEqual([
    `part 3: +5 AAA at ${price} (open), fee 0, order`,
    'cancel 3: scaled',
  ]);
});

it('a short and a purchase that the cash does not cover together are cut by one factor', () => {
  const { lines } = story({ policy: { short: true }, symbols }, [
    { bars, decides: orders({ side: 'sell', shares: 10 }, { symbol: 'BBB', shares: 20 }) },
  ]);
  expect(lines.map((line) => line.replace(/(\.\d{6})\d+/, '$1'))).toEqual([
    'part 1: -5 AAA at 100 (close), fee 0, order',
    'cancel 1: scaled',
    'part 2: +10 BBB at 50 (close), fee 0, order',
    'cancel 2: scaled',
  ]);
});
