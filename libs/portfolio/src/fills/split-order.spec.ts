/**
 * Splits that become known late, among parts of orders: later fills are in new shares, waiting
 * orders are not.
 */

import { describe, expect, it } from 'vitest';
import { dividend, long, orders } from '../../test/decisions.js';
import {
  closes,
  decides,
  marks,
  opens,
  splits,
  tickStory,
  trades,
  type Happening,
} from '../../test/tick-story.js';
import { announce, openDate } from '../matching/session-turn.js';

const tenth = { participation: 0.1 } as const;
const hundred = orders({ shares: 100 });

/**
 * 40 of 100 at 50 in session 1; session 2 is in new shares, two for one, at 25, and has 30 of them.
 */
const story = (known: 'before' | 'after', decision = hundred) =>
  tickStory({ policy: tenth }, [
    [1, decides(decision)],
    [2, trades(50, 400)],
    [3, closes],
    ...(known === 'before' ? ([[4, splits(2, 2)]] as const) : []),
    [5, opens(2)],
    [6, trades(25, 300)],
    ...(known === 'after' ? ([[7, splits(2, 2)]] as const) : []),
    [8, trades(25, 10_000)],
  ]);

describe('a split that becomes known late', () => {
  it('scales what was left at its open, and not the parts since', () => {
    const late = story('after');
    expect(late.lines).toEqual([
      '2 part 1: +40 AAA at 50 (trade), fee 0, order',
      '6 part 1: +30 AAA at 25 (trade), fee 0, order',
      '7 split AAA: now 110',
      '8 fill 1: +90 AAA at 25 (trade), fee 0, order',
    ]);
    const inTime = story('before');
    expect(late.book.account.shares[0]).toBe(200);
    expect(late.book.account).toEqual(inTime.book.account);
  });

  it('scales an order in shares whose first part came since', () => {
    const { lines } = tickStory({ policy: tenth }, [
      [1, decides(hundred)],
      [2, trades(50, 0)],
      [3, closes],
      [5, opens(2)],
      [6, trades(25, 300)],
      [7, splits(2, 2)],
      [8, trades(25, 10_000)],
    ]);
    expect(lines).toEqual([
      '6 part 1: +30 AAA at 25 (trade), fee 0, order',
      '8 fill 1: +170 AAA at 25 (trade), fee 0, order',
    ]);
  });

  it.each([
    ['money', {}, orders({ shares: null, notional: 5000 })],
    ['a target', { size: { shares: 200 } }, long],
  ] as const)('leaves %s alone that became a number of shares since', (_, terms, decision) => {
    const { book } = tickStory({ policy: { ...tenth, ...terms } }, [
      [1, decides(decision)],
      [3, closes],
      [5, opens(2)],
      [6, trades(25, 300)],
      [7, splits(2, 2)],
      [8, trades(25, 10_000)],
    ]);
    expect(book.account.shares[0]).toBe(200);
    expect(book.account.cash).toBe(5000);
  });

  it('ends an order that got more since than there was to get', () => {
    const { lines, book } = tickStory({ policy: tenth }, [
      [1, decides(hundred)],
      [3, closes],
      [5, opens(2)],
      [6, trades(25, 300)],
      [7, splits(2, 0.1)],
      [8, trades(25, 10_000)],
    ]);
    expect(lines).toEqual([
      '6 part 1: +30 AAA at 25 (trade), fee 0, order',
      '7 cancel 1: no change',
    ]);
    expect(book.account.shares[0]).toBe(30);
  });

  it('applies to a dividend of its date that becomes known later', () => {
    const { lines } = tickStory({ policy: { ...tenth, dividends: 'cash' } }, [
      [1, decides(hundred)],
      [2, trades(50, 1000)],
      [3, closes],
      [5, opens(2)],
      [6, decides(orders({ shares: 20 }))],
      [7, trades(25, 1000)],
      [8, splits(2, 2)],
      [9, (book) => announce(book, dividend(2, 1))],
    ]);
    expect(lines.slice(2)).toEqual(['8 split AAA: now 220', expect.stringMatching(/^9 .*200/)]);
  });
});

describe('a price beside a split', () => {
  /** A bar's close, of another date than the session's. */
  const closeOf =
    (date: number, price: number): Happening =>
    (book) => {
      book.showCloseOf(date, 0, price);
      return [];
    };
  /** 10 at 100 in session 1; the split is effective in session 2. */
  const held = [
    [1, decides(orders({ shares: 10 }))],
    [2, trades(100)],
    [3, closes],
    [4, splits(2, 2)],
  ] as const;
  const netAt = (...happenings: readonly (readonly [number, Happening])[]): unknown => {
    const { events } = tickStory({}, [...held, ...happenings, [9, marks]]);
    return events.find(({ type }) => type === 'MarkTaken');
  };

  it('of its date is in new shares, although its session is yet to open', () => {
    expect(netAt([5, closeOf(2, 51)], [6, opens(2)])).toMatchObject({ net: 1020, stale: ['AAA'] });
  });

  it('of its date comes with the split and the dividends of that date, once', () => {
    const { events, lines } = tickStory({ policy: { dividends: 'cash' } }, [
      ...held,
      [4, (book) => announce(book, dividend(2, 6))],
      [5, (book) => openDate(book, 2)],
      [6, closeOf(2, 47)],
      [7, marks],
      [8, opens(2)],
      [9, marks],
    ]);
    const equities = events.flatMap((event) => (event.type === 'MarkTaken' ? [event.equity] : []));
    expect(equities[0]).toBe(equities[1]);
    expect(lines.filter((one) => one.includes('split'))).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'DividendBooked')).toMatchObject([{ shares: 10 }]);
  });

  it('from before the open is in old shares, although it arrives after the open', () => {
    expect(netAt([5, opens(2)], [6, closeOf(1, 98)])).toMatchObject({ net: 980, stale: ['AAA'] });
  });

  it('with an earlier date is ignored beside one of the same date', () => {
    expect(netAt([5, opens(2)], [6, trades(52)], [7, closeOf(1, 98)])).toMatchObject({
      net: 1040,
      stale: [],
    });
  });

  it('that an order was decided at says in whose prices its limit is', () => {
    const { lines } = tickStory({}, [
      ...held,
      [5, closeOf(2, 50)],
      [6, decides(orders({ type: 'limit', limit: 45, shares: 5 }))],
      [7, opens(2)],
      [8, trades(44)],
    ]);
    expect(lines.at(-1)).toBe('8 fill 2: +5 AAA at 44 (trade), fee 0, order');
  });
});
