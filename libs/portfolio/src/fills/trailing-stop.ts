/**
 * Stops that follow the price: up for a sale, down for a purchase, by a percentage or an amount.
 */

import type { Book } from '../book/book.js';
import { awaitsEntry } from './entry-orders.js';
import { trailOf, type WorkingOrder } from '../orders/working-order.js';

/**
 * Lets a trailing stop know a price that came to be: a better one moves the stop, any
 * other leaves it.
 */
export function followPrice(book: Book, order: WorkingOrder, price: number): WorkingOrder {
  if (trailOf(order) === null) return order;
  return book.change(order, { type: 'followed', price, date: book.date });
}

/** Starts the trails that have not begun, of orders with something to close, at the last prices. */
export function startTrails(book: Book): void {
  for (const order of book.working) {
    const isNew = order.state.kind === 'waiting';
    if (!isNew || !book.quotes.isPriced(order.number) || awaitsEntry(book, order)) continue;
    followPrice(book, order, book.quotes.price[order.number] as number);
  }
}
