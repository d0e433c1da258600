/** Stops that follow the price: up for a sale, down for a purchase, by a percentage or an amount. */

import type { CivilDate } from '#values';
import type { Book } from '../book/book.js';
import { awaitsEntry } from './entry-orders.js';
import type { Trail, WorkingOrder } from '../orders/working-order.js';

/** Lets a trailing stop know a price that came to be: a better one moves the stop, any other leaves it. */
export function followPrice(book: Book, order: WorkingOrder, price: number): void {
  const { trail, side, triggered } = order;
  if (trail === null || triggered) return;
  const { best } = trail;
  if (best !== null && (side === 'sell' ? price <= best : price >= best)) return;
  setTrail(order, { ...trail, best: price, date: book.date });
}

/** Starts the trails that have not begun, of orders with something to close, at the last prices. */
export function startTrails(book: Book): void {
  for (const order of book.working) {
    const isNew = order.trail !== null && order.trail.best === null;
    if (!isNew || !book.quotes.isPriced(order.number) || awaitsEntry(book, order)) continue;
    followPrice(book, order, book.quotes.price[order.number] as number);
  }
}

/** Moves a trail through a split of `ratio` new shares for one: the amount of an order of before, a price of before. */
export function splitTrail(order: WorkingOrder, date: CivilDate, ratio: number): void {
  const { trail } = order;
  if (trail === null) return;
  const { amount, best } = trail;
  const [isOld, isSeenBefore] = [order.date < date, trail.date < date];
  setTrail(order, {
    ...trail,
    amount: amount !== null && isOld ? amount / ratio : amount,
    best: best !== null && isSeenBefore ? best / ratio : best,
  });
}

function setTrail(order: WorkingOrder, trail: Trail): void {
  order.trail = trail;
  const { percent, amount, best } = trail;
  if (best === null) return;
  const away = percent === null ? (amount as number) : (best * percent) / 100;
  order.stop = order.side === 'sell' ? best - away : best + away;
}
