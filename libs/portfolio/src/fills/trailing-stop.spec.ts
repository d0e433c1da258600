/**
 * Trailing stops on bars, trades and quotes: when they move, when they fill, and what
 * splits do to them.
 */

import { describe, expect, it } from 'vitest';
import { seededRandom } from '#values';
import { story, type Prices, type Session } from '../book/book-story.fixture.js';
import { orders, split } from '../../test/decisions.js';
import { decides, quotes, tickStory, trades } from '../../test/tick-story.js';

type Request = NonNullable<Parameters<typeof orders>[0]>;

const sale = { type: 'trailing-stop', side: 'sell' } as const;
const trail = { ...sale, trailAmount: 5 };

/** Ten shares held from 100, and a trailing sale of them that is decided at 100. */
const held = (request: Request = trail): Session[] => [
  { bars: 100, decides: orders({}) },
  { bars: 100, decides: orders(request) },
];

const linesOf = (bars: readonly Prices[], request?: Request): readonly string[] =>
  story({}, [...held(request), ...bars.map((one) => ({ bars: one }))]).lines.slice(1);

const sold = (price: number, at = 'level'): string[] => [
  `fill 2: -10 AAA at ${price} (${at}), fee 0, order`,
];

describe('a trailing sale on bars', () => {
  it.each<[string, Prices[], string[]]>([
    ['starts at the last price of its decision', [[100, 101, 95, 96]], sold(95)],
    ['fills at the open that gapped through it', [[94, 99, 93, 98]], sold(94, 'open')],
    ['is not raised by a high that may have come after the low', [[100, 110, 95, 109]], sold(95)],
    [
      'fills at a level that the high raised and the low may hit',
      [[100, 110, 101, 109]],
      sold(105),
    ],
    ['stays where the low is above the level of the high', [[100, 110, 106, 109]], []],
    ['fills where the close is below the level of the high', [[100, 110, 101, 104]], sold(105)],
    ['follows the open at once', [[108, 109, 102, 105]], sold(103)],
    [
      'has the high of one bar in the next',
      [
        [100, 110, 106, 109],
        [109, 109, 104, 106],
      ],
      sold(105),
    ],
    [
      'gaps through the level of the bar before',
      [
        [100, 110, 106, 109],
        [98, 99, 97, 98],
      ],
      sold(98, 'open'),
    ],
    [
      'never falls with the price',
      [
        [100, 110, 106, 107],
        [107, 107, 106, 106],
        [106, 106, 105, 106],
      ],
      sold(105),
    ],
    ['takes the low at the close', [[100, 104, 99, 99]], sold(99)],
  ])('%s', (_, bars, expected) => {
    expect(linesOf(bars)).toEqual(expected);
  });

  it('in percent is that of the highest price', () => {
    const request = { ...sale, trailPercent: 10 };
    expect(
      linesOf(
        [
          [100, 120, 100, 118],
          [118, 119, 107, 110],
        ],
        request,
      ),
    ).toEqual(sold(108));
  });

  it('for more than is held closes what is left', () => {
    expect(linesOf([[100, 100, 90, 90]], { ...trail, shares: 15 })).toEqual([
      'part 2: -10 AAA at 95 (level), fee 0, order',
      'cancel 2: no change',
    ]);
  });

  it('slips, and expires with its day', () => {
    const policy = { slippageBps: 100 };
    const { lines } = story({ policy, capital: 2000 }, [...held(), { bars: 95 }]);
    expect(lines.at(-1)).toBe('fill 2: -10 AAA at 94.05 (open), fee 0, order');
    expect(linesOf([[100, 101, 99, 100], 90], { ...trail, timeInForce: 'day' })).toEqual([
      'cancel 2: expired',
    ]);
  });

  it('starts with the entry that it waits for, whichever is listed first', () => {
    const policy = { fill: 'next-open' } as const;
    for (const decided of [
      [{}, trail],
      [trail, {}],
    ]) {
      const { lines } = story({ policy, capital: 2000 }, [
        { bars: 120, decides: orders(...decided) },
        { bars: [100, 101, 96, 97] },
        { bars: [97, 98, 94, 94] },
      ]);
      // Bought at the open of 100 it trails from there: 101 - 5 by the first close.
      expect(lines.at(-1)).toMatch(/^fill \d: -10 AAA at 96 \(level\)/);
    }
  });

  it('and a target of its group: the first that fills ends the other', () => {
    const exits = [
      { ...trail, group: 'x' },
      { side: 'sell', type: 'limit', limit: 108, group: 'x' },
    ];
    const { lines } = story({}, [
      { bars: 100, decides: orders({}, ...(exits as Request[])) },
      // On the way down first 95 is sold; on the way up 108. The worse of the two counts.
      { bars: [100, 109, 95, 108] },
    ]);
    expect(lines.slice(1)).toEqual([
      'fill 2: -10 AAA at 95 (level), fee 0, order',
      'cancel 3: group',
    ]);
  });
});

describe('a trailing purchase on bars', () => {
  it('follows the low of a short, and fills on the way up', () => {
    const request = { ...trail, side: 'buy' } as const;
    const lines = (...bars: Prices[]): readonly string[] =>
      story({ policy: { short: true } }, [
        { bars: 100, decides: orders({ side: 'sell' }) },
        { bars: 100, decides: orders(request) },
        ...bars.map((one) => ({ bars: one })),
      ]).lines.slice(1);
    expect(lines([94, 94, 90, 94])).toEqual([]);
    expect(lines([100, 104, 90, 94])[0]).toContain('+10 AAA at 95 (level)');
    expect(lines([100, 105, 90, 94])[0]).toContain('+10 AAA at 105 (level)');
    expect(lines([100, 104, 90, 96])[0]).toContain('+10 AAA at 95 (level)');
    expect(lines([94, 94, 90, 94], [97, 98, 96, 97])[0]).toContain('+10 AAA at 97 (open)');
  });
});

describe('splits', () => {
  it.each<[string, Request, number]>([
    ['an amount with the best price', trail, 52.5],
    ['a percentage by the best price alone', { ...sale, trailPercent: 5 }, 52.25],
  ])('scale %s', (_, request, level) => {
    const { lines } = story({}, [
      ...held(request),
      { bars: [100, 110, 106, 109] },
      { announced: [split(4, 2)], bars: [54.5, 54.5, 50, 51] },
    ]);
    expect(lines.at(-1)).toBe(`fill 2: -20 AAA at ${level} (level), fee 0, order`);
  });

  it('that become known late leave a price that was seen in new shares', () => {
    const { lines } = story({}, [
      ...held({ ...trail, shares: 10, trailAmount: 80 }),
      // A reverse split of 2 to 1 since the open: 200 is a price of new shares.
      { bars: [200, 210, 199, 205], late: [{ ...split(3, 1), from: 2 }] },
      { bars: [205, 205, 60, 60] },
    ]);
    // 210 less the amount of 160 in new shares.
    expect(lines.at(-1)).toBe('split AAA: now 5');
    const { lines: gapped } = story({}, [
      ...held({ ...trail, trailAmount: 80 }),
      { bars: [200, 210, 199, 205], late: [{ ...split(3, 1), from: 2 }] },
      { bars: [205, 205, 49, 60] },
    ]);
    expect(gapped.at(-1)).toBe('fill 2: -5 AAA at 50 (level), fee 0, order');
  });
});

describe('among trades and quotes', () => {
  it('follows every trade, is triggered by one and fills at the next', () => {
    const { lines } = tickStory({}, [
      [1, decides(orders({}))],
      [2, trades(100)],
      [3, decides(orders(trail))],
      [4, trades(107)],
      [5, trades(103)],
      [6, trades(102)],
      [7, trades(104)],
    ]);
    expect(lines.at(-1)).toBe('7 fill 2: -10 AAA at 104 (trade), fee 0, order');
  });

  it('follows the bid for a sale', () => {
    const { lines } = tickStory({ policy: { fill: 'next-quote' } }, [
      [1, decides(orders({}))],
      [2, quotes(99, 100)],
      [3, decides(orders(trail))],
      [4, quotes(105, 120)],
      [5, quotes(101, 102)],
      [6, quotes(100, 101)],
      [7, quotes(98, 99)],
    ]);
    expect(lines.at(-1)).toBe('7 fill 2: -10 AAA at 98 (quote), fee 0, order');
  });
});

it('is moved by bids alone once it has begun, whatever else is decided', () => {
  const { lines } = tickStory({ policy: { fill: 'next-quote' } }, [
    [1, decides(orders({}))],
    [2, quotes(99, 101)],
    [3, decides(orders(trail))],
    // The middle of 110 is the last price, and no bid.
    [4, quotes(100, 120)],
    [5, decides(orders({ side: 'buy', type: 'limit', limit: 1 }))],
    [6, quotes(96, 97)],
    [7, quotes(95, 96)],
    [8, quotes(94, 95)],
  ]);
  // The level is 95, from a bid of 100: neither 105 nor anything between.
  expect(lines.filter((one) => one.includes('fill 2'))).toEqual([
    '8 fill 2: -10 AAA at 94 (quote), fee 0, order',
  ]);
});

it('has moved to the price at which another order leaves it nothing to close', () => {
  const gtc = { timeInForce: 'gtc', shares: 5 } as const;
  const list = orders(
    { ...gtc, side: 'sell', type: 'limit', limit: 110 },
    { ...gtc, side: 'sell', type: 'trailing-stop', trailAmount: 5 },
    { ...gtc, type: 'limit', limit: 98 },
  );
  const { lines } = story({ policy: { fill: 'next-open' } }, [
    { bars: 100, decides: orders({ shares: 5 }) },
    { bars: 100, decides: list },
    { bars: [100, 112, 99, 100] },
    { bars: [101, 101, 97, 100] },
  ]);
  // Its level is 105, as the price met 110 before the limit filled; 98 is below that.
  expect(lines.slice(1)).toEqual([
    'fill 2: -5 AAA at 110 (level), fee 0, order',
    'fill 4: +5 AAA at 98 (level), fee 0, order',
    'fill 3: -5 AAA at 98 (level), fee 0, order',
  ]);
});

describe('an oracle that knows one bar only by its corners', () => {
  /**
   * The level of before the bar and its open, if the low hits it; else that of the high,
   * if the low does.
   */
  function saleOf(bars: readonly (readonly [number, number, number, number])[]): number | null {
    let best = 100;
    for (const [open, high, low] of bars) {
      if (open <= best - 5) return open;
      best = Math.max(best, open);
      if (low <= best - 5) return best - 5;
      best = Math.max(best, high);
      if (low <= best - 5) return best - 5;
    }
    return null;
  }

  it('sells at the same prices over drawn bars', () => {
    const random = seededRandom(7);
    let sales = 0;
    for (let run = 0; run < 200; run++) {
      let last = 100;
      const bars = Array.from({ length: 6 }, () => {
        const open = last + random.below(9) - 4;
        const close = last + random.below(9) - 4;
        last = close;
        const high = Math.max(open, close);
        const low = Math.min(open, close);
        return [open, high + random.below(4), low - random.below(4), close] as const;
      });
      const expected = saleOf(bars);
      const fill = linesOf(bars)[0];
      expect(fill === undefined ? null : Number(/at (\d+)/.exec(fill)?.[1])).toBe(expected);
      if (expected !== null) sales++;
    }
    expect(sales).toBeGreaterThan(100);
  });
});
