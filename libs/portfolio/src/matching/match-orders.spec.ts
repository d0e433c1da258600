/**
 * Orders in shares and notional meeting bars: turns inside a bar, groups, lives, slippage,
 * lots, denials.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { cancel, flat, long, orders, target } from '../../test/decisions.js';

const ten = orders({});

describe('market orders', () => {
  it.each([
    ['shares', { shares: 3 }, 'fill 1: +3 AAA at 101 (close), fee 3.03, order'],
    [
      'notional, before the fee',
      { notional: 202 },
      'fill 1: +2 AAA at 101 (close), fee 2.02, order',
    ],
    ['a short sale', { side: 'sell', shares: 3 }, 'fill 1: -3 AAA at 99 (close), fee 2.97, order'],
    ['an unknown symbol', { symbol: 'ZZZ' }, 'deny ZZZ: unknown symbol'],
  ] as const)('%s: slippage and fee go against the trader', (_, request, expected) => {
    const policy = { short: true, feeBps: 100, slippageBps: 100 };
    expect(story({ policy }, [{ bars: 100, decides: orders(request) }]).lines).toEqual([expected]);
  });

  it.each([
    // A share of 100 at 101 with a fee of 1.01 takes 102.01 of 1000; sold at 99 it takes 100
    // and loses 1.99.
    ['too much', { shares: 10 }, '+9.80296049407 AAA at 101 (close), fee 9.90099009901'],
    [
      'too short',
      { side: 'sell', shares: 10 },
      '-9.80488283165 AAA at 99 (close), fee 9.70683400333',
    ],
  ] as const)('%s is scaled to the cash after slippage and fee', (_, request, filled) => {
    const policy = { short: true, feeBps: 100, slippageBps: 100 };
    const { lines, book } = story({ policy }, [{ bars: 100, decides: orders(request) }]);
    expect(lines).toEqual([`part 1: ${filled}, order`, 'cancel 1: scaled']);
    expect(book.account.cash).toBeGreaterThanOrEqual(0);
  });

  it('of one decision are scaled by one factor at the open, after its sales', () => {
    const policy = { fill: 'next-open', lotSize: 1 } as const;
    const prices = { AAA: 100, BBB: 50, CCC: 20 };
    const { lines } = story({ policy, symbols: ['AAA', 'BBB', 'CCC'] }, [
      { bars: prices, decides: orders({ symbol: 'CCC', shares: 20 }) },
      {
        bars: prices,
        decides: orders(
          { shares: 6 },
          { symbol: 'BBB', shares: 12 },
          {
            symbol: 'CCC',
            side: 'sell',
            shares: 20,
          },
        ),
      },
      { bars: { AAA: 150, BBB: 75, CCC: 20 } },
    ]);
    // Decided at 1200 for 1000; at the opens 1800: 6 and 12 become 3.33 and 6.67, in whole shares.
    expect(lines).toEqual([
      'fill 1: +20 CCC at 20 (open), fee 0, order',
      'fill 4: -20 CCC at 20 (open), fee 0, order',
      'part 2: +3 AAA at 150 (open), fee 0, order',
      'cancel 2: scaled',
      'part 3: +6 BBB at 75 (open), fee 0, order',
      'cancel 3: scaled',
    ]);
  });

  it('of an earlier decision come first, and what finds no cash at all is denied', () => {
    const { lines } = story({ policy: { fill: 'next-open' }, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 50 }, decides: orders({ shares: 12 }) },
      { decides: orders({ symbol: 'BBB', notional: 500 }) },
      { bars: { AAA: 100, BBB: 50 } },
    ]);
    expect(lines).toEqual([
      'part 1: +10 AAA at 100 (open), fee 0, order',
      'cancel 1: scaled',
      'deny order 2 BBB: not enough cash',
    ]);
  });

  it('never sells short when that is not allowed, not even in part', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders({ shares: 5 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 6 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 5 }) },
    ]);
    expect(lines.slice(1)).toEqual([
      'deny order 2 AAA: short not allowed',
      'fill 3: -5 AAA at 100 (close), fee 0, order',
    ]);
  });

  it('leaves no rounding behind when an order is for what is held', () => {
    const { book } = story({}, [
      { bars: 100, decides: orders({ shares: 0.1 }, { shares: 0.2 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 0.3 }) },
    ]);
    expect(book.account.shares[0]).toBe(0);
  });

  it('rounds down to lots, and denies what is below one', () => {
    const { lines } = story({ policy: { lotSize: 2 } }, [
      { bars: 100, decides: orders({ notional: 500 }, { shares: 1 }) },
    ]);
    expect(lines).toEqual([
      'fill 1: +4 AAA at 100 (close), fee 0, order',
      'deny order 2 AAA: size is below one lot',
    ]);
  });

  it('needs a bar of this session to fill at the decision’s close', () => {
    const { lines } = story({}, [{ bars: 100 }, { decides: ten }, { bars: 100 }]);
    expect(lines).toEqual(['deny AAA: no price']);
  });

  it.each([
    ['next-open', 'fill 1: +5 AAA at 110 (open), fee 0, order'],
    ['next-close', 'fill 1: +5 AAA at 120 (close), fee 0, order'],
  ] as const)('waits for its price under %s', (fill, expected) => {
    const { lines } = story({ policy: { fill } }, [
      { bars: 100, decides: orders({ shares: 5 }) },
      {},
      { bars: [110, 125, 105, 120] },
    ]);
    expect(lines).toEqual([expected]);
  });

  it('of one group: the first fill ends the other', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders({ shares: 2, group: 'g' }, { shares: 3, group: 'g' }) },
    ]);
    expect(lines).toEqual(['fill 1: +2 AAA at 100 (close), fee 0, order', 'cancel 2: group']);
  });
});

describe('limit, stop and stop-limit orders', () => {
  const held = { bars: 100, decides: ten } as const;
  const stop = { side: 'sell', type: 'stop', stop: 95, group: 'exit' } as const;
  const goal = { side: 'sell', type: 'limit', limit: 105, group: 'exit' } as const;
  const exits = { bars: 100, decides: orders(goal, stop) } as const;

  it.each([
    ['touches both: takes the stop', [100, 110, 90, 100], '-10 AAA at 95 (level)'],
    ['touches the target alone', [100, 110, 96, 100], '-10 AAA at 105 (level)'],
    ['opens beyond the stop', [90, 110, 80, 100], '-10 AAA at 90 (open)'],
    [
      'opens beyond the target, touches the stop later',
      [107, 110, 90, 100],
      '-10 AAA at 107 (open)',
    ],
  ] as const)('a bar that %s; the group’s other order ends', (_, bars, fill) => {
    const { lines } = story({}, [held, exits, { bars }]);
    expect(lines[1]).toMatch(
      new RegExp(`fill [23]: ${fill.replace(/[()]/g, '\\$&')}, fee 0, order`),
    );
    expect(lines[2]).toMatch(/^cancel [23]: group$/);
    expect(lines).toHaveLength(3);
  });

  it('slips a stop, never a limit', () => {
    const policy = { slippageBps: 100 };
    const stopped = story({ policy, capital: 2000 }, [held, exits, { bars: [100, 104, 90, 100] }]);
    expect(stopped.lines[1]).toBe('fill 3: -10 AAA at 94.05 (level), fee 0, order');
    const reached = story({ policy, capital: 2000 }, [held, exits, { bars: [100, 106, 99, 100] }]);
    expect(reached.lines[1]).toBe('fill 2: -10 AAA at 105 (level), fee 0, order');
  });

  it('lets a limit order spend all cash, as it does not slip', () => {
    const decides = orders({ type: 'limit', limit: 100 });
    const { lines } = story({ policy: { slippageBps: 100 } }, [
      { bars: 120, decides },
      { bars: [110, 111, 99, 105] },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 100 (level), fee 0, order']);
  });

  it('fills at the open before anything inside the bar, so that the entry is there for its stop', () => {
    const entry = { shares: 10 } as const;
    const { lines } = story({ policy: { fill: 'next-open' } }, [
      { bars: 100, decides: orders(entry, { side: 'sell', type: 'stop', stop: 95 }) },
      { bars: [100, 101, 94, 96] },
    ]);
    expect(lines).toEqual([
      'fill 1: +10 AAA at 100 (open), fee 0, order',
      'fill 2: -10 AAA at 95 (level), fee 0, order',
    ]);
  });

  it('triggers a stop-limit in one bar and fills it in a later one', () => {
    const decides = orders({ type: 'stop-limit', stop: 105, limit: 103 });
    const { lines } = story({ capital: 2000 }, [
      { bars: 100, decides },
      { bars: [100, 106, 100, 106] },
      { bars: [106, 108, 104, 105] },
      { bars: [105, 105, 102, 104] },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 103 (level), fee 0, order']);
  });

  it('is scaled when cash is short when its price comes', () => {
    const decides = orders({ type: 'limit', limit: 90, shares: 12 });
    const { lines } = story({}, [{ bars: 100, decides }, { bars: 90 }]);
    expect(lines).toEqual([
      'part 1: +11.1111111111 AAA at 90 (open), fee 0, order',
      'cancel 1: scaled',
    ]);
  });

  it('waits for a price of its own symbol', () => {
    const decides = orders({ symbol: 'BBB', type: 'limit', limit: 60 });
    const { lines } = story({ symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 10 }, decides },
      { bars: { AAA: 20 } },
      { bars: { AAA: 20, BBB: 55 } },
    ]);
    expect(lines).toEqual(['fill 1: +10 BBB at 55 (open), fee 0, order']);
  });
});

describe('how long an order lives', () => {
  const limit = { type: 'limit', limit: 90 } as const;

  it('a day order to the close of the next session in which its symbol trades', () => {
    const decides = orders({ ...limit, timeInForce: 'day' });
    const { lines, events } = story({}, [{ bars: 100, decides }, {}, { bars: 100 }, { bars: 80 }]);
    expect(lines).toEqual(['cancel 1: expired']);
    expect(events.find(({ type }) => type === 'OrderCancelled')?.asOf).toBe(3);
  });

  it('a day order that was placed between bars, to the close of that session', () => {
    const decides = [orders({ ...limit, timeInForce: 'day' })];
    const { lines, events } = story({}, [{ bars: [100, 100], decides }, { bars: 80 }]);
    expect(lines).toEqual(['cancel 1: expired']);
    expect(events.find(({ type }) => type === 'OrderCancelled')?.asOf).toBe(1);
  });

  it('good-till-cancelled until its price comes', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders(limit) },
      { bars: 100 },
      { bars: 95 },
      { bars: 89 },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 89 (open), fee 0, order']);
  });

  it('until it is cancelled by its name', () => {
    const { lines, book } = story({}, [
      { bars: 100, decides: orders({ ...limit, id: 'mine' }) },
      { bars: 100, decides: cancel('mine', 'mine', 'other') },
      { bars: 80 },
    ]);
    expect(lines).toEqual(['cancel 1: requested', 'no order mine', 'no order other']);
    expect(book.account.cash).toBe(1000);
  });

  it('under a name that no other waiting order has', () => {
    const { lines, accepted } = story({}, [
      { bars: 100, decides: orders({ ...limit, id: 'mine' }, { ...limit, limit: 80, id: 'mine' }) },
    ]);
    expect(accepted).toEqual(['order 1: buy AAA limit limit 90']);
    expect(lines).toEqual(['deny AAA: duplicate order id']);
  });

  it('a target ends with a word when orders took the position there first', () => {
    const policy = { fill: 'next-open' } as const;
    const { lines } = story({ policy }, [
      { bars: 100, decides: orders({ shares: 5 }) },
      { decides: long },
      { bars: 100, decides: flat },
      { decides: orders({ side: 'sell', shares: 5 }) },
      { bars: 100 },
    ]);
    expect(lines).toEqual([
      'fill 1: +5 AAA at 100 (open), fee 0, order',
      'cancel 2: no change',
      'fill 3: -5 AAA at 100 (open), fee 0, close',
      'deny order 4 AAA: short not allowed',
    ]);
  });

  it('a replaced target never fills', () => {
    const { lines } = story({ policy: { fill: 'next-open', short: true } }, [
      { bars: 100, decides: long },
      { decides: target({ AAA: -1 }) },
      { bars: 100 },
    ]);
    expect(lines).toEqual(['cancel 1: replaced', 'fill 2: -10 AAA at 100 (open), fee 0, open']);
  });
});
