/**
 * Cash that a fill may not use: what each kind of market order of another symbol needs, whose
 * bar is under way.
 */

import { describe, expect, it } from 'vitest';
import { orders, target, weights } from '../../test/decisions.js';
import {
  bars,
  decides,
  decidesPair,
  tickStory,
  type Happening,
  type TickGiven,
} from '../../test/tick-story.js';
import { withheld } from './cash-in-time.js';

const symbols = ['FAST', 'SLOW'];
const fast = 0;
const slow = 1;
/** Fees and slippage, of what a purchase needs. */
const costs = 1.003;
const policy = { fill: 'next-open', short: true, feeBps: 10, slippageBps: 20 } as const;
type Policy = TickGiven['policy'];

const bar = (symbol: string, price: number, volume = 1000): Happening => {
  const flat = { open: price, high: price, low: price, close: price, volume };
  return bars(flat, symbol, { ms: symbol === 'FAST' ? 15 : 60 });
};

interface Given {
  readonly policy?: Policy;
  /** Decided before the first bars, which fill it. */
  readonly before?: Happening;
  /** Decided in the bar of SLOW that is under way. */
  readonly decided: Happening;
  readonly isIntraday?: true;
}

/** At 90 ms the bars of FAST are known, and of SLOW those up to 60 ms: 100 and 200. */
function bookWith({ before = () => [], decided, policy: own = policy, ...rest }: Given) {
  const given = { policy: own, symbols, isIntraday: true, ...rest } as const;
  const { book } = tickStory(given, [
    [0, before],
    [15, bar('FAST', 100)],
    [60, bar('SLOW', 200)],
    [60, bar('FAST', 100)],
    [65, decided],
    [90, bar('FAST', 100)],
  ]);
  return book;
}
const inSlow = (order: object): Happening => decides(orders({ symbol: 'SLOW', ...order }));

describe('a market order of another symbol', () => {
  it.each<[string, Given, number]>([
    ['shares', { decided: inSlow({ shares: 10 }) }, 2000],
    ['money', { decided: inSlow({ notional: 1000 }) }, 1000 / 1.002],
    ['shares to sell short', { decided: inSlow({ side: 'sell', shares: 10 }) }, 2000],
    [
      'shares beyond those that are held',
      { before: inSlow({ shares: 10 }), decided: inSlow({ shares: 5 }) },
      1000,
    ],
    [
      'shares to sell of those that are held',
      { before: inSlow({ shares: 10 }), decided: inSlow({ side: 'sell', shares: 10 }) },
      0,
    ],
    [
      'a sale that turns a position into a smaller short',
      { before: inSlow({ shares: 10 }), decided: inSlow({ side: 'sell', shares: 15 }) },
      0,
    ],
    [
      'a sale that turns a position into a larger short',
      { before: inSlow({ shares: 10 }), decided: inSlow({ side: 'sell', shares: 30 }) },
      2000,
    ],
    [
      'a purchase that turns a short into a larger position',
      { before: inSlow({ side: 'sell', shares: 10 }), decided: inSlow({ shares: 30 }) },
      2000,
    ],
    ['a target of nothing', { before: inSlow({}), decided: decides(target({ SLOW: 0 })) }, 0],
    [
      'a target of so many shares',
      { policy: { ...policy, size: { shares: 7 } }, decided: decides(target({ SLOW: 1 })) },
      1400,
    ],
    ['a target of an equal part', { decided: decides(target({ SLOW: 1 })) }, 5000],
    [
      'a target of a fraction',
      { policy: { ...policy, size: { fraction: 0.3 } }, decided: decides(target({ SLOW: -1 })) },
      3000,
    ],
    [
      'a target in the other direction',
      {
        policy: { ...policy, size: { shares: 20 } },
        before: inSlow({ shares: 10 }),
        decided: decides(target({ SLOW: -1 })),
      },
      2000,
    ],
    ['a weight', { decided: decides(weights({ SLOW: 0.3 })) }, 3000],
    ['a short weight', { decided: decides(weights({ SLOW: -0.3 })) }, 3000],
  ])('needs cash, with its costs, for %s', (_, given, need) => {
    expect(withheld(bookWith(given), fast)).toBeCloseTo(need * costs, 6);
  });

  it('needs the rest of a weight', () => {
    const given = { before: inSlow({ shares: 10 }), decided: decides(weights({ SLOW: 0.5 })) };
    const book = bookWith(given);
    expect(withheld(book, fast)).toBeCloseTo((0.5 * book.equity() - 2000) * costs, 6);
  });

  it('needs nothing if its target is held, also once that is worth less', () => {
    const { book } = tickStory({ policy, symbols, isIntraday: true }, [
      [0, decides(target({ SLOW: 1 }))],
      [60, bar('SLOW', 200)],
      [60, bar('FAST', 100)],
      [120, bar('SLOW', 100)],
      [125, decides(target({ SLOW: 1 }))],
      [150, bar('FAST', 100)],
    ]);
    expect(book.account.shares[slow]).toBeGreaterThan(0);
    expect(withheld(book, fast)).toBe(0);
  });

  it('adds to others, but not to what its own symbol needs', () => {
    const both = orders({ symbol: 'FAST', shares: 3 }, { symbol: 'SLOW', shares: 10 });
    const third = { symbols: [...symbols, 'THIRD'], policy, isIntraday: true } as const;
    const { book } = tickStory(third, [
      [60, bar('SLOW', 200)],
      [60, bar('FAST', 100)],
      [65, decides(both)],
    ]);
    book.moveTo(9, 90_000);
    expect(withheld(book, fast)).toBeCloseTo(2000 * costs, 6);
    expect(withheld(book, slow)).toBeCloseTo(300 * costs, 6);
    expect(withheld(book, 2)).toBeCloseTo(2300 * costs, 6);
  });

  it('is sized by the equity at the price of the fill that asks', () => {
    const given = {
      before: decides(orders({ symbol: 'FAST', shares: 10 })),
      decided: decides(weights({ SLOW: 0.3 })),
    };
    const book = bookWith(given);
    const equity = book.equity();
    expect(withheld(book, fast)).toBeCloseTo(0.3 * equity * costs, 6);
    expect(withheld(book, fast, 150)).toBeCloseTo(0.3 * (equity + 500) * costs, 6);
  });
});

describe('what was filled in part', () => {
  const inParts = { ...policy, participation: 0.1 } as const;
  /** A tenth of the volume of 40 in the bar up to 120 ms is filled. */
  const partlyFilled = (decided: Happening, own: Policy = inParts) =>
    tickStory({ policy: own, symbols, isIntraday: true }, [
      [60, bar('SLOW', 200)],
      [60, bar('FAST', 100)],
      [60, decided],
      [120, bar('SLOW', 200, 40)],
      [135, bar('FAST', 100)],
    ]).book;

  it('needs cash for the rest of its shares', () => {
    const book = partlyFilled(inSlow({ shares: 10 }));
    expect(book.account.shares[slow]).toBe(4);
    expect(withheld(book, fast)).toBeCloseTo(6 * 200 * costs, 6);
    const sale = partlyFilled(inSlow({ side: 'sell', shares: 10 }));
    expect(sale.account.shares[slow]).toBe(-4);
    expect(withheld(sale, fast)).toBeCloseTo(6 * 200 * costs, 6);
  });

  it('needs cash for the rest of its target, though its direction is held', () => {
    const book = partlyFilled(decides(target({ SLOW: 1 })), { ...inParts, size: { shares: 10 } });
    expect(book.account.shares[slow]).toBe(4);
    expect(withheld(book, fast)).toBeCloseTo(6 * 200 * costs, 6);
  });
});

describe('nothing is withheld', () => {
  it('for an order that was decided at the instant of the fill, or for a pair', () => {
    const { book } = tickStory({ policy, symbols, isIntraday: true }, [
      [60, bar('SLOW', 200)],
      [90, bar('FAST', 100)],
      [90, inSlow({ shares: 10 })],
    ]);
    expect(withheld(book, fast)).toBe(0);
    const flat = { open: 100, high: 100, low: 100, close: 100 };
    const pair = { policy: { fill: 'next-open' }, isPair: true, isIntraday: true } as const;
    const paired = tickStory({ ...pair, symbols: ['AAA', 'BBB'] }, [
      [60, bars(flat, 'AAA', { ms: 60 })],
      [60, bars(flat, 'BBB', { ms: 60 })],
      [65, decidesPair('LONG_SHORT')],
    ]).book;
    expect(paired.working.length).toBe(2);
    paired.moveTo(9, 90_000);
    expect(withheld(paired, 0)).toBe(0);
  });

  it('for orders that wait for a level, or of a symbol without a price', () => {
    const limit = inSlow({ type: 'limit', limit: 150, shares: 10 });
    expect(withheld(bookWith({ decided: limit }), fast)).toBe(0);
    const { book } = tickStory({ policy, symbols, isIntraday: true }, [
      [15, bar('FAST', 100)],
      [20, inSlow({ shares: 10 })],
      [90, bar('FAST', 100)],
    ]);
    expect(withheld(book, fast)).toBe(0);
  });

  it('where bars are of whole sessions, or orders fill at trades', () => {
    const decided = inSlow({ shares: 10 });
    const daily = tickStory({ policy, symbols }, [
      [60, bar('SLOW', 200)],
      [60, bar('FAST', 100)],
      [65, decided],
    ]);
    expect(withheld(daily.book, fast)).toBe(0);
    const own = { fill: 'next-trade' } as const;
    expect(withheld(bookWith({ policy: own, decided }), fast)).toBe(0);
  });
});
