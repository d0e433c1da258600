/**
 * Orders that a bar cannot put in an order: no list decides among them, and the worse
 * figure counts.
 */

import { describe, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '#values';
import { story, type Prices, type Session } from '../book/book-story.fixture.js';
import { dividend, orders, split, target, weights } from '../../test/decisions.js';
import { worstOrdering } from './rivals.js';

type Request = NonNullable<Parameters<typeof orders>[0]>;
type Given = Parameters<typeof story>[0];

const next = { fill: 'next-open' } as const;

/** Equity after the sessions, for the list as it is and reversed. */
function equities(given: Given, requests: readonly Request[], ...bars: Session[]): number[] {
  const [first, ...rest] = bars as [Session, ...Session[]];
  return [requests, requests.toReversed()].map((list) => {
    const decided = { ...first, decides: orders(...list) };
    return story({ capital: 10_000, ...given }, [decided, ...rest]).book.equity();
  });
}

it('two stop-limits at one stop each fill at the worst price that their limit allows', () => {
  const buy = { side: 'buy', type: 'stop-limit', stop: 103, shares: 10 } as const;
  const bars: Session[] = [{ bars: 100 }, { bars: [100, 106, 99, 105] }];
  const found = equities(
    { policy: next },
    [
      { ...buy, limit: 105 },
      { ...buy, limit: 104 },
    ],
    ...bars,
  );
  // Bought at 105 and at 104, worth 105.
  expect(found).toEqual([10_010, 10_010]);
});

it('two stop-limits at one stop have the worse turns beside a dividend inside of the week too', () => {
  const buy = { side: 'buy', type: 'stop-limit', stop: 103, shares: 80 } as const;
  const policy = { ...next, dividends: 'cash' } as const;
  const bars: Session[] = [
    { bars: 100, announced: [dividend(8, 1)] },
    { bars: [100, 106, 99, 106] },
  ];
  const found = equities(
    { policy, days: 5 },
    [
      { ...buy, limit: 104 },
      { ...buy, limit: 105 },
    ],
    ...bars,
  );
  // 80 at 105, and at 104 what 1600 of cash buy then.
  const least = 10_000 + 80 + (1600 / 104) * 2;
  expect(found.map((equity) => Number(equity.toFixed(6)))).toEqual(
    [least, least].map((equity) => Number(equity.toFixed(6))),
  );
});

describe('a stop that closes and one that opens at its level', () => {
  const enters: Request = { side: 'buy', type: 'stop', stop: 105 };
  const short: Request = { side: 'sell', stopLoss: 105 };
  const given = { policy: { ...next, short: true } };

  it('have the worse outcome: what opens comes first where that leaves less', () => {
    const bars = [{ bars: 100 }, { bars: [100, 101, 99, 100] }, { bars: [101, 108, 100, 107] }];
    // Flat at 105 instead of long from there.
    expect(equities(given, [short, enters], ...(bars as Session[]))).toEqual([9950, 9950]);
    const falling = [{ bars: 100 }, { bars: 100 }, { bars: [101, 108, 100, 102] }];
    // Long from 105 to 102.
    expect(equities(given, [short, enters], ...(falling as Session[]))).toEqual([9920, 9920]);
  });

  it('have it at an open beyond the level too', () => {
    const bars = [{ bars: 100 }, { bars: 100 }, { bars: [110, 120, 110, 120] }];
    expect(equities(given, [short, enters], ...(bars as Session[]))).toEqual([9900, 9900]);
  });

  it('and on the other side', () => {
    const leaves: Request = { side: 'sell', type: 'stop', stop: 95 };
    const long: Request = { stopLoss: 95 };
    const bars = [{ bars: 100 }, { bars: 100 }, { bars: [100, 100, 90, 92] }];
    expect(equities(given, [long, leaves], ...(bars as Session[]))).toEqual([9950, 9950]);
  });

  it('of an older decision come first', () => {
    const { book } = story({ capital: 10_000, ...given }, [
      { bars: 100, decides: orders(short) },
      { bars: 100, decides: orders(enters) },
      { bars: [101, 108, 100, 107] },
    ]);
    expect(book.equity()).toBe(9970);
  });
});

it('a sale that ends the purchase that it would wait for waits for nothing more', () => {
  const gtc = { timeInForce: 'gtc', group: 'g', type: 'stop' } as const;
  const list = orders(
    { ...gtc, stop: 110, shares: 1 },
    { ...gtc, side: 'sell', stop: 95, shares: 9 },
  );
  const { book } = story({ policy: next }, [
    { bars: 100, decides: orders({ shares: 5 }) },
    { bars: 100, decides: list },
    { bars: [100, 100, 90, 90] },
  ]);
  expect([...book.account.shares]).toEqual([0]);
  expect(book.working).toEqual([]);
});

describe('two orders of one group at one level', () => {
  const less: Request = { type: 'limit', limit: 95, shares: 5, group: 'g' };
  const more: Request = { ...less, shares: 20 };

  it('fill the one that leaves less', () => {
    const on = (close: number) =>
      equities({ policy: next }, [less, more], { bars: 100 }, { bars: [100, 100, 94, close] });
    expect(on(94)).toEqual([9980, 9980]);
    expect(on(99)).toEqual([10_020, 10_020]);
  });
});

describe('orders of several symbols', () => {
  const symbols = ['AAA', 'BBB', 'CCC'];
  const limitOf = (symbol: string, shares: number): Request => ({
    symbol,
    type: 'limit',
    limit: 95,
    shares,
  });
  const first: Session = { bars: { AAA: 100, BBB: 100, CCC: 100 } };
  const bars = {
    AAA: [100, 100, 90, 99],
    BBB: [100, 100, 90, 91],
    CCC: [100, 100, 90, 95],
  } as const;

  it.each([[symbols], [symbols.toReversed()], [['BBB', 'CCC', 'AAA']]])(
    'of one group fill the one that leaves least, in a run of %s',
    (run) => {
      const list = symbols.map((symbol) => ({ ...limitOf(symbol, 10), group: 'g' }));
      const found = equities({ policy: next, symbols: run }, list, first, { bars });
      expect(found).toEqual([9960, 9960]);
    },
  );

  it.each([[symbols], [symbols.toReversed()], [['BBB', 'CCC', 'AAA']]])(
    'get the cash so that least is left, in a run of %s',
    (run) => {
      const list = symbols.map((symbol) => limitOf(symbol, 100));
      const found = equities({ policy: next, symbols: run }, list, first, { bars });
      // 100 of BBB, and the rest in CCC, which closes where it was bought.
      expect(found).toEqual([expect.closeTo(9600, 6), expect.closeTo(9600, 6)]);
    },
  );

  it('get it so too where the order of their names leaves enough', () => {
    const given = { policy: { ...next, short: true }, symbols: ['AAA', 'BBB'], capital: 1000 };
    const held = orders({ symbol: 'AAA', side: 'sell', shares: 4 }, { symbol: 'BBB', shares: 6 });
    const list = orders(
      { symbol: 'AAA', type: 'limit', limit: 95, shares: 4 },
      { symbol: 'BBB', type: 'limit', limit: 95, shares: 2 },
    );
    const falls = { AAA: [100, 100, 90, 100], BBB: [100, 100, 90, 100] } as const;
    const { book } = story(given, [
      { bars: { AAA: 100, BBB: 100 }, decides: held },
      { bars: { AAA: 100, BBB: 100 }, decides: list },
      { bars: falls },
    ]);
    // What AAA frees would buy 2 of BBB at 95, which closes at 100.
    expect([...book.account.shares]).toEqual([0, 6]);
  });

  it('get it so in a week with a dividend too', () => {
    const list = symbols.map((symbol) => limitOf(symbol, 100));
    const given = { policy: { ...next, dividends: 'cash' }, symbols, days: 5 } as const;
    const found = equities(given, list, first, { announced: [dividend(7, 0.5)], bars });
    expect(found).toEqual([expect.closeTo(9600, 6), expect.closeTo(9600, 6)]);
  });

  it('fill in the same shares by targets and weights, however these are listed', () => {
    const policy = { ...next, feeBps: 10, slippageBps: 5 };
    for (const decide of [target, weights]) {
      const shares = [symbols, symbols.toReversed()].map((list) => {
        const decides = decide(Object.fromEntries(list.map((symbol) => [symbol, 0.25])));
        const { book } = story({ policy, symbols }, [{ ...first, decides }, { bars }]);
        return [...book.account.shares];
      });
      expect(shares[0]).toEqual(shares[1]);
    }
  });
});

describe('market orders of one decision in one symbol', () => {
  it.each([
    ['buy and sell from flat', {}, [{ side: 'buy' }, { side: 'sell' }]],
    [
      'sell more than is held',
      {},
      [
        { side: 'sell', shares: 10 },
        { side: 'sell', shares: 8 },
      ],
    ],
    ['share a group', { short: true }, [{ group: 'g' }, { side: 'sell', shares: 4, group: 'g' }]],
  ] as const)('that %s leave one figure', (_, terms, list) => {
    for (const close of [90, 110]) {
      const bars: Session[] = [
        { bars: 100, decides: orders({ shares: 15 }) },
        { bars: 100 },
        { bars: [100, 110, 90, close] },
      ];
      const found = [list, list.toReversed()].map((requests) => {
        const [start, middle, end] = bars as [Session, Session, Session];
        const policy = { ...next, ...terms };
        const decided = { ...middle, decides: orders(...(requests as Request[])) };
        return story({ capital: 10_000, policy }, [start, decided, end]).book.equity();
      });
      expect(found[0]).toBe(found[1]);
    }
  });
});

const seeds = 60;

/** A few orders of one decision, and the bars after it. */
function drawn(random: SeededRandom): { readonly list: Request[]; readonly bars: Session[] } {
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)] as T;
  const list = Array.from({ length: 2 + random.below(3) }, (): Request => {
    const side = pick(['buy', 'sell'] as const);
    const type = pick(['market', 'limit', 'stop'] as const);
    const level = type === 'market' ? {} : { [type]: pick([95, 105]) };
    const exits = side === 'buy' ? { stopLoss: 90, takeProfit: 110 } : { stopLoss: 105 };
    return {
      symbol: pick(['AAA', 'BBB']),
      side,
      type,
      ...level,
      shares: pick([5, 10, 60]),
      group: pick([null, null, 'g']),
      ...(pick([true, false]) ? exits : {}),
    };
  });
  const bar = (): Prices => {
    const prices = [0, 1, 2, 3].map(() => 88 + random.below(26));
    const [open = 0, close = 0] = prices;
    return [open, Math.max(...prices), Math.min(...prices), close];
  };
  const bars = Array.from({ length: 3 }, () => ({ bars: { AAA: bar(), BBB: bar() } }));
  return { list, bars };
}

it.each([{ short: true }, { short: false }])('leave one figure, with %o', (terms) => {
  for (let seed = 0; seed < seeds; seed++) {
    const { list, bars } = drawn(seededRandom(seed));
    const start = { bars: { AAA: 100, BBB: 100 } };
    const figures = [
      ['AAA', 'BBB'],
      ['BBB', 'AAA'],
    ].flatMap((symbols) => {
      const policy = { ...next, ...terms, feeBps: 5 };
      return equities({ policy, symbols }, list, start, ...bars);
    });
    for (const figure of figures) {
      expect(figure, `seed ${seed}`).toBeCloseTo(figures[0] as number, 6);
    }
  }
});

it('of more than four items each is first once', () => {
  const seen: string[] = [];
  const worst = worstOrdering(['a', 'b', 'c', 'd', 'e'], (items) => {
    seen.push(items.join(''));
    return items[0] === 'd' ? 0 : 1;
  });
  expect(seen).toEqual(['abcde', 'bacde', 'cabde', 'dabce', 'eabcd']);
  expect(worst.join('')).toBe('dabce');
});

it('of orders at the market, the one that leaves the least once a split inside of the week took effect', () => {
  const both = orders({ shares: 1 }, { side: 'sell', shares: 1 });
  const { book } = story({ policy: next, days: 5 }, [
    { bars: 100, decides: both, announced: [split(8, 0.5)] },
    { bars: [100, 120, 100, 120] },
  ]);
  // The purchase, which halves its share: the sale before it is denied.
  expect(book.equity()).toBe(1000 - 100 + 60);
});

it('of orders at the market, the one that leaves the least once its exit met a week with a dividend', () => {
  const group = 'g';
  const stopped = { group, shares: 10, stopLoss: 95 };
  const held = { group, shares: 9 };
  const policy = { ...next, dividends: 'cash' } as const;
  const bars: Session[] = [
    { bars: 100, announced: [dividend(8, 1)] },
    { bars: [100, 110, 90, 110] },
  ];
  // The larger one, sold at 95 before the dividend; the smaller one would hold a gain of 99.
  expect(equities({ policy, days: 5 }, [stopped, held], ...bars)).toEqual([9950, 9950]);
});

it('of stops that an open passed, the one that leaves the least once its exit met a week with a split', () => {
  const stop = { type: 'stop', stop: 105, shares: 200 } as const;
  const bars: Session[] = [{ bars: 100, announced: [split(8, 2)] }, { bars: [110, 112, 98, 100] }];
  const given: Given = { policy: next, days: 5, capital: 11_000 };
  // Cash buys 100 shares, 200 after the split: its exit sells them at 60, and without one they are
  // worth 100 each.
  const found = equities(given, [stop, { ...stop, takeProfit: 120 }], ...bars);
  expect(found.map((equity) => Number(equity.toFixed(6)))).toEqual([12_000, 12_000]);
});
