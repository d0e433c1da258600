/**
 * Corporate actions inside of the bars of weeks and months: after fills at the open, before
 * fills at the close.
 */

import { describe, expect, it } from 'vitest';
import type { Dividend } from '#contracts';
import { story, type Session, type Story } from '../book/book-story.fixture.js';
import { buy, dividend, flat, long, orders, short, split, target } from '../../test/decisions.js';

const cash = { dividends: 'cash', fill: 'next-open' } as const;
const nextClose = { dividends: 'cash', fill: 'next-close' } as const;

/** Sessions of ten days: the second one has the days 11 to 20. */
const periods = (given: Parameters<typeof story>[0], ...sessions: Session[]): Story =>
  story({ days: 10, policy: cash, ...given }, sessions);

const kinds = ({ lines }: Story): readonly string[] => lines.map((told) => told.split(' ')[0]!);

describe('a dividend on a day of the period', () => {
  const at = (day: number): readonly Dividend[] => [dividend(day, 5)];
  const bar = [100, 100, 95, 95] as const;

  it.each([
    ['a first day', 11, [], -50],
    ['a day inside', 14, ['dividend'], 0],
    ['a last day', 20, ['dividend'], 0],
    ['the first day of the next period', 21, ['dividend'], 0],
  ] as const)('of %s is paid to who bought at the open if it is later', (_, day, paid, profit) => {
    const told = periods(
      {},
      { bars: 100, decides: long, announced: at(day) },
      { bars: bar },
      { bars: 95 },
    );
    expect(kinds(told)).toEqual(['fill', ...paid]);
    expect(told.book.equity()).toBe(1000 + profit);
  });

  it.each([
    ['a first day', 21, ['fill', 'dividend', 'fill'], 50],
    ['a day inside', 24, ['fill', 'fill'], 0],
    ['a last day', 30, ['fill', 'fill'], 0],
  ] as const)(
    'of %s is paid to who sells at the open unless it is later',
    (_, day, told, profit) => {
      const sold = periods(
        {},
        { bars: 100, decides: long, announced: at(day) },
        { bars: 100, decides: flat },
        { bars: bar },
      );
      expect(kinds(sold)).toEqual(told);
      expect(sold.book.equity()).toBe(1000 + profit);
    },
  );

  it('comes before what fills at the close', () => {
    const sold = periods(
      { policy: nextClose },
      { bars: 100, decides: long },
      { bars: 100, decides: flat, announced: at(24) },
      { bars: bar },
    );
    expect(sold.lines.slice(1)).toEqual([
      'dividend AAA: 10 x 5 = 50',
      'fill 2: -10 AAA at 95 (close), fee 0, close',
    ]);
    const bought = periods(
      { policy: nextClose },
      { bars: 100, decides: long, announced: at(14) },
      { bars: bar },
    );
    expect(kinds(bought)).toEqual(['fill']);
  });

  it('is paid by who is short, and not by who covered at the open', () => {
    const policy = { ...cash, short: true };
    const before = { bars: 100, decides: short };
    const held = periods({ policy }, before, { bars: 100, announced: at(24) }, { bars: bar });
    expect(held.lines.at(-1)).toBe('dividend AAA: -10 x 5 = -50');
    expect(held.book.equity()).toBe(1000);
    const covered = periods(
      { policy },
      before,
      { bars: 100, decides: flat, announced: at(24) },
      { bars: bar },
    );
    expect(kinds(covered)).toEqual(['fill', 'fill']);
    expect(covered.book.equity()).toBe(1000);
  });

  it('is paid where the symbol has no bar', () => {
    const told = periods(
      {},
      { bars: 100, decides: long },
      { bars: 100, announced: at(24) },
      {},
      { bars: 95 },
    );
    expect(told.marks.slice(2)).toEqual([
      'mark 30: equity 1050, cash 50, stale AAA',
      'mark 40: equity 1000, cash 50',
    ]);
  });

  it('that becomes known after the bar is paid to who held on it', () => {
    const bought = periods({}, { bars: 100, decides: long }, { bars: bar, late: at(14) });
    expect(bought.book.equity()).toBe(1000);
    const sold = periods(
      {},
      { bars: 100, decides: long },
      { bars: 100, decides: flat },
      { bars: bar, late: at(24) },
    );
    expect(kinds(sold)).toEqual(['fill', 'fill']);
    const later = periods(
      {},
      { bars: 100, decides: long },
      { bars: bar },
      { bars: 95, late: at(14) },
    );
    expect(later.lines.at(-1)).toBe('dividend AAA: 10 x 5 = 50');
  });

  it('is reinvested at the open of the next bar', () => {
    const told = periods(
      { policy: { ...cash, dividends: 'reinvest' } },
      { bars: 100, decides: long, announced: at(14) },
      { bars: [100, 100, 50, 50] },
      { bars: [40, 50, 40, 50] },
    );
    expect(told.lines.slice(1)).toEqual([
      'dividend AAA: 10 x 5 = 50',
      'fill 2: +1.25 AAA at 40 (open), fee 0, reinvest',
    ]);
  });
});

describe('a split on a day of the period', () => {
  const bar = [100, 102, 49, 50] as const;

  it.each([
    ['bought', { bars: 100 }, { bars: 100, decides: long }, 20],
    ['sold', { bars: 100, decides: long }, { bars: 100, decides: flat }, 0],
    ['held', { bars: 100, decides: long }, { bars: 100 }, 20],
  ] as const)('is after what is %s at the open, in old shares', (_, first, second, held) => {
    const told = periods({}, first, { ...second, announced: [split(24, 2)] }, { bars: bar });
    expect(told.book.account.shares[0]).toBe(held);
    expect(told.book.equity()).toBe(1000);
  });

  it('is before what is sold at the close, in new shares, in whatever it was ordered', () => {
    const policy = { ...nextClose };
    for (const sold of [flat, orders({ side: 'sell', shares: 10 })]) {
      const told = periods(
        { policy },
        { bars: 100, decides: long },
        { bars: 100, decides: sold, announced: [split(24, 2)] },
        { bars: bar },
      );
      expect(told.lines.at(-1)).toContain(': -20 AAA at 50 (close)');
    }
  });

  it('is after what a short covers, and multiplies what it does not', () => {
    const policy = { ...cash, short: true };
    const told = periods(
      { policy },
      { bars: 100, decides: short },
      { bars: 100, decides: orders({ shares: 4 }), announced: [split(24, 2)] },
      { bars: bar },
    );
    expect(told.book.account.shares[0]).toBe(-12);
    expect(told.book.equity()).toBe(1000);
  });

  it('scales the last price where the symbol has no bar, beside one that has', () => {
    const told = periods(
      { symbols: ['AAA', 'BBB'], capital: 2000 },
      { bars: { AAA: 100, BBB: 100 }, decides: target({ AAA: 1, BBB: 1 }) },
      { bars: { AAA: 100, BBB: 100 }, announced: [split(24, 2)] },
      { bars: { BBB: 100 }, decides: orders({ symbol: 'AAA', side: 'sell', shares: 20 }) },
      { bars: { AAA: 50, BBB: 100 } },
    );
    expect(told.marks[2]).toContain('equity 2000');
    expect(told.lines.at(-1)).toContain('-20 AAA at 50 (open)');
    expect(told.book.equity()).toBe(2000);
  });

  it.each([14, 17])('takes effect by date with a dividend of day %s', (day) => {
    const actions = [dividend(day, 5), split(16, 2)];
    for (const announced of [actions, actions.toReversed()]) {
      const told = periods(
        {},
        { bars: 100, decides: long, announced },
        { bars: [100, 100, 40, 45] },
      );
      const shares = day < 16 ? 10 : 20;
      expect(told.lines).toContain(`dividend AAA: ${shares} x 5 = ${shares * 5}`);
    }
  });

  it('that becomes known later scales what was held on it', () => {
    const told = periods(
      {},
      { bars: 100, decides: long },
      { bars: bar },
      { bars: 50, late: [split(14, 2)] },
    );
    expect(told.book.account.shares[0]).toBe(20);
    expect(told.book.equity()).toBe(1000);
  });
});

describe('levels in a bar with a dividend inside', () => {
  const held = { bars: 100, decides: long };

  it('a stop may have sold before it', () => {
    const stop = orders({ side: 'sell', type: 'stop', stop: 97 });
    const told = periods(
      {},
      held,
      { bars: 100, decides: stop, announced: [dividend(24, 5)] },
      { bars: [100, 100, 94, 95] },
    );
    expect(told.lines.slice(1)).toEqual(['fill 2: -10 AAA at 97 (level), fee 0, order']);
  });

  it('a limit may have bought after it', () => {
    const limit = orders({ type: 'limit', limit: 97 });
    const told = periods(
      {},
      { bars: 100, decides: limit, announced: [dividend(14, 5)] },
      { bars: [100, 100, 94, 95] },
    );
    expect(kinds(told)).toEqual(['fill']);
  });

  it('a short may have covered after it', () => {
    const policy = { ...cash, short: true };
    const limit = orders({ type: 'limit', limit: 97 });
    const told = periods(
      { policy },
      { bars: 100, decides: short },
      { bars: 100, decides: limit, announced: [dividend(24, 5)] },
      { bars: [100, 100, 94, 95] },
    );
    expect(told.lines.slice(1)).toEqual([
      'dividend AAA: -10 x 5 = -50',
      'fill 2: +10 AAA at 97 (level), fee 0, order',
    ]);
  });

  it('a stop may have sold before it, and a limit bought again after it', () => {
    const both = orders(
      { side: 'sell', type: 'stop', stop: 98 },
      { type: 'limit', limit: 96, shares: 5 },
    );
    const told = periods(
      {},
      held,
      { bars: 100, decides: both, announced: [dividend(24, 5)] },
      { bars: [100, 100, 94, 97] },
    );
    expect(kinds(told)).toEqual(['fill', 'fill', 'fill']);
    expect(told.book.account.shares[0]).toBe(5);
  });

  it('fills of others come before it where only exits of an untouched entry are in reach', () => {
    const entry = orders({ symbol: 'BBB', type: 'limit', limit: 80, takeProfit: 101 });
    const bars = { AAA: 100, BBB: 100 };
    const told = periods(
      { symbols: ['AAA', 'BBB'] },
      { bars, decides: orders({ symbol: 'BBB', shares: 5 }) },
      { bars, decides: entry },
      {
        bars,
        decides: orders({ type: 'limit', limit: 96, shares: 2 }),
        announced: [dividend(34, 5, 'BBB')],
      },
      { bars: { AAA: [100, 100, 94, 97], BBB: [100, 102, 99, 100] } },
    );
    expect(told.lines.slice(1)).toEqual([
      'fill 4: +2 AAA at 96 (level), fee 0, order',
      'dividend BBB: 5 x 5 = 25',
    ]);
  });

  it('an untouched level leaves the dividend', () => {
    const stop = orders({ side: 'sell', type: 'stop', stop: 90 });
    const told = periods(
      {},
      held,
      { bars: 100, decides: stop, announced: [dividend(24, 5)] },
      { bars: [100, 100, 94, 95] },
    );
    expect(told.lines.slice(1)).toEqual(['dividend AAA: 10 x 5 = 50']);
  });
});

describe('levels in a bar with a split inside', () => {
  const bar = [100, 102, 49, 50] as const;
  const across = (decides: Session['decides'], bars: Session['bars'] = bar, more: Session = {}) =>
    periods(
      {},
      { bars: 100, decides: long },
      { bars: 100, decides: decides!, announced: [split(24, 2)] },
      { bars: bars! },
      more,
    );

  it('a stop that either part can have touched has filled where that is worse', () => {
    const told = across(orders({ side: 'sell', type: 'stop', stop: 90 }));
    expect(told.lines.slice(1)).toEqual(['fill 2: -10 AAA at 90 (level), fee 0, order']);
    expect(told.book.equity()).toBe(900);
  });

  it('a target that no part must have touched has not filled where that is worse', () => {
    // 150 is above the high of before; 75 of after may or may not be below that of after.
    const told = across(orders({ side: 'sell', type: 'limit', limit: 150 }));
    expect(told.lines.slice(1)).toEqual(['split AAA: now 20']);
    expect(told.book.equity()).toBe(1000);
  });

  it('a target that either part must have touched has filled', () => {
    // The high of 102 is above 101 of before, or above 50.5 of after.
    const told = across(orders({ side: 'sell', type: 'limit', limit: 101 }));
    expect(told.lines.at(-1)).toMatch(/fill 2: (-10 AAA at 101|-20 AAA at 50.5) \(level\)/);
    expect(told.book.equity()).toBe(1010);
  });

  it('a level that both parts must have touched has filled', () => {
    // A low of 40 is below 45 in old and in new shares.
    const told = across(orders({ side: 'sell', type: 'stop', stop: 90 }), [100, 100, 40, 50]);
    expect(told.lines.at(-1)).toMatch(/fill 2: (-10 AAA at 90|-20 AAA at 45) \(level\)/);
    expect(told.book.equity()).toBe(900);
  });

  it('a level that the open passed has filled in old shares', () => {
    const told = across(orders({ side: 'sell', type: 'stop', stop: 110 }));
    expect(told.lines.slice(1)).toEqual(['fill 2: -10 AAA at 100 (open), fee 0, order']);
  });

  it('a level out of reach of both parts waits, in new shares', () => {
    const told = across(orders({ side: 'sell', type: 'limit', limit: 300 }), bar, { bars: 151 });
    expect(told.lines.slice(1)).toEqual([
      'split AAA: now 20',
      'fill 2: -20 AAA at 151 (open), fee 0, order',
    ]);
  });

  it('a trailing stop may have been moved and touched', () => {
    const told = across(orders({ side: 'sell', type: 'trailing-stop', trailPercent: 20 }));
    // Moved by 102 to 81.6 before the split, and touched after that at 40.8, or before it.
    expect(told.lines.at(-1)).toContain('(level)');
    expect(told.book.equity()).toBe(800);
  });

  it('numbers its orders as if it had been tried once', () => {
    const told = periods(
      { policy: { ...cash, dividends: 'reinvest' } },
      { bars: 100, decides: long },
      {
        bars: 100,
        decides: orders({ side: 'sell', type: 'stop', stop: 80 }),
        announced: [dividend(24, 5)],
      },
      { bars: [100, 100, 94, 95], decides: buy },
    );
    expect(told.accepted).toHaveLength(3);
    expect(told.accepted.at(-1)).toContain('order 3:');
    expect(told.book.account.cash).toBe(50);
  });

  it('reinvests once, however many ways were tried', () => {
    const told = periods(
      { policy: { ...cash, dividends: 'reinvest', size: { shares: 5 } } },
      { bars: 100, decides: long },
      {
        bars: 100,
        decides: orders({ type: 'limit', limit: 96, shares: 2 }),
        announced: [dividend(24, 5)],
      },
      { bars: [100, 100, 94, 95] },
      { bars: 50 },
      { bars: 50 },
    );
    expect(told.lines.slice(1)).toEqual([
      'dividend AAA: 5 x 5 = 25',
      'fill 2: +2 AAA at 96 (level), fee 0, order',
      'fill 3: +0.5 AAA at 50 (open), fee 0, reinvest',
    ]);
  });
});
