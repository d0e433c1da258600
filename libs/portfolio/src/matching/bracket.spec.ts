/** Brackets: an entry with its stop and target in one order. */

import { describe, expect, it } from 'vitest';
import { story, type Session } from '../book/book-story.fixture.js';
import { cancel, flat, orders, split, target, weights } from '../../test/decisions.js';
import { decides, tickStory, trades } from '../../test/tick-story.js';

const exits = { stopLoss: 90, takeProfit: 110 };
const limit = { type: 'limit', limit: 95, ...exits } as const;

const linesOf = (given: Parameters<typeof story>[0], ...sessions: Session[]): readonly string[] =>
  story({ capital: 2000, ...given }, sessions).lines;

describe('a bracket', () => {
  it('names its entry in the orders that close what it opens', () => {
    const { accepted, events } = story({}, [{ bars: 100, decides: orders({ ...limit, id: 'b' }) }]);
    expect(accepted).toEqual([
      'order 1: buy AAA limit limit 95',
      'order 2: sell AAA stop stop 90',
      'order 3: sell AAA limit limit 110',
    ]);
    expect(events.slice(0, 3).map((event) => 'entry' in event && event.entry)).toEqual([
      false,
      1,
      1,
    ]);
  });

  it.each<[string, readonly [number, number, number, number], string[]]>([
    ['falls through entry and stop', [100, 100, 85, 85], ['+10 AAA at 95', '-10 AAA at 90']],
    [
      'reaches a target that may have come before the entry',
      [100, 112, 94, 100],
      ['+10 AAA at 95'],
    ],
    ['opens below the stop', [85, 86, 84, 85], ['+10 AAA at 85', '-10 AAA at 85']],
    ['stays above the entry', [100, 112, 96, 100], []],
  ])('in a bar that %s', (_, bar, fills) => {
    const lines = linesOf({}, { bars: 100, decides: orders(limit) }, { bars: bar });
    expect(lines.filter((one) => one.startsWith('fill')).length).toBe(fills.length);
    for (const [index, fill] of fills.entries()) expect(lines[index]).toContain(fill);
    if (fills.length === 2) expect(lines.at(-1)).toBe('cancel 3: group');
  });

  it('has exits that live until one fills, which ends the other', () => {
    const decided = { bars: 100, decides: orders({ ...exits, timeInForce: 'day' }) } as const;
    expect(linesOf({}, decided, { bars: 105 }, { bars: [106, 111, 105, 110] })).toEqual([
      'fill 1: +10 AAA at 100 (close), fee 0, order',
      'fill 3: -10 AAA at 110 (level), fee 0, order',
      'cancel 2: group',
    ]);
  });

  it('may have an exit that trails from the price of its entry', () => {
    const decided = { bars: 120, decides: orders({ trailAmount: 5, takeProfit: 150 }) };
    const policy = { fill: 'next-open' } as const;
    expect(linesOf({ policy }, decided, { bars: [100, 108, 99, 104] }, { bars: 102 })).toEqual([
      'fill 1: +10 AAA at 100 (open), fee 0, order',
      // 108 moves the stop to 103, and 99 may have come after that.
      'fill 2: -10 AAA at 103 (level), fee 0, order',
      'cancel 3: group',
    ]);
  });

  it('sells what it has bought, and nothing of what was held before', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders({ shares: 4 }) },
      { bars: 100, decides: orders(limit) },
      { bars: [100, 112, 96, 100] },
      { bars: [95, 96, 89, 89] },
    );
    expect(lines.slice(1)).toEqual([
      'fill 2: +10 AAA at 95 (open), fee 0, order',
      'fill 3: -10 AAA at 90 (level), fee 0, order',
      'cancel 4: group',
    ]);
  });

  it('closes what is left of its position, and opens none when nothing is', () => {
    const left = (shares: number): readonly string[] =>
      linesOf(
        { policy: { short: true } },
        { bars: 100, decides: orders(exits) },
        { bars: 100, decides: orders({ side: 'sell', shares }) },
        { bars: 89 },
      ).slice(2);
    expect(left(6)).toEqual(['fill 2: -4 AAA at 89 (open), fee 0, order', 'cancel 3: group']);
    expect(left(10)).toEqual(['cancel 2: no change', 'cancel 3: no change']);
  });

  it('of a short is bought back above or below', () => {
    const request = { side: 'sell', stopLoss: 110, takeProfit: 90 } as const;
    const lines = linesOf(
      { policy: { short: true } },
      { bars: 100, decides: orders(request) },
      { bars: [100, 111, 89, 100] },
    );
    expect(lines.slice(1)).toEqual([
      'fill 2: +10 AAA at 110 (level), fee 0, order',
      'cancel 3: group',
    ]);
  });

  it('that is scaled to the cash has exits for as much', () => {
    const lines = linesOf({ capital: 500 }, { bars: 100, decides: orders(exits) }, { bars: 90 });
    expect(lines).toEqual([
      'part 1: +5 AAA at 100 (close), fee 0, order',
      'cancel 1: scaled',
      'fill 2: -5 AAA at 90 (open), fee 0, order',
      'cancel 3: group',
    ]);
  });

  it('ends as a whole when its entry ends without a fill', () => {
    const day = orders({ ...limit, timeInForce: 'day' });
    expect(linesOf({}, { bars: 100, decides: day }, { bars: 100 })).toEqual([
      'cancel 1: expired',
      'cancel 2: group',
      'cancel 3: group',
    ]);
    const short = orders({ side: 'sell', stopLoss: 110 });
    expect(linesOf({}, { bars: 100, decides: short })).toEqual([
      'deny order 1 AAA: short not allowed',
      'cancel 2: group',
    ]);
  });

  it('is canceled by its name: the entry while it waits, then the exits', () => {
    const decided = { bars: 100, decides: orders({ ...limit, id: 'b' }) };
    const ends = ['cancel 1: requested', 'cancel 2: group', 'cancel 3: group'];
    expect(linesOf({}, decided, { bars: 100, decides: cancel('b') })).toEqual(ends);
    const filled = linesOf({}, decided, { bars: 95, decides: cancel('b', 'b') });
    expect(filled.slice(1)).toEqual(['cancel 2: requested', 'cancel 3: requested', 'no order b']);
  });

  it('is split with what it has bought and its levels', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders(exits) },
      { announced: [split(2, 2)], bars: [50, 56, 49, 55] },
    );
    expect(lines.at(-2)).toBe('fill 3: -20 AAA at 55 (level), fee 0, order');
  });

  it('that waits through a split has exits in new shares', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders(limit) },
      { announced: [split(2, 2)], bars: [50, 51, 47, 48] },
      { bars: 45 },
    );
    expect(lines.filter((one) => one.startsWith('fill'))).toEqual([
      'fill 1: +20 AAA at 47.5 (level), fee 0, order',
      'fill 2: -20 AAA at 45 (open), fee 0, order',
    ]);
  });
});

describe('the exits of a bracket belong to the shares of its entry', () => {
  const short = { policy: { short: true } };
  const again = orders({ shares: 10, stopLoss: 70 });
  const below: Session = { bars: [95, 96, 88, 92] };

  it.each([
    ['a target', flat],
    ['a weight', weights({ AAA: 0 })],
    ['an order', orders({ side: 'sell', shares: 10 })],
    ['an order in money', orders({ side: 'sell', shares: null, notional: 1000 })],
  ])('and end with them, where %s closes them', (_, closing) => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders(exits) },
      { bars: 100, decides: closing },
      { bars: 100, decides: again },
      below,
    );
    expect(lines.slice(2)).toEqual([
      'cancel 2: no change',
      'cancel 3: no change',
      'fill 5: +10 AAA at 100 (close), fee 0, order',
    ]);
  });

  it('and end with them, where a stop without a bracket closes them', () => {
    const stop = orders({ side: 'sell', type: 'stop', stop: 95, shares: 10, timeInForce: 'gtc' });
    const lines = linesOf(
      {},
      { bars: 100, decides: orders(exits) },
      { bars: 100, decides: stop },
      { bars: [100, 100, 94, 94], decides: again },
      below,
    );
    expect(lines.slice(1)).toEqual([
      'fill 4: -10 AAA at 95 (level), fee 0, order',
      'cancel 2: no change',
      'cancel 3: no change',
      'fill 5: +10 AAA at 94 (close), fee 0, order',
    ]);
  });

  it('and open nothing after a flip, or a short that was bought back', () => {
    const long = linesOf(
      short,
      { bars: 100, decides: orders(exits) },
      { bars: 100, decides: target({ AAA: -1 }) },
      { bars: [100, 111, 89, 100] },
    );
    expect(long.slice(1)).toEqual([
      'fill 4: -10 AAA at 100 (close), fee 0, close',
      'cancel 2: no change',
      'cancel 3: no change',
      'fill 4: -20 AAA at 100 (close), fee 0, open',
    ]);
    const sale = orders({ side: 'sell', stopLoss: 110, takeProfit: 90 });
    const cover = linesOf(
      short,
      { bars: 100, decides: sale },
      { bars: 100, decides: orders({ side: 'buy', shares: 10 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 10 }) },
      { bars: [100, 111, 89, 100] },
    );
    expect(cover.slice(1)).toEqual([
      'fill 4: +10 AAA at 100 (close), fee 0, order',
      'cancel 2: no change',
      'cancel 3: no change',
      'fill 5: -10 AAA at 100 (close), fee 0, order',
    ]);
  });

  it('and shrink with them: the oldest shares go first', () => {
    const lines = linesOf(
      { capital: 4000 },
      { bars: 100, decides: orders({ shares: 20, stopLoss: 90 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 12 }) },
      { bars: 100, decides: again },
      { bars: 100, decides: orders({ shares: 5 }) },
      below,
      { bars: [92, 92, 60, 60] },
    );
    expect(lines.slice(2)).toEqual([
      'fill 4: +10 AAA at 100 (close), fee 0, order',
      'fill 6: +5 AAA at 100 (close), fee 0, order',
      'fill 2: -8 AAA at 90 (level), fee 0, order',
      'fill 5: -10 AAA at 70 (level), fee 0, order',
    ]);
  });

  it('and leave the shares of before to go first', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders({ shares: 4 }) },
      { bars: 100, decides: orders({ shares: 10, stopLoss: 90 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 6 }) },
      below,
    );
    expect(lines.slice(3)).toEqual(['fill 3: -8 AAA at 90 (level), fee 0, order']);
  });

  it('and shrink with a weight', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders({ shares: 20, stopLoss: 90 }) },
      { bars: 100, decides: weights({ AAA: 0.25 }) },
      below,
    );
    expect(lines.at(-1)).toBe('fill 2: -5 AAA at 90 (level), fee 0, order');
  });

  it('and do not count what the entry only closed', () => {
    const lines = linesOf(
      short,
      { bars: 100, decides: orders({ side: 'sell', shares: 6 }) },
      { bars: 100, decides: orders({ shares: 10, stopLoss: 90 }) },
      below,
    );
    expect(lines.at(-1)).toBe('fill 3: -4 AAA at 90 (level), fee 0, order');
    const closes = linesOf(
      short,
      { bars: 100, decides: orders({ side: 'sell', shares: 10 }) },
      { bars: 100, decides: orders({ shares: 10, stopLoss: 90 }) },
    );
    expect(closes.at(-1)).toBe('cancel 3: group');
  });

  it('and are split with what is left of them', () => {
    const lines = linesOf(
      {},
      { bars: 100, decides: orders({ shares: 20, stopLoss: 90 }) },
      { bars: 100, decides: orders({ side: 'sell', shares: 12 }) },
      { announced: [split(3, 2)], bars: 50, decides: orders({ shares: 3, stopLoss: 30 }) },
      { bars: [50, 50, 40, 40] },
    );
    expect(lines.at(-1)).toBe('fill 2: -16 AAA at 45 (level), fee 0, order');
  });

  it('and are split late, apart from what was bought since', () => {
    const lines = linesOf(
      { capital: 4000 },
      { bars: 100, decides: orders({ shares: 10, stopLoss: 40 }) },
      { bars: 50, decides: orders({ shares: 6, stopLoss: 30 }) },
      { bars: 50, late: [split(2, 2)] },
      { bars: [50, 50, 19, 19] },
    );
    expect(lines.slice(-3)).toEqual([
      'split AAA: now 26',
      'fill 4: -6 AAA at 30 (level), fee 0, order',
      'fill 2: -20 AAA at 20 (level), fee 0, order',
    ]);
  });

  it('and are those of each symbol', () => {
    const lines = linesOf(
      { symbols: ['AAA', 'BBB'] },
      { bars: { AAA: 100, BBB: 100 }, decides: orders(exits) },
      { bars: { AAA: 100, BBB: 100 }, decides: orders({ symbol: 'BBB', ...exits }) },
      { bars: { AAA: 100, BBB: 100 }, decides: flat },
      { bars: { AAA: 80, BBB: 89 } },
    );
    expect(lines.slice(3)).toEqual([
      'cancel 2: no change',
      'cancel 3: no change',
      'fill 5: -10 BBB at 89 (open), fee 0, order',
      'cancel 6: group',
    ]);
  });

  it('and free the name of the bracket when they end', () => {
    const named = { ...exits, id: 'b' };
    const lines = linesOf(
      {},
      { bars: 100, decides: orders(named) },
      { bars: 100, decides: flat },
      { bars: 100, decides: orders(named) },
    );
    expect(lines.at(-1)).toBe('fill 5: +10 AAA at 100 (close), fee 0, order');
  });
});

it('exits shrink where others sell parts, and the entry goes on', () => {
  const policy = { fill: 'next-trade', participation: 0.5 } as const;
  const { lines } = tickStory({ policy }, [
    [1, decides(orders(limit))],
    [2, trades(95, 8)],
    [3, decides(orders({ side: 'sell', shares: 4 }))],
    [4, trades(100, 100)],
    [5, trades(95, 8)],
    [6, trades(112, 100)],
  ]);
  expect(lines).toEqual([
    '2 part 1: +4 AAA at 95 (trade), fee 0, order',
    '4 fill 4: -4 AAA at 100 (trade), fee 0, order',
    '5 part 1: +4 AAA at 95 (trade), fee 0, order',
    '6 fill 3: -4 AAA at 112 (trade), fee 0, order',
    '6 cancel 1: group',
    '6 cancel 2: group',
  ]);
});

it('a bracket that fills in parts has exits for those, and an exit ends the rest of its entry', () => {
  const policy = { fill: 'next-trade', participation: 0.5 } as const;
  const { lines } = tickStory({ policy }, [
    [1, decides(orders(limit))],
    [2, trades(95, 8)],
    [3, trades(112, 100)],
    [4, trades(95, 100)],
  ]);
  expect(lines).toEqual([
    '2 part 1: +4 AAA at 95 (trade), fee 0, order',
    '3 fill 3: -4 AAA at 112 (trade), fee 0, order',
    '3 cancel 1: group',
    '3 cancel 2: group',
  ]);
});
