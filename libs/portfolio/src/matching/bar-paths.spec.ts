/**
 * Entry, stop and target against all ways through a bar, by an oracle that goes them
 * penny by penny.
 */

import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { cancel, orders } from '../../test/decisions.js';

type Request = NonNullable<Parameters<typeof orders>[0]>;
type Bar = readonly [open: number, high: number, low: number, close: number];

const capital = 10_000;

/** Steps of 1 from the open through the corners of a path. */
function* steps([open, ...corners]: readonly number[]): Generator<number> {
  let here = open as number;
  yield here;
  for (const corner of corners) {
    while (here !== corner) {
      here += Math.sign(corner - here);
      yield here;
    }
  }
}

/**
 * Equity at the close: one share, the exits wait for the entry, and the first of them
 * ends the other.
 */
function equityOn(path: readonly number[], entry: Request, exits: readonly Request[]): number {
  let cash = capital;
  let shares = 0;
  let exited = false;
  const isReached = ({ side, type, limit, stop }: Request, price: number): boolean => {
    if (type === 'market') return true;
    const level = (type === 'limit' ? limit : stop) as number;
    return (side === 'buy') === (type === 'limit') ? price <= level : price >= level;
  };
  for (const price of steps(path)) {
    const side = entry.side === 'sell' ? -1 : 1;
    if (shares === 0 && !exited && isReached(entry, price)) {
      cash = cash - side * price;
      shares = side;
    }
    if (shares !== 0 && exits.some((exit) => isReached(exit, price))) {
      cash = cash + shares * price;
      shares = 0;
      exited = true;
    }
  }
  return cash + shares * (path.at(-1) as number);
}

function worst([open, high, low, close]: Bar, entry: Request, exits: readonly Request[]): number {
  return Math.min(
    equityOn([open, low, high, close], entry, exits),
    equityOn([open, high, low, close], entry, exits),
  );
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Bars around 5 that open anywhere and close at the low, the high, or 5. */
const bars = range(2, 5).flatMap((low) =>
  range(5, 8).flatMap((high) =>
    range(low, high).flatMap((open) =>
      [low, 5, high].map((close): Bar => [open, high, low, close]),
    ),
  ),
);

const permuted = ([a, b, c]: readonly [Request, Request, Request]): Request[][] => [
  [a, b, c] as Request[],
  [a, c, b],
  [b, a, c],
  [b, c, a] as Request[],
  [c, a, b],
  [c, b, a],
];

/** Equity after one bar, for each order of the list. */
function equities(
  bar: Bar,
  short: boolean,
  requests: readonly [Request, Request, Request],
): number[] {
  const policy = { fill: 'next-open', short } as const;
  return permuted(requests).map((listed) => {
    const told = story({ policy, capital }, [
      { bars: 5, decides: orders(...listed) },
      { bars: bar },
    ]);
    return told.lines.some((line) => line.startsWith('deny')) ? NaN : told.book.equity();
  });
}

describe.each([
  ['long', 'buy', 'sell', 1],
  ['short', 'sell', 'buy', -1],
] as const)('a %s position from an entry with stop and target', (_, enters, leaves, sign) => {
  const entries: Request[] = [
    { side: enters, type: 'market', shares: 1 },
    ...[4, 5, 6].map((limit) => ({ side: enters, type: 'limit', shares: 1, limit }) as const),
    ...[5, 6].map((level) => ({ side: enters, type: 'stop', shares: 1, stop: level }) as const),
  ];
  const exitsOf = (stop: number, limit: number): readonly [Request, Request] => [
    { side: leaves, type: 'stop', shares: 1, stop, group: 'x' },
    { side: leaves, type: 'limit', shares: 1, limit, group: 'x' },
  ];
  const pairs = sign > 0 ? [exitsOf(3, 7), exitsOf(4, 6)] : [exitsOf(7, 3), exitsOf(6, 4)];

  it.each(entries)('has the worst of the ways, whatever the order of the list: %o', (entry) => {
    const differing = pairs.flatMap((exits) =>
      bars.flatMap((bar) => {
        const expected = worst(bar, entry, exits);
        const found = equities(bar, sign < 0, [entry, ...exits]);
        return found.every((equity) => equity === expected)
          ? []
          : [{ bar, exits, expected, found }];
      }),
    );
    expect(differing).toEqual([]);
  });
});

describe('orders in one bar', () => {
  const buy = { side: 'buy', type: 'limit', limit: 95 } as const;
  const stop = { side: 'sell', type: 'stop', stop: 90, group: 'x' } as const;
  const target = { side: 'sell', type: 'limit', limit: 110, group: 'x' } as const;

  it('gap through entry and stop at one open', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders(stop, target, buy) },
      { bars: [85, 86, 80, 84] },
    ]);
    expect(lines).toEqual([
      'fill 3: +10 AAA at 85 (open), fee 0, order',
      'fill 1: -10 AAA at 85 (open), fee 0, order',
      'cancel 2: group',
    ]);
  });

  it('wait over bars in which the entry does not fill, with shorts allowed as without', () => {
    for (const short of [false, true]) {
      const { lines } = story({ policy: { short } }, [
        { bars: 100, decides: orders(target, stop, buy) },
        { bars: [100, 112, 99, 111] },
        { bars: [111, 112, 94, 96] },
      ]);
      expect(lines).toEqual(['fill 3: +10 AAA at 95 (level), fee 0, order']);
    }
  });

  it('are denied once no entry waits any more', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders(stop, { ...buy, timeInForce: 'day' }) },
      { bars: 100 },
      { bars: 85 },
    ]);
    expect(lines).toEqual(['cancel 2: expired', 'deny order 1 AAA: short not allowed']);
  });

  it.each([
    ['a stop', { ...stop, shares: 8 }, { bars: [100, 100, 85, 88] }, 90],
    ['a target', { ...target, shares: 8 }, { bars: [100, 112, 99, 100] }, 110],
    ['a stop-limit', { ...stop, type: 'stop-limit', limit: 88, shares: 8 }, { bars: 90 }, 90],
  ] as const)('close what is left when %s is larger', (_, exit, session, price) => {
    const { lines } = story({}, [
      { bars: 100, decides: orders({ shares: 5 }) },
      { bars: 100, decides: orders(exit) },
      session,
    ]);
    expect(lines[1]).toMatch(new RegExp(`^part 2: -5 AAA at ${price} `));
    expect(lines.slice(2)).toEqual(['cancel 2: no change']);
  });

  it('are not triggered at a stop that another order has left nothing to close', () => {
    const held = { shares: 5, stopLoss: 98 };
    const sale = { side: 'sell', type: 'stop-limit', stop: 95, limit: 96, shares: 5 } as const;
    const entry = { type: 'stop', stop: 120, shares: 1, id: 'entry' } as const;
    const { lines } = story({}, [
      { bars: 100, decides: orders(held, sale, entry) },
      { bars: [100, 100, 90, 92], decides: cancel('entry') },
      { bars: 97 },
    ]);
    expect(lines.slice(1)).toEqual([
      'fill 2: -5 AAA at 98 (level), fee 0, order',
      'cancel 4: requested',
    ]);
  });

  it('of a held symbol pay for those of others, however the symbols are called', () => {
    const given = { symbols: ['AAA', 'BBB'] };
    for (const [held, other] of [given.symbols, given.symbols.toReversed()] as [string, string][]) {
      const { lines } = story(given, [
        { bars: { AAA: 100, BBB: 100 }, decides: orders({ symbol: held }) },
        {
          bars: { AAA: 100, BBB: 100 },
          decides: orders(
            { symbol: other, type: 'limit', limit: 95 },
            { symbol: held, side: 'sell', type: 'limit', limit: 105 },
          ),
        },
        { bars: { [held]: [100, 106, 99, 105], [other]: [100, 101, 94, 100] } },
      ]);
      expect(lines.map((line) => line.replace(/^\w+ \d: /, ''))).toEqual([
        `+10 ${held} at 100 (close), fee 0, order`,
        `-10 ${held} at 105 (level), fee 0, order`,
        `+10 ${other} at 95 (level), fee 0, order`,
      ]);
    }
  });

  it('of several symbols fill in the order of their names, whatever the order of the list', () => {
    const limit = { type: 'limit', limit: 95, shares: 1 } as const;
    const lists = [
      ['AAA', 'BBB', 'CCC'],
      ['CCC', 'BBB', 'AAA'],
      ['BBB', 'CCC', 'AAA'],
    ];
    for (const names of lists) {
      for (const symbols of lists) {
        const bar = [100, 101, 94, 100] as const;
        const { lines } = story({ symbols }, [
          {
            bars: Object.fromEntries(symbols.map((symbol) => [symbol, 100])),
            decides: orders(...names.map((symbol) => ({ ...limit, symbol }))),
          },
          { bars: Object.fromEntries(symbols.map((symbol) => [symbol, bar])) },
        ]);
        expect(lines.map((line) => line.replace(/^\w+ \d: /, ''))).toEqual(
          ['AAA', 'BBB', 'CCC'].map((symbol) => `+1 ${symbol} at 95 (level), fee 0, order`),
        );
      }
    }
  });

  it('buy back what is left of a short when the rest cannot be paid', () => {
    const { lines } = story({ policy: { short: true } }, [
      { bars: 100, decides: orders({ side: 'sell', shares: 4 }) },
      { bars: 100, decides: orders({ side: 'buy', type: 'stop', stop: 105, shares: 40 }) },
      { bars: 110 },
    ]);
    expect(lines.slice(1)).toEqual([
      'part 2: +4 AAA at 110 (open), fee 0, order',
      'cancel 2: no change',
    ]);
  });

  it('leave what is left of a larger stop at its level while an entry waits', () => {
    const { lines } = story({}, [
      { bars: 100, decides: orders({ shares: 5 }) },
      {
        bars: 100,
        decides: orders(
          { ...stop, group: null, shares: 8 },
          { type: 'stop', stop: 105, shares: 3 },
        ),
      },
      { bars: [100, 100, 85, 88] },
      { bars: [104, 106, 103, 106] },
      { bars: 106 },
      { bars: 85 },
    ]);
    expect(lines.slice(1)).toEqual([
      'part 2: -5 AAA at 90 (level), fee 0, order',
      'fill 3: +3 AAA at 105 (level), fee 0, order',
      'fill 2: -3 AAA at 85 (open), fee 0, order',
    ]);
  });

  it.each([
    ['at the open', [89, 100, 85, 89], '89 (open)'],
    ['inside of the bar', [100, 100, 85, 89], '88 (level)'],
  ] as const)(
    'of a stop-limit that was triggered %s are a limit once it has filled in part',
    (_, bar, price) => {
      const sale = { side: 'sell', type: 'stop-limit', stop: 90, limit: 88, shares: 8 } as const;
      const { lines } = story({}, [
        { bars: 100, decides: orders({ shares: 5 }) },
        { bars: 100, decides: orders(sale, { type: 'stop', stop: 105, shares: 3 }) },
        { bars: bar },
        { bars: [104, 106, 103, 106] },
        { bars: 107 },
      ]);
      expect(lines.slice(1)).toEqual([
        `part 2: -5 AAA at ${price}, fee 0, order`,
        'fill 3: +3 AAA at 105 (level), fee 0, order',
        'fill 2: -3 AAA at 105 (level), fee 0, order',
      ]);
    },
  );
});
