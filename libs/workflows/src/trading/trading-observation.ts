/** What a trading agent observes: one object for the whole run, which reads the present state. */

import { excerpt, invalidInput, type CivilDate, type Instant } from '#values';
import type { AccountView, Observation } from '#agents';
import type { Cursor, MarketView } from '#market-view';
import type { Book } from '#portfolio';

/** What every agent with an account observes. */
export class AccountObservation {
  readonly view: MarketView;
  readonly account: AccountView;
  readonly #cursor: Cursor;

  constructor(cursor: Cursor, book: Book) {
    this.#cursor = cursor;
    this.view = cursor.view;
    this.account = new BookAccount(book);
  }

  get asOf(): number {
    return this.#cursor.asOf;
  }

  get time(): Instant {
    return this.#cursor.time;
  }

  get session(): CivilDate {
    return this.#cursor.session ?? 0;
  }
}

export class TradingObservation extends AccountObservation implements Observation {
  readonly symbols: readonly string[];

  constructor(cursor: Cursor, book: Book) {
    super(cursor, book);
    this.symbols = Object.freeze([...book.account.symbols]);
    Object.freeze(this);
  }
}

class BookAccount implements AccountView {
  readonly #book: Book;

  constructor(book: Book) {
    this.#book = book;
    Object.freeze(this);
  }

  get cash(): number {
    return this.#book.account.cash;
  }

  get equity(): number {
    return this.#book.equity();
  }

  shares(symbol: string): number {
    const { numberOf, shares, symbols } = this.#book.account;
    const number = numberOf.get(symbol);
    if (number !== undefined) return shares[number] as number;
    throw invalidInput('a symbol that the run does not trade', {
      expected: excerpt(symbols.join(', '), 200),
      found: excerpt(symbol),
    });
  }
}
