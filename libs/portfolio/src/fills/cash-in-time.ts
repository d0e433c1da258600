/**
 * Cash at the moment of a fill, where bars of several lengths are known out of order: what was freed after it does not
 * pay for it, and what an earlier fill may have used is not spent again.
 */

import type { Book } from '../book/book.js';
import { isOutOfOrder } from './out-of-order.js';
import { requestedShares } from './requested-shares.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

const perBps = 1e-4;

/** Money of the account that a fill of a symbol cannot use now. */
export function withheld(book: Book, number: number): number {
  if (!isOutOfOrder(book)) return 0;
  const { times, time } = book;
  const instant = book.freshNumbers.includes(number) ? times.barBegan(number) : time;
  let value = book.freed.after(instant, time);
  for (const order of book.working) {
    const isMarket = order.type === 'market' && order.purpose !== 'pair';
    if (!isMarket || order.number === number) continue;
    if (times.mayBeMeeting(order, instant, time)) value += needOf(book, order);
  }
  return value;
}

/** What a market order needs at its symbol's last price, with costs, beyond what the position has. */
function needOf(book: Book, order: WorkingOrder): number {
  const { quotes, account, policy } = book;
  if (!quotes.isPriced(order.number)) return 0;
  const price = quotes.price[order.number] as number;
  const held = account.shares[order.number] as number;
  const need = Math.max(0, valueOf(book, order, price) - Math.abs(held) * price);
  return need * (1 + (policy.feeBps + policy.slippageBps) * perBps);
}

/** Value, unsigned, of the position to which an order leads. */
function valueOf(book: Book, order: WorkingOrder, price: number): number {
  const held = book.account.shares[order.number] as number;
  const { size } = order;
  if (size.kind === 'weight') return Math.abs(size.weight) * book.equity();
  if (size.kind === 'direction') {
    const isThere = Math.sign(held) === size.direction && !order.begun;
    return isThere || size.direction === 0 ? 0 : policySize(book, price);
  }
  const requested = requestedShares(book, order, { price, slips: true });
  const left = leftOf(order);
  const rest = left === null ? requested : Math.sign(requested) * left;
  return Math.abs(held + rest) * price;
}

function policySize(book: Book, price: number): number {
  const { size } = book.policy;
  if (typeof size !== 'object') return book.equity() / book.account.symbols.length;
  return 'shares' in size ? size.shares * price : size.fraction * book.equity();
}
