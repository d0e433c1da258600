/**
 * Targets of one symbol: sizes, the fees of all-in policies, flips, shorts, and at which
 * price they fill.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { buy, flat, long, orders, sell, short, target } from '../../test/decisions.js';

describe('all in, a fee as a fraction of equity', () => {
  it('pays open × (1 − f) and close × (1 − f)', () => {
    const { lines, marks } = story({ policy: 'ama-normal-long-only' }, [
      { bars: 100, decides: buy },
      { bars: 110, decides: sell },
    ]);
    // f = 0.0005: 1000 × 0.9995 / 100 shares; 9.995 × 110 = 1099.45, of which f is 0.549725.
    expect(lines).toEqual([
      'fill 1: +9.995 AAA at 100 (close), fee 0.5, open',
      'fill 2: -9.995 AAA at 110 (close), fee 0.549725, close',
    ]);
    expect(marks).toEqual([
      'mark 1: equity 999.5, cash 0',
      'mark 2: equity 1098.900275, cash 1098.900275',
    ]);
  });

  it('pays two fees on a flip, the second on what the first left', () => {
    const { lines, marks } = story({ policy: { short: true, feeBps: 100 } }, [
      { bars: 100, decides: long },
      { bars: 110, decides: short },
    ]);
    // 9.9 shares; 1089 × 0.99 = 1078.11; 1078.11 × 0.99 / 110 = 9.70299 short.
    expect(lines).toEqual([
      'fill 1: +9.9 AAA at 100 (close), fee 10, open',
      'fill 2: -9.9 AAA at 110 (close), fee 10.89, close',
      'fill 2: -9.70299 AAA at 110 (close), fee 10.7811, open',
    ]);
    expect(marks.at(-1)).toBe('mark 2: equity 1067.3289, cash 2134.6578');
  });

  it('marks a short linearly: capital × (1 + (entry − price) / entry)', () => {
    const sessions = [{ bars: 100, decides: short }, { bars: 90 }, { bars: 125 }, { bars: 200 }];
    const { marks } = story({ policy: { short: true } }, sessions);
    expect(marks).toEqual([
      'mark 1: equity 1000, cash 2000',
      'mark 2: equity 1100, cash 2000',
      'mark 3: equity 750, cash 2000',
      'mark 4: equity 0, cash 2000',
    ]);
  });

  it('never takes a negative fee from a book that is under water', () => {
    const { lines } = story({ policy: { short: true, feeBps: 100 } }, [
      { bars: 100, decides: short },
      { bars: 300, decides: flat },
    ]);
    // Short 9.9 at 100: cash 990 + 990; 9.9 × 300 = 2970 to buy back, equity −990.
    expect(lines.at(-1)).toBe('fill 2: +9.9 AAA at 300 (close), fee 0, close');
  });

  it('buys whole lots, and charges the fee on equity all the same', () => {
    const { lines, marks } = story({ policy: { lotSize: 3, feeBps: 100 } }, [
      { bars: 100, decides: long },
    ]);
    expect(lines).toEqual(['fill 1: +9 AAA at 100 (close), fee 10, open']);
    expect(marks).toEqual(['mark 1: equity 990, cash 90']);
  });
});

describe('when a target fills', () => {
  const days = [
    { bars: [99, 101, 98, 100], decides: long },
    { bars: [125, 130, 120, 128], decides: flat },
    { bars: [140, 150, 135, 145] },
  ] as const;

  it.each([
    [
      'decision-close',
      [
        'fill 1: +10 AAA at 100 (close), fee 0, open',
        'fill 2: -10 AAA at 128 (close), fee 0, close',
      ],
    ],
    [
      'next-open',
      ['fill 1: +8 AAA at 125 (open), fee 0, open', 'fill 2: -8 AAA at 140 (open), fee 0, close'],
    ],
    [
      'next-close',
      [
        'fill 1: +7.8125 AAA at 128 (close), fee 0, open',
        'fill 2: -7.8125 AAA at 145 (close), fee 0, close',
      ],
    ],
  ] as const)('%s', (fill, lines) => {
    expect(story({ policy: { fill } }, days).lines).toEqual(lines);
  });

  it('sizes a flip at the next open by the equity at that open, never by the close of its bar', () => {
    const { lines, marks } = story({ policy: { fill: 'next-open', short: true } }, [
      { bars: 100, decides: long },
      { bars: [100, 106, 99, 105], decides: short },
      { bars: [110, 160, 108, 150] },
    ]);
    // At the open 10 × 110 = 1100 of equity, so 10 short; by the close it would be 1500 / 110.
    expect(lines).toEqual([
      'fill 1: +10 AAA at 100 (open), fee 0, open',
      'fill 2: -10 AAA at 110 (open), fee 0, close',
      'fill 2: -10 AAA at 110 (open), fee 0, open',
    ]);
    expect(marks.at(-1)).toBe('mark 3: equity 700, cash 2200');
  });

  it('values the other symbols of the instant at their opens as well', () => {
    const policy = { fill: 'next-open', size: { fraction: 0.5 } } as const;
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 100 }, decides: target({ BBB: 1 }) },
      { bars: { AAA: 100, BBB: 100 }, decides: target({ AAA: 1 }) },
      { bars: { AAA: [100, 100, 100, 100], BBB: [160, 300, 150, 280] } },
    ]);
    // 500 cash and 5 BBB at the open of 160: 1300, half of it is 6.5 shares, of which cash pays 5.
    expect(lines).toEqual([
      'fill 1: +5 BBB at 100 (open), fee 0, open',
      'part 2: +5 AAA at 100 (open), fee 0, open',
      'cancel 2: scaled',
    ]);
  });
});

describe('sizes', () => {
  it.each([
    ['a fraction, costs included', { fraction: 0.5 }, long, 2040.2, '+10 AAA at 101', 10.1],
    ['a fraction short', { fraction: 0.5 }, short, 2039.8, '-10 AAA at 99', 9.9],
    ['a whole fraction', { fraction: 1 }, long, 1020.1, '+10 AAA at 101', 10.1],
    ['shares', { shares: 4 }, long, 1000, '+4 AAA at 101', 4.04],
    ['shares short', { shares: 4 }, short, 1000, '-4 AAA at 99', 3.96],
  ] as const)('%s', (_, size, decides, capital, fill, fee) => {
    // A share costs 101 with 1% slippage and 1.01 of fee, of which 2.01 are lost to a
    // holder at 100.
    const policy = { size, short: true, feeBps: 100, slippageBps: 100 };
    const { lines } = story({ policy, capital }, [{ bars: 100, decides }]);
    expect(lines).toEqual([`fill 1: ${fill} (close), fee ${fee}, open`]);
  });

  it('all in over several symbols gives each an equal part of the equity', () => {
    const { lines } = story({ symbols: ['AAA', 'BBB', 'CCC', 'DDD'] }, [
      { bars: { AAA: 100, BBB: 50, CCC: 10, DDD: 1 }, decides: target({ AAA: 1, BBB: 1 }) },
    ]);
    expect(lines).toEqual([
      'fill 1: +2.5 AAA at 100 (close), fee 0, open',
      'fill 2: +5 BBB at 50 (close), fee 0, open',
    ]);
  });

  it('closes what is to be flat before it opens what is to be long, in whatever order they stand', () => {
    const policy = { size: { fraction: 1 } };
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 50 }, decides: target({ BBB: 1 }) },
      { bars: { AAA: 100, BBB: 60 }, decides: target({ AAA: 1, BBB: 0 }) },
    ]);
    expect(lines).toEqual([
      'fill 1: +20 BBB at 50 (close), fee 0, open',
      'fill 3: -20 BBB at 60 (close), fee 0, close',
      'fill 2: +12 AAA at 100 (close), fee 0, open',
    ]);
  });

  it('goes short with slippage so that the proceeds are the equity', () => {
    const policy = { short: true, slippageBps: 100 };
    const { lines } = story({ policy, capital: 990 }, [{ bars: 100, decides: short }]);
    expect(lines).toEqual(['fill 1: -10 AAA at 99 (close), fee 0, open']);
  });
});

describe('targets of one decision that need more cash than there is', () => {
  const symbols = ['AAA', 'BBB'];

  it('open what the cash pays, in whole lots', () => {
    const policy = { size: { shares: 11.5 }, lotSize: 1 };
    const { lines } = story({ policy, capital: 1050 }, [{ bars: 100, decides: long }]);
    expect(lines).toEqual(['part 1: +10 AAA at 100 (close), fee 0, open', 'cancel 1: scaled']);
  });

  it('are scaled by one factor, fees included', () => {
    const policy = { size: { shares: 10 }, feeBps: 100 };
    const { lines, book } = story({ policy, symbols, capital: 757.5 }, [
      { bars: { AAA: 100, BBB: 50 }, decides: target({ AAA: 1, BBB: 1 }) },
    ]);
    // 1000 + 500 + 15 of fees are wanted: half of that is there.
    expect(lines).toEqual([
      'part 1: +5 AAA at 100 (close), fee 5, open',
      'cancel 1: scaled',
      'part 2: +5 BBB at 50 (close), fee 2.5, open',
      'cancel 2: scaled',
    ]);
    expect(book.account.cash).toBeGreaterThanOrEqual(0);
    expect(book.account.cash).toBeLessThan(1e-9);
  });

  it('come after what another target of it closes', () => {
    const policy = { size: { shares: 10 } };
    const { lines } = story({ policy, symbols: [...symbols, 'CCC'] }, [
      { bars: { AAA: 100, BBB: 50, CCC: 50 }, decides: target({ AAA: 1 }) },
      {
        bars: { AAA: 60, BBB: 50, CCC: 50 },
        decides: target({ BBB: 1, AAA: 0, CCC: 1 }),
      },
    ]);
    expect(lines).toEqual([
      'fill 1: +10 AAA at 100 (close), fee 0, open',
      'fill 3: -10 AAA at 60 (close), fee 0, close',
      'part 2: +6 BBB at 50 (close), fee 0, open',
      'cancel 2: scaled',
      'part 4: +6 CCC at 50 (close), fee 0, open',
      'cancel 4: scaled',
    ]);
  });
});

describe('flips of one decision that need more cash than there is', () => {
  it('close first, all of them, and open by one factor in the same instant', () => {
    const policy = { size: { shares: 10 }, short: true };
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 50, BBB: 40 }, decides: target({ AAA: -1, BBB: 1 }) },
      { bars: { AAA: 60, BBB: 40 }, decides: target({ AAA: 1, BBB: -1 }) },
      { bars: { AAA: 60, BBB: 40 } },
    ]);
    // Equity is 1100 − 600 + 400 = 900, and 600 + 400 are wanted: nine tenths of each.
    expect(lines.slice(2)).toEqual([
      'part 3: +10 AAA at 60 (close), fee 0, close',
      'part 4: -10 BBB at 40 (close), fee 0, close',
      'part 3: +9 AAA at 60 (close), fee 0, open',
      'cancel 3: scaled',
      'part 4: -9 BBB at 40 (close), fee 0, open',
      'cancel 4: scaled',
    ]);
  });
});

describe('what a target is denied for', () => {
  it.each([
    ['no short', {}, short, 'deny AAA: short not allowed'],
    ['below one lot', { lotSize: 11 }, long, 'deny order 1 AAA: size is below one lot'],
    [
      'a sale that slips to nothing',
      { short: true, slippageBps: 10_000 },
      short,
      'deny order 1 AAA: size is below one lot',
    ],
    ['an unknown symbol', {}, target({ ZZZ: 1 }), 'deny ZZZ: unknown symbol'],
  ] as const)('%s', (_, policy, decides, denied) => {
    const { lines, marks } = story({ policy }, [{ bars: 100, decides }]);
    expect(lines).toEqual([denied]);
    expect(marks).toEqual(['mark 1: equity 1000, cash 1000']);
  });

  it('no bar in this session when it would fill at once', () => {
    const { lines } = story({}, [{ decides: long }, { bars: 100 }, { decides: long }]);
    expect(lines).toEqual(['deny AAA: no price', 'deny AAA: no price']);
  });

  it('equity that is gone, after the old position was closed', () => {
    const { lines } = story({ policy: { short: true } }, [
      { bars: 100, decides: short },
      { bars: 250, decides: long },
    ]);
    expect(lines).toEqual([
      'fill 1: -10 AAA at 100 (close), fee 0, open',
      'fill 2: +10 AAA at 250 (close), fee 0, close',
      'deny order 2 AAA: equity is not positive',
    ]);
  });

  it('equity that is gone, of an order in shares too', () => {
    const { lines } = story({ policy: { short: true }, symbols: ['AAA', 'BBB'] }, [
      { bars: { AAA: 100, BBB: 100 }, decides: orders({ side: 'sell' }) },
      { bars: { AAA: 250, BBB: 100 }, decides: orders({ symbol: 'BBB', shares: 1 }) },
    ]);
    expect(lines.at(-1)).toBe('deny order 2 BBB: equity is not positive');
  });
});
