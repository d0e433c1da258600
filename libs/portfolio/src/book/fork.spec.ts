/** What is tried on a fork of a book leaves the book as it was. */

import { describe, expect, it } from 'vitest';
import { story } from './book-story.fixture.js';
import { buy, dividend, orders, split } from '../../test/decisions.js';
import { announce, liquidate, openDate, takeDecision } from '../index.js';
import type { Book } from './book.js';

const bracket = { type: 'limit', limit: 95, stopLoss: 90, takeProfit: 110, shares: 4 } as const;

/** Five shares and a bracket that waits. */
const begun = (): Book =>
  story({ policy: { short: true, size: { shares: 5 }, dividends: 'reinvest' }, capital: 5000 }, [
    { bars: 100, decides: buy },
    { bars: [100, 104, 99, 101], decides: orders(bracket) },
  ]).book;

/** All that a fork has of its own. */
const stateOf = (book: Book): unknown =>
  structuredClone({
    account: [book.account.cash, book.account.fees, [...book.account.shares]],
    prices: [...book.quotes.price],
    working: book.working,
    opens: book.openings.map((opens) => [1, 2, 3].map((date) => opens.at(date, NaN))),
    lots: [1, 2, 3, 4].map((order) => book.lots.sharesOf(0, order)),
    freed: book.freed.size,
    value: [book.positionsValue, book.equity(), book.gross()],
    last: [book.lastOrder, book.date, book.announced.length],
  });

describe('a fork', () => {
  it('is like its book', () => {
    const book = begun();
    expect(stateOf(book.fork())).toEqual(stateOf(book));
  });

  it.each<[string, (fork: Book) => unknown]>([
    ['fills and ends', (fork) => takeDecision(fork, orders({ side: 'sell', shares: 3 }))],
    ['accepts orders', (fork) => takeDecision(fork, orders({ type: 'limit', limit: 1 }))],
    ['closes everything', (fork) => liquidate(fork)],
    [
      'splits shares, prices and orders',
      (fork) => [announce(fork, split(3, 2)), openDate(fork, 3)],
    ],
    ['is paid a dividend', (fork) => [announce(fork, dividend(3, 5)), openDate(fork, 3)]],
  ])('that %s does not change its book', (_, tries) => {
    const book = begun();
    const before = stateOf(book);
    const fork = book.fork();
    tries(fork);
    expect(stateOf(fork)).not.toEqual(before);
    expect(stateOf(book)).toEqual(before);
    expect(book.takeEvents()).toEqual([]);
  });
});
