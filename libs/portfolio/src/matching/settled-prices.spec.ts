/**
 * What remains of a bar once orders have met it: the last price, and the rest of what was
 * filled in part.
 */

import { expect, it } from 'vitest';
import { orders } from '../../test/decisions.js';
import { bars, decides, tickStory, type Happening } from '../../test/tick-story.js';
import { matchFreshBars } from './match-orders.js';

const flat = (price: number, volume = 1000) => ({
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
});

/** A bar, and a trade that becomes known with it. */
const barWithTrade =
  (close: number, traded: number): Happening =>
  (book) => {
    book.times.noteBar(0, book.time, { length: 15_000, known: book.time });
    book.showBar(0, flat(close));
    book.showTrade(0, traded);
    return matchFreshBars(book);
  };

it('a trade that came along with a bar is the last price until the next bar', () => {
  const policy = { fill: 'next-open' } as const;
  // Bars are only met while an order waits.
  const far = decides(orders({ type: 'limit', limit: 1 }));
  const happenings: [number, Happening][] = [
    [5, far],
    [15, barWithTrade(100, 101)],
    [30, bars(flat(120), 'AAA', { ms: 15 })],
  ];
  const lastAfter = (count: number) =>
    tickStory({ policy, isIntraday: true }, happenings.slice(0, count)).book.quotes.price[0];
  expect([lastAfter(2), lastAfter(3)]).toEqual([101, 120]);
});

it.each([
  ['a stop', { type: 'stop', stop: 90 }, 100, '90 (level)'],
  ['a stop-limit', { type: 'stop-limit', stop: 90, limit: 88 }, 89, '89 (open)'],
] as const)('the rest of %s does not wait for its stop again', (_, level, open, price) => {
  const policy = { fill: 'next-open', participation: 0.1 } as const;
  const { lines } = tickStory({ policy, isIntraday: true }, [
    [15, decides(orders({ shares: 10 }))],
    [30, bars(flat(100), 'AAA', { ms: 15 })],
    [30, decides(orders({ side: 'sell', shares: 10, ...level }))],
    // A tenth of 40 fills.
    [45, bars({ open, high: 100, low: 85, close: 95, volume: 40 }, 'AAA', { ms: 15 })],
    [60, bars(flat(100), 'AAA', { ms: 15 })],
  ]);
  expect(lines).toEqual([
    '30 fill 1: +10 AAA at 100 (open), fee 0, order',
    `45 part 2: -4 AAA at ${price}, fee 0, order`,
    '60 fill 2: -6 AAA at 100 (open), fee 0, order',
  ]);
});
