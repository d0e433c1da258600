/**
 * Exits follow the shares of their entry: they grow with its fills, and shrink and end with
 * what closes them.
 */

import type { Book } from '../book/book.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

/** Takes a fill into account that the book has journaled. `held`: shares before it. */
export function followFill(book: Book, order: WorkingOrder, shares: number, held: number): void {
  const { number, id, entry } = order;
  if (!book.lots.isKept(number)) return;
  book.lots.takeFill(number, { order: id, entry, shares, held, date: book.day });
  sizeExits(book, number);
  // An exit ends the others of its bracket itself.
  if (entry !== null) return;
  for (const exit of book.working) {
    const isWaiting = book.working.some((other) => other.id === exit.entry);
    if (exit.number === number && leftOf(exit) === 0 && exit.entry !== null && !isWaiting) {
      book.end(exit, 'no change');
    }
  }
}

/** Sets what the exits of a symbol close: what is left of the shares that their entries opened. */
export function sizeExits(book: Book, number: number): void {
  for (const exit of book.working) {
    if (exit.number !== number || exit.entry === null) continue;
    const shares = book.lots.sharesOf(number, exit.entry);
    book.change(exit, { type: 'exit sized', shares });
  }
}
