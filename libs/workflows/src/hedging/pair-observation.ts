/** What an agent of a hedging run observes: one object for the whole run, which reads the present state. */

import type { Pair, PairObservation, PairPosition } from '#agents';
import type { Cursor } from '#market-view';
import type { Book } from '#portfolio';
import { AccountObservation } from '../trading/trading-observation.js';
import type { PairState } from './pair-state.js';

export class CursorPairObservation extends AccountObservation implements PairObservation {
  readonly pool: readonly string[];
  readonly #state: PairState;

  constructor(cursor: Cursor, book: Book, state: PairState) {
    super(cursor, book);
    this.#state = state;
    this.pool = Object.freeze([...book.account.symbols]);
    Object.freeze(this);
  }

  get pair(): Pair | null {
    return this.#state.pair;
  }

  get position(): PairPosition | null {
    return this.#state.position;
  }
}
