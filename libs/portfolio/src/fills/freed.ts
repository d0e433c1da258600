/** Notes what fills free, where bars of several lengths are known out of order. */

import type { Book } from '../book/book.js';
import { fillsAtTicks } from '../book/policy-terms.js';

/** Whether a bar of one symbol can tell of prices from before those that are known of others. */
export const isOutOfOrder = ({ account, times, policy }: Book): boolean =>
  times.isIntraday && account.symbols.length > 1 && !fillsAtTicks(policy);

interface Closing {
  /** Signed, before the fill. */
  readonly held: number;
  readonly shares: number;
  /** After slippage. */
  readonly price: number;
  readonly isAtOpen: boolean;
}

/** Inside of a bar it is not known when: what frees money there frees it at the end. */
export function noteFreed(
  book: Book,
  number: number,
  { held, shares, price, isAtOpen }: Closing,
): void {
  if (held * shares >= 0 || !isOutOfOrder(book)) return;
  const { times, time, working } = book;
  const closed = Math.min(Math.abs(held), Math.abs(shares));
  const at = isAtOpen ? times.barBegan(number) : time;
  const since = working.map((order) => Math.max(order.earliest, times.barEnded(order.number)));
  book.freed.note({ at, known: time, value: closed * price }, Math.min(time, ...since));
}
