/** Targets of one symbol: close the opposite position, then open the policy's size. */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { withheld } from './cash-in-time.js';
import { feeRate, fill, refusal, slippedPrice, wholeLots } from './fill-order.js';
import { fillPayable, type Purchase } from './fill-payable.js';
import { equityAt, sizingEquity } from './out-of-order.js';
import { sharesToDirection } from './wanted-part.js';
import type { WorkingOrder } from '../orders/working-order.js';

interface At {
  /** Before slippage. */
  readonly price: number;
  readonly at: JournalEventOf<'OrderFilled'>['at'];
}

/**
 * Brings the position to the order's direction at a price. A flip is two fills and pays two fees.
 * The order ends here: filled, or denied. Fees of an all-in run of one symbol are a fraction of
 * equity (Agent Market Arena), all others of the traded notional.
 */
export function fillDirection(
  book: Book,
  order: WorkingOrder,
  where: At,
  purpose: 'close' | 'liquidate' = 'close',
): void {
  const direction = directionOf(order);
  const held = book.account.shares[order.number] as number;
  if (held !== 0 && Math.sign(held) !== direction) {
    const fee = isAllIn(book)
      ? feeRate(book) * Math.max(0, equityAt(book, order.number, where.price))
      : null;
    const { price, at } = where;
    fill(book, { order, shares: -held, price, slips: true, at, purpose, fee });
  }
  if (Math.sign(held) === direction) return book.end(order, 'no change');
  if (direction === 0) return book.end(order);
  openPosition(book, order, direction, where);
}

/**
 * As `fillDirection`, for several orders that open positions and need more cash than there is:
 * their purchases are scaled down to it.
 */
export function openTogether(book: Book, orders: readonly WorkingOrder[], at: At['at']): void {
  const purchases: Purchase[] = [];
  for (const order of orders) {
    const { number } = order;
    const direction = directionOf(order);
    const held = book.account.shares[number] as number;
    const offer = { price: book.quotes.price[number] as number, at, slips: true } as const;
    const isAtTarget = Math.sign(held) === direction;
    if (held !== 0 && !isAtTarget) {
      fill(book, { ...offer, order, shares: -held, purpose: 'close', fee: null, isPart: true });
    }
    const isDone = isAtTarget && !order.begun;
    const shares = isDone ? 0 : (sharesToDirection(book, order, direction, offer) ?? 0);
    const lots = direction * wholeLots(book, shares);
    if (lots !== 0) purchases.push({ order, shares: lots });
    else if (isAtTarget) book.end(order, 'no change');
    else openPosition(book, order, direction, offer);
  }
  fillPayable(book, purchases, at, 'open');
}

function directionOf({ size }: WorkingOrder): number {
  return size.kind === 'direction' ? size.direction : 0;
}

function openPosition(book: Book, order: WorkingOrder, direction: number, where: At): void {
  const { price, at } = where;
  const symbol = book.account.symbols[order.number] as string;
  const equity = sizingEquity(book, order.number, price);
  if (equity <= 0) return book.deny(symbol, 'equity is not positive', order);
  const shares = wholeLots(book, direction * sharesOfSize(book, direction, equity, price));
  if (shares === 0) return book.deny(symbol, 'size is below one lot', order);
  let fee: number | null = null;
  if (isAllIn(book)) {
    fee = feeRate(book) * equity;
  } else {
    const tried = { price, slips: true, withheld: withheld(book, order.number) };
    const reason = refusal(book, order.number, shares, tried);
    if (reason === 'not enough cash') return fillPayable(book, [{ order, shares }], at, 'open');
    if (reason !== undefined) return book.deny(symbol, reason, order);
  }
  fill(book, { order, shares, price, slips: true, at, purpose: 'open', fee });
  book.end(order);
}

/** Shares, unsigned and before lots, that the policy's size buys at a price. */
function sharesOfSize(book: Book, direction: number, equity: number, price: number): number {
  const { size } = book.policy;
  const paid = slippedPrice(book, price, direction);
  const fee = feeRate(book);
  // Slippage of the whole price leaves a seller without a basis for the size.
  if (paid <= 0) return 0;
  if (isAllIn(book)) return (equity * (1 - fee)) / paid;
  if (typeof size === 'object' && 'shares' in size) return size.shares;
  const part = typeof size === 'object' ? size.fraction : 1 / book.account.symbols.length;
  return (equity * part) / (price + fee * paid + Math.abs(paid - price));
}

/** A run of several symbols splits its equity evenly, so its fees go by notional. */
function isAllIn(book: Book): boolean {
  return book.policy.size === 'all-in' && book.account.symbols.length === 1;
}
