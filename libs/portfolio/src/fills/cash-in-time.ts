/**
 * Cash at the moment of a fill, where bars of several lengths are known out of order: what was
 * freed after it does not pay for it, and what an earlier fill may have used is not spent again.
 */

import type { Book } from '../book/book.js';
import { equityAt, isOutOfOrder } from './out-of-order.js';
import { requestedShares } from './requested-shares.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

const perBps = 1e-4;

/**
 * Money of the account that a fill of a symbol cannot use now. `price`: of the fill, if that is
 * not the last one.
 */
export function withheld(book: Book, number: number, price?: number): number {
  if (!isOutOfOrder(book)) return 0;
  const { times, time } = book;
  const instant = book.freshNumbers.includes(number) ? times.barBegan(number) : time;
  const equity = price === undefined ? book.equity() : equityAt(book, number, price);
  let value = book.freed.after(instant, time);
  for (const order of book.working) {
    const isMarket = order.type === 'market' && order.purpose !== 'pair';
    if (!isMarket || order.number === number) continue;
    if (times.mayBeMeeting(order, instant, time)) value += needOf(book, order, equity);
  }
  return value;
}

/**
 * What a market order needs at its symbol's last price, with costs, beyond what the position has.
 */
function needOf(book: Book, order: WorkingOrder, equity: number): number {
  const { quotes, account, policy } = book;
  if (!quotes.isPriced(order.number)) return 0;
  const price = quotes.price[order.number] as number;
  const held = account.shares[order.number] as number;
  const need = Math.max(0, valueOf(book, order, { price, equity }) - Math.abs(held) * price);
  return need * (1 + (policy.feeBps + policy.slippageBps) * perBps);
}

interface Worth {
  readonly price: number;
  readonly equity: number;
}

/** Value, unsigned, of the position to which an order leads. */
function valueOf(book: Book, order: WorkingOrder, { price, equity }: Worth): number {
  const held = book.account.shares[order.number] as number;
  const { size } = order;
  if (size.kind === 'weight') return Math.abs(size.weight) * equity;
  if (size.kind === 'direction') {
    const isThere = Math.sign(held) === size.direction && !order.begun;
    return isThere || size.direction === 0 ? 0 : policySize(book, { price, equity });
  }
  const requested = requestedShares(book, order, { price, slips: true });
  const left = leftOf(order);
  const rest = left === null ? requested : Math.sign(requested) * left;
  return Math.abs(held + rest) * price;
}

function policySize(book: Book, { price, equity }: Worth): number {
  const { size } = book.policy;
  if (typeof size !== 'object') return equity / book.account.symbols.length;
  return 'shares' in size ? size.shares * price : size.fraction * equity;
}
