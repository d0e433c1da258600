/**
 * Stops and targets of a position that is yet to be opened: they wait for the order that opens it.
 */

import type { Book } from '../book/book.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

/**
 * Whether a limit or stop has nothing to close yet, because the order that opens its position still
 * waits. A sale waits for every purchase of its symbol where shorts are not allowed. Otherwise a
 * position of either side could be meant: an order of a group waits for one without a group that
 * came with the same decision.
 */
export function awaitsEntry(book: Book, order: WorkingOrder): boolean {
  if (order.type === 'market') return false;
  if (order.entry !== null) return leftOf(order) === 0;
  const held = book.account.shares[order.number] as number;
  return held * sideOf(order) >= 0 && hasEntry(book, order);
}

/** Whether an order still waits that opens, or adds to, the position which this one is to close. */
export function hasEntry(book: Book, order: WorkingOrder): boolean {
  const { short } = book.policy;
  const isSale = order.side === 'sell' && !short;
  // Without shorts there is nothing that a purchase could close.
  if (order.entry !== null || (short ? order.group === null : !isSale)) return false;
  return book.working.some(
    (other) =>
      other.number === order.number &&
      other.purpose !== 'reinvest' &&
      other.entry === null &&
      sideOf(other) === -sideOf(order) &&
      (isSale || (other.group === null && other.earliest === order.earliest)),
  );
}

/** 1 buys, -1 sells; a target or weight by where it goes. */
function sideOf({ side, size }: WorkingOrder): number {
  if (size.kind === 'direction') return size.direction;
  if (size.kind === 'weight') return Math.sign(size.weight);
  return side === 'sell' ? -1 : 1;
}
