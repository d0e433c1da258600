/** Scales purchases that need more cash than is available, all by one factor. */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { withheld } from './cash-in-time.js';
import { fill, wholeLots } from './fill-order.js';
import { requestedShares, restOf } from './requested-shares.js';
import { costRate, isFreed } from './wanted-part.js';
import type { WorkingOrder } from '../orders/working-order.js';

/** Relative to equity: anything smaller is rounding. */
const dust = 1e-9;
/** Margin for rounding, so that spending never makes cash negative. */
export const roundingRoom = 1 - 1e-14;

/** An order that enlarges a position. */
export interface Purchase {
  readonly order: WorkingOrder;
  /** Signed: negative to open a short. */
  readonly shares: number;
}

/**
 * Fills purchases at the last prices as far as there is cash, all by the same factor. The rest
 * waits while another order is about to free cash, and ends if none will: as `scaled`, or denied
 * if nothing was filled. `isRounding`: the rest is only a rounding of weights, and the orders
 * end without it.
 */
export function fillPayable(
  book: Book,
  purchases: readonly Purchase[],
  at: JournalEventOf<'OrderFilled'>['at'],
  purpose: 'open' | 'rebalance',
  isRounding = false,
): void {
  const factor = cashFactor(book, purchases);
  const isPart = factor < 1 && !isRounding;
  // Before the fills: what is opened now frees nothing.
  const waiting = purchases.filter(({ order }) => isFreed(book, order));
  for (const purchase of purchases) {
    const { order, shares: wanted } = purchase;
    const price = book.quotes.price[order.number] as number;
    const room = isPart ? factor * roundingRoom : factor;
    const shares = factor === 1 ? wanted : wholeLots(book, wanted * room);
    const hasFill = Math.abs(shares) * price > dust * Math.abs(book.equity());
    if (!hasFill) book.change(order, { type: 'begun' });
    else {
      book.change(order, { type: 'charged', costs: costOf(book, { order, shares }) });
      book.change(order, { type: 'part taken', shares: Math.abs(shares), session: book.day });
      fill(book, { order, shares, price, slips: true, at, purpose, fee: null, isPart });
    }
    if (hasFill && !isPart) book.end(order);
    else if (waiting.includes(purchase)) continue;
    else if (hasFill || order.hasPart) book.end(order, 'scaled');
    else book.deny(book.account.symbols[order.number] as string, whyUnpaid(book), order);
  }
}

/** Why nothing can be paid: without equity there is no cash that could come. */
export const whyUnpaid = (book: Book) =>
  book.equity() > 0 ? 'not enough cash' : 'equity is not positive';

/** What orders in shares or money ask for at the last prices. */
function purchasesOf(book: Book, orders: readonly WorkingOrder[]): readonly Purchase[] {
  // Without shorts a sale enlarges nothing.
  const growing = orders.filter(({ side }) => book.policy.short || side !== 'sell');
  return growing.map((order) => {
    const price = book.quotes.price[order.number] as number;
    const shares = requestedShares(book, order, { price, slips: true });
    return { order, shares: Math.sign(shares) * restOf(book, order, Math.abs(shares)) };
  });
}

/** Whether there is cash for all that orders in shares or money ask for. */
export function isPayable(book: Book, orders: readonly WorkingOrder[]): boolean {
  return cashFactor(book, purchasesOf(book, orders)) === 1;
}

/**
 * Scales orders in shares or money down to the available cash at the last prices, all by
 * the same factor.
 */
export function scaleRequests(book: Book, orders: readonly WorkingOrder[]): void {
  const purchases = purchasesOf(book, orders);
  const factor = cashFactor(book, purchases);
  if (factor === 1) return;
  for (const { order, shares } of purchases) {
    // Below one lot: denied for that.
    if (shares === 0) continue;
    const payable = wholeLots(book, Math.abs(shares) * factor * roundingRoom);
    const value = payable * (book.quotes.price[order.number] as number);
    const isPayable = value > dust * Math.abs(book.equity());
    book.change(order, { type: 'cut', shares: isPayable ? payable : 0 });
  }
}

/** The fraction of purchases that the cash covers; 1 if there is enough. */
function cashFactor(book: Book, purchases: readonly Purchase[]): number {
  const growthOf = ({ order: { number }, shares }: Purchase): number => {
    const held = book.account.shares[number] as number;
    return (Math.abs(held + shares) - Math.abs(held)) * (book.quotes.price[number] as number);
  };
  const needed = purchases.reduce((sum, one) => sum + growthOf(one) + costOf(book, one), 0);
  const kept = purchases.map(({ order: { number } }) => withheld(book, number));
  const room = Math.max(0, book.equity() - book.gross() - Math.max(0, ...kept));
  return needed > room ? room / needed : 1;
}

function costOf(book: Book, { order: { number }, shares }: Purchase): number {
  const price = book.quotes.price[number] as number;
  return Math.abs(shares) * price * costRate(book, shares, { price, slips: true });
}

/**
 * Value of the positions that none of the due orders can change now: without a price of this
 * session, or not due.
 */
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
