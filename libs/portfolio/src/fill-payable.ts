/** Purchases beside a position that cannot be sold yet take what cash there is, by one factor. */

import type { JournalEventOf } from '#contracts';
import type { Book } from './book.js';
import { fill, wholeLots } from './fill-order.js';
import { isFreed } from './fill-part.js';
import { costRate } from './wanted-part.js';
import { takePart, type WorkingOrder } from './working-order.js';

/** Relative to equity: what is less is rounding. */
const dust = 1e-9;

/** What enlarges a position. */
export interface Purchase {
  readonly order: WorkingOrder;
  /** Signed: negative for what opens a short. */
  readonly shares: number;
}

/**
 * Fills purchases at the last prices as far as there is cash, all by the same factor. The rest waits while another
 * order is about to free cash, and is denied where none will come. `isRounding`: it is no more than a rounding of
 * weights, and the orders end without it.
 */
export function fillPayable(
  book: Book,
  purchases: readonly Purchase[],
  at: JournalEventOf<'OrderFilled'>['at'],
  purpose: 'open' | 'rebalance',
  isRounding = false,
): void {
  const costOf = ({ order: { number }, shares }: Purchase): number => {
    const price = book.quotes.price[number] as number;
    return Math.abs(shares) * price * costRate(book, shares, { price, slips: true });
  };
  const growthOf = ({ order: { number }, shares }: Purchase): number => {
    const held = book.account.shares[number] as number;
    return (Math.abs(held + shares) - Math.abs(held)) * (book.quotes.price[number] as number);
  };
  const needed = purchases.reduce((sum, one) => sum + growthOf(one) + costOf(one), 0);
  const room = Math.max(0, book.equity() - book.gross());
  const factor = needed > room ? room / needed : 1;
  const isPart = factor < 1 && !isRounding;
  for (const { order, shares: wanted } of purchases) {
    const price = book.quotes.price[order.number] as number;
    const shares = factor === 1 ? wanted : wholeLots(book, wanted * factor);
    const isSome = Math.abs(shares) * price > dust * book.equity();
    order.begun = true;
    if (isSome) {
      order.costs += costOf({ order, shares });
      takePart(order, Math.abs(shares), book.session);
      fill(book, { order, shares, price, slips: true, at, purpose, fee: null, isPart });
    }
    if (isSome && !isPart) book.end(order);
    else if (!isFreed(book, order)) {
      book.deny(book.account.symbols[order.number] as string, 'not enough cash', order);
    }
  }
}

/** Value of the positions that none of the due orders can change now: without a price of this session, or not due. */
export function stuckValue(book: Book, due: readonly WorkingOrder[]): number {
  const { account, quotes, session, times, working } = book;
  let value = 0;
  for (let number = 0; number < account.shares.length; number++) {
    const held = account.shares[number] as number;
    if (held === 0 || due.some((order) => order.number === number)) continue;
    const waits = working.some((order) => order.number === number && order.type === 'market');
    if (waits || !quotes.tradedIn(number, session) || times.isHalted(number)) {
      value += Math.abs(held) * (quotes.price[number] as number);
    }
  }
  return value;
}
