/** What an agent of a hedging run observes: one object for the whole run, which reads the present state. */

import type { CivilDate, Instant } from '#values';
import type { AccountView, Pair, PairObservation, PairPosition } from '#agents';
import type { Cursor, MarketView } from '#market-view';
import type { Book } from '#portfolio';
import { BookAccount } from '../trading/trading-observation.js';
import type { PairState } from './pair-state.js';

export class CursorPairObservation implements PairObservation {
  readonly pool: readonly string[];
  readonly view: MarketView;
  readonly account: AccountView;
  readonly #cursor: Cursor;
  readonly #state: PairState;

  constructor(cursor: Cursor, book: Book, state: PairState) {
    this.#cursor = cursor;
    this.#state = state;
    this.pool = Object.freeze([...book.account.symbols]);
    this.view = cursor.view;
    this.account = new BookAccount(book);
    Object.freeze(this);
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

  get pair(): Pair | null {
    return this.#state.pair;
  }

  get position(): PairPosition | null {
    return this.#state.position;
  }
}
