/** What a reinvested dividend buys, and when: at opens and trades, while its shares are held. */

import { describe, expect, it } from 'vitest';
import type { Book } from '../book/book.js';
import { story } from '../book/book-story.fixture.js';
import { announce } from '../matching/session-turn.js';
import { dividend, orders } from '../../test/decisions.js';
import { bars, closes, decides, opens, tickStory, trades } from '../../test/tick-story.js';

const ten = orders({ shares: 10 });
const tenth = { participation: 0.1 } as const;

describe('a reinvested dividend', () => {
  it('ends once nothing is held', () => {
    const { lines } = tickStory({ policy: { ...tenth, dividends: 'reinvest' } }, [
      [1, decides(ten)],
      [2, trades(100)],
      [3, closes],
      [3, decides(orders({ shares: 10, side: 'sell' }))],
      [4, (book) => announce(book, dividend(2, 1))],
      [4, opens(2)],
      [5, trades(100)],
      [6, trades(100)],
    ]);
    expect(lines.slice(1)).toEqual([
      '4 dividend AAA: 10 x 1 = 10',
      '5 fill 2: -10 AAA at 100 (trade), fee 0, order',
      '5 cancel 3: no change',
    ]);
  });

  it('does not wait for the latency of orders', () => {
    const { lines } = tickStory({ policy: { latencyMs: 3, dividends: 'reinvest' } }, [
      [1, decides(ten)],
      [4, trades(100)],
      [5, closes],
      [6, (book) => announce(book, dividend(2, 10))],
      [6, opens(2)],
      [7, trades(100)],
    ]);
    expect(lines.at(-1)).toBe('7 fill 2: +1 AAA at 100 (trade), fee 0, reinvest');
  });

  it('frees no cash of a short that its position was turned into', () => {
    const policy = { fill: 'next-open', short: true, dividends: 'reinvest' } as const;
    const bar = { AAA: 100, BBB: 100 };
    const { lines } = story({ policy, symbols: ['AAA', 'BBB'] }, [
      { bars: bar, decides: orders({ symbol: 'BBB', shares: 1 }) },
      {
        bars: bar,
        decides: orders({ timeInForce: 'day' }, { symbol: 'BBB', side: 'sell', shares: 60 }),
      },
      { announced: [dividend(3, 1, 'BBB')], bars: bar },
    ]);
    expect(lines.slice(2)).toEqual([
      'part 3: -11.01 BBB at 100 (open), fee 0, order',
      'cancel 3: scaled',
      'deny order 2 AAA: not enough cash',
      'cancel 4: no change',
    ]);
  });

  it('meets no close', () => {
    const policy = { ...tenth, fill: 'next-close', dividends: 'reinvest' } as const;
    const bar = { open: 100, high: 100, low: 100, close: 100 };
    const large = { ...bar, volume: 1000 };
    const both = (book: Book) => {
      const number = book.account.numberOf.get('BBB') as number;
      book.times.noteBar(number, book.time, { length: 1000, known: book.time });
      book.showBar(number, large);
      // The bar has no known volume: the dividend buys nothing at its open.
      return bars(bar, 'AAA', { ms: 1 })(book);
    };
    const given = { policy, capital: 1000, symbols: ['AAA', 'BBB'], isIntraday: true } as const;
    const { book, lines } = tickStory(given, [
      [1, decides(orders({ shares: 5 }))],
      [3, bars(large, 'AAA', { ms: 1 })],
      [4, closes],
      [4, decides(orders({ symbol: 'BBB', shares: 100 }))],
      [5, (one) => announce(one, dividend(2, 10))],
      [5, opens(2)],
      [7, both],
    ]);
    expect(lines.slice(1)).toEqual([
      '5 dividend AAA: 5 x 10 = 50',
      '7 part 2: +5.5 BBB at 100 (close), fee 0, order',
      '7 cancel 2: scaled',
    ]);
    expect(book.working.map(({ purpose }) => purpose)).toEqual(['reinvest']);
  });
});
