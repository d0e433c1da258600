/**
 * Waiting orders against the bars of an instant, under a policy that bounds them by
 * the bars' volume.
 */

import { fillOnPaths } from './bar-paths.js';
import type { Book } from '../book/book.js';
import type { Bound } from '../book/fresh-bars.js';
import { passBars } from './corporate-actions.js';
import { fillPart } from '../fills/fill-part.js';
import { byInstant } from '../fills/out-of-order.js';
import { boundOf } from '../fills/offer.js';
import { frees } from '../fills/wanted-part.js';
import { byTurn } from '../orders/turns.js';
import type { WorkingOrder } from '../orders/working-order.js';

/**
 * The turns are those of orders that fill whole: at the open, then inside the bar, then at the
 * close. Orders of one symbol share its bar's volume, first come, first served.
 */
export function matchInParts(book: Book, isDue: (order: WorkingOrder) => boolean): void {
  const isAtClose = book.policy.fill === 'next-close';
  const atOpen = (order: WorkingOrder): boolean =>
    isDue(order) && (!isAtClose || order.purpose === 'reinvest' || order.type !== 'market');
  fillMarket(book, atOpen, 'open');
  const boundAt = (number: number): Bound => boundOfBar(book, number);
  fillOnPaths(book, (order) => isDue(order) && !isMarket(order), boundAt);
  passBars(book);
  book.settle();
  const isLeft = (order: WorkingOrder): boolean =>
    isDue(order) && order.type === 'market' && order.purpose !== 'reinvest';
  if (isAtClose) fillMarket(book, isLeft, 'close');
}

/** What a symbol's last bar has left for its orders, which share its volume. */
export function boundOfBar(book: Book, number: number): Bound {
  const bound = book.barBounds.get(number) ?? boundOf(book, book.volumeOf(number));
  book.barBounds.set(number, bound);
  return bound;
}

/** Market orders, and stops that a bar before this one triggered, at the last prices. */
function fillMarket(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  at: 'open' | 'close',
): void {
  const due = book.working.filter((one) => isMarket(one) && isDue(one));
  for (const together of byInstant(book, due)) {
    for (const { id, number } of inTurn(book, together)) {
      const now = book.find(id);
      if (now === undefined) continue;
      const price = book.quotes.price[number] as number;
      fillPart(book, now, { price, at, slips: true, side: 0, bound: boundOfBar(book, number) });
    }
  }
}

/** Whether an order fills at any price: a market order, or a triggered stop. */
export const isMarket = ({ state: { kind } }: WorkingOrder): boolean =>
  kind === 'market' || kind === 'leg';

/**
 * What makes a position smaller goes first, since it pays for the rest; weights come
 * last; then by age.
 */
export function inTurn(book: Book, orders: readonly WorkingOrder[]): readonly WorkingOrder[] {
  if (orders.length < 2) return orders;
  const turn = (order: WorkingOrder): number =>
    (order.size.kind === 'weight' ? 2 : 0) + (frees(book, order) ? 0 : 1);
  const turns = new Map(orders.map((order) => [order, turn(order)]));
  return orders.toSorted(
    (a, b) => (turns.get(a) as number) - (turns.get(b) as number) || byTurn(a, b),
  );
}
