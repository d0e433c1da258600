/** The number of shares of an order in shares or money, at a price. */

import type { Book } from '../book/book.js';
import { slippedPrice, wholeLots } from './fill-order.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

/** Signed, in whole lots; 0 if the price gives no basis for the size. */
export function requestedShares(
  book: Book,
  order: WorkingOrder,
  { price, slips }: { price: number; slips: boolean },
): number {
  const sign = order.side === 'sell' ? -1 : 1;
  if (order.size.kind === 'shares') {
    return wholeLots(book, sign * (order.size.shares - order.credit) * order.scale);
  }
  if (order.size.kind !== 'notional') return 0;
  const paid = slips ? slippedPrice(book, price, sign) : price;
  if (paid <= 0) return 0;
  const cost = order.purpose === 'reinvest' ? paid * (1 + book.policy.feeBps * 1e-4) : paid;
  return wholeLots(book, (sign * (order.size.notional - order.credit)) / cost);
}

/**
 * What is left of an order, which `shares` (unsigned) becomes where no price made it a
 * number before.
 */
export function restOf(book: Book, order: WorkingOrder, shares: number): number {
  return leftOf(book.change(order, { type: 'sized', shares, date: book.day })) ?? shares;
}
