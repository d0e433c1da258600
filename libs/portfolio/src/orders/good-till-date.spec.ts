/**
 * Orders that are good till a date: they end at the close of the last session by then,
 * whatever they met.
 */

import { describe, expect, it } from 'vitest';
import { formatCivilDate } from '#values';
import { story } from '../book/book-story.fixture.js';
import { split, orders } from '../../test/decisions.js';
import { bars, closes, decides, halts, opens, tickStory } from '../../test/tick-story.js';

/** A limit order to buy ten shares that is good till the date of a number. */
const buyAt = (limit: number, until: number, more: object = {}) =>
  orders({
    type: 'limit',
    limit,
    timeInForce: 'gtd',
    until: formatCivilDate(until),
    ...more,
  });

describe('an order that is good till a date', () => {
  it('waits through the sessions before it, and has the last one', () => {
    const { lines, events } = story({}, [
      { bars: 100, decides: buyAt(95, 4) },
      { bars: 100 },
      { bars: 100 },
      { bars: [100, 101, 94, 96] },
      { bars: 90 },
    ]);
    expect(lines).toEqual(['fill 1: +10 AAA at 95 (level), fee 0, order']);
    expect(events.find(({ type }) => type === 'OrderAccepted')).toMatchObject({
      timeInForce: 'gtd',
      until: '1970-01-05',
    });
  });

  it('ends at the close of the last one', () => {
    const { events } = story({}, [
      { bars: 100, decides: buyAt(95, 3) },
      { bars: 100 },
      { bars: 100 },
      { bars: 90 },
    ]);
    expect(events.filter(({ type }) => type.startsWith('OrderC'))).toEqual([
      { type: 'OrderCancelled', asOf: 3, time: 3.01, order: 1, reason: 'expired' },
    ]);
  });

  it('ends whether or not a bar met it, as a day order does not', () => {
    const { lines, book } = story({}, [
      {
        bars: 100,
        decides: orders(
          { type: 'limit', limit: 95, timeInForce: 'gtd', until: formatCivilDate(2) },
          { type: 'limit', limit: 95, timeInForce: 'day' },
        ),
      },
      {},
    ]);
    expect(lines).toEqual(['cancel 1: expired']);
    expect(book.working.map(({ id }) => id)).toEqual([2]);
  });

  it('ends at the close before a weekend that holds the date', () => {
    const { lines } = story({}, [
      { bars: 100, decides: buyAt(95, 4) },
      { bars: 100, closedFor: 2 },
      // The symbol has a price on the weekend, which another one's sessions may have, or on Monday.
      { bars: 90 },
    ]);
    expect(lines).toEqual(['cancel 1: expired']);
  });

  it.each([2, 3])('given at a close that is the last for date %s, has no session left', (until) => {
    const { lines } = story({ policy: { fill: 'next-open' } }, [
      { bars: 100 },
      { bars: 100, closedFor: 1, decides: buyAt(95, until) },
      { bars: 90 },
    ]);
    expect(lines).toEqual(['cancel 1: expired']);
  });

  it('given at the last close fills there first, where a decision does', () => {
    const decides = orders({ timeInForce: 'gtd', until: formatCivilDate(1) });
    const { lines } = story({ policy: { fill: 'decision-close' } }, [{ bars: 100, decides }]);
    expect(lines).toEqual(['fill 1: +10 AAA at 100 (close), fee 0, order']);
  });

  it('given inside of the last session waits for its close', () => {
    const { lines } = story({}, [
      { bars: [100, 100, 100], decides: [buyAt(95, 1), buyAt(95, 1)] },
      { bars: 90 },
    ]);
    expect(lines).toEqual(['cancel 1: expired', 'cancel 2: expired']);
  });

  it('is denied before the session of the decision, which names the member', () => {
    const { lines, accepted } = story({}, [{}, { bars: 100, decides: buyAt(95, 1) }, { bars: 90 }]);
    expect(lines).toEqual(['deny AAA: until is before the session']);
    expect(accepted).toEqual([]);
  });

  it('ends while its symbol is halted', () => {
    const { lines } = tickStory({ policy: { fill: 'next-open' } }, [
      [1, bars({ open: 100, high: 100, low: 100, close: 100 })],
      [2, decides(buyAt(95, 2))],
      [3, closes],
      [4, opens(2)],
      [5, halts(true)],
      [6, bars({ open: 90, high: 90, low: 90, close: 90 })],
      [7, closes],
    ]);
    expect(lines).toEqual(['7 cancel 1: expired']);
  });

  it('ends as a whole if a part of it has filled', () => {
    const policy = { fill: 'next-open', participation: 0.1 } as const;
    const bar = { open: 100, high: 100, low: 100, close: 100, volume: 40 };
    const { lines } = tickStory({ policy }, [
      [0, decides(buyAt(100, 1))],
      [2, bars(bar)],
      [3, closes],
      [4, opens(2)],
      [5, bars(bar)],
    ]);
    expect(lines).toEqual(['2 part 1: +4 AAA at 100 (open), fee 0, order', '3 cancel 1: expired']);
  });

  it('of an entry is not that of its exits, which stay', () => {
    const entry = buyAt(100, 2, { stopLoss: 90, takeProfit: 120 });
    const { lines, events } = story({}, [
      { bars: 105, decides: entry },
      { bars: 100 },
      { bars: 100 },
      { bars: 120 },
    ]);
    expect(lines).toEqual([
      'fill 1: +10 AAA at 100 (open), fee 0, order',
      'fill 3: -10 AAA at 120 (open), fee 0, order',
      'cancel 2: group',
    ]);
    const lives = events.flatMap((event) =>
      event.type === 'OrderAccepted' ? [[event.timeInForce, event.until]] : [],
    );
    expect(lives).toEqual([
      ['gtd', '1970-01-03'],
      ['gtc', undefined],
      ['gtc', undefined],
    ]);
  });

  it('takes its exits with it', () => {
    const { lines } = story({}, [
      { bars: 105, decides: buyAt(95, 2, { stopLoss: 90 }) },
      { bars: 100 },
    ]);
    expect(lines).toEqual(['cancel 1: expired', 'cancel 2: group']);
  });

  it('of weeks ends with the last week that ends by then', () => {
    // Weeks end on days 5, 10 and 15.
    const { lines, events } = story({ days: 5 }, [
      { bars: 100, closedFor: 4, decides: buyAt(95, 12) },
      { bars: 100, closedFor: 4 },
      { bars: 90, closedFor: 4 },
    ]);
    expect(lines).toEqual(['cancel 1: expired']);
    expect(events.find(({ type }) => type === 'OrderCancelled')?.asOf).toBe(10);
  });

  it('keeps it through a split', () => {
    const { lines } = story({}, [
      { bars: 100, decides: buyAt(95, 3) },
      { bars: 100 },
      { announced: [split(3, 2)], bars: [50, 50, 47, 48] },
    ]);
    expect(lines).toEqual(['fill 1: +20 AAA at 47.5 (level), fee 0, order']);
  });

  it('has its turn by the date too, whatever the order of a list', () => {
    const [early, late] = [2, 3].map((until) => formatCivilDate(until));
    const terms = { type: 'limit', limit: 100, shares: 7, timeInForce: 'gtd' } as const;
    const bought = [
      [early, late],
      [late, early],
    ].map(([first = '', second = '']) => {
      const decides = orders({ ...terms, until: first }, { ...terms, until: second });
      const { book } = story({}, [{ bars: 105, decides }, { bars: 100 }, { bars: 100 }]);
      return book.working.map(({ until }) => until);
    });
    expect(bought[0]).toEqual(bought[1]);
  });
});
