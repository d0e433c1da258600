/**
 * Fills the two legs of a pair together: conflicting positions are closed, then both
 * legs are opened.
 */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { feeRate, fill, slippedPrice } from './fill-order.js';
import type { WorkingOrder } from '../orders/working-order.js';

/** One leg of a pair and its target: 1 long, -1 short, 0 flat. */
interface Leg {
  readonly order: WorkingOrder;
  readonly direction: number;
  /** Signed, before the fill. */
  readonly held: number;
  /** The price of its fill, before slippage. */
  readonly price: number;
}

/**
 * Takes both legs to the directions of their orders, at the last prices of their symbols unless
 * `priceOf` gives others. Each leg that is opened gets half of the equity before the opening fee
 * and, on a flip, after the closing fees: as many shares, unrounded, as that buys at the price
 * after slippage. Fees go by traded notional. Both orders end here: filled, or denied.
 */
export function fillPair(
  book: Book,
  orders: readonly [WorkingOrder, WorkingOrder],
  at: JournalEventOf<'OrderFilled'>['at'],
  priceOf = ({ number }: WorkingOrder): number => book.quotes.price[number] as number,
): void {
  const legs = orders.map((order) => legOf(book, order, priceOf(order)));
  const half = equityOnceClosed(book, legs) / 2;
  const reason = refusalOf(book, legs, half);
  for (const leg of legs) {
    const { order, direction, held, price } = leg;
    const terms = { order, price, slips: true, at, fee: null };
    if (isClosed(leg)) fill(book, { ...terms, shares: -held, purpose: 'close' });
    if (reason !== undefined) {
      book.deny(book.account.symbols[order.number] as string, reason, order);
      continue;
    }
    const shares = (direction * half) / slippedPrice(book, price, direction);
    if (direction !== 0) fill(book, { ...terms, shares, purpose: 'open' });
    book.end(order);
  }
}

/** Why neither leg can be opened, or undefined. */
function refusalOf(
  book: Book,
  legs: readonly Leg[],
  half: number,
): JournalEventOf<'OrderDenied'>['reason'] | undefined {
  if (legs.every(({ direction }) => direction === 0)) return undefined;
  if (half <= 0) return 'equity is not positive';
  // Slippage of the whole price leaves a seller without a basis for the size.
  const isFree = legs.some(({ price, direction }) => slippedPrice(book, price, direction) <= 0);
  return isFree ? 'size is below one lot' : undefined;
}

function legOf(book: Book, order: WorkingOrder, price: number): Leg {
  return {
    order,
    direction: order.size.kind === 'direction' ? order.size.direction : 0,
    held: book.account.shares[order.number] as number,
    price,
  };
}

const isClosed = ({ held, direction }: Leg): boolean => held !== 0 && Math.sign(held) !== direction;

/** Cash once both legs are closed, with the fees of that: a pair is only opened from flat. */
function equityOnceClosed(book: Book, legs: readonly Leg[]): number {
  let cash = book.account.cash;
  for (const { held, price } of legs) {
    const paid = slippedPrice(book, price, -held);
    cash += held * paid - feeRate(book) * Math.abs(held) * paid;
  }
  return cash;
}
