/** How many shares a target or weight still lacks at a price, and how many there is cash for. */

import type { Book } from '../book/book.js';
import { withheld } from './cash-in-time.js';
import { equityAt, fillInstant, sizingEquity } from './out-of-order.js';
import { feeRate, slippedPrice } from './fill-order.js';
import type { Offer } from './offer.js';
import { requestedShares, restOf } from './requested-shares.js';
import { leftOf, type WorkingOrder } from '../orders/working-order.js';

/**
 * Fee and slippage of a trade, as a fraction of its value before both. `side`: 1 buys, -1 sells.
 */
export function costRate(
  book: Book,
  side: number,
  { price, slips }: Pick<Offer, 'price' | 'slips'>,
): number {
  const paid = slips ? slippedPrice(book, price, side) : price;
  return (feeRate(book) * paid + Math.abs(paid - price)) / price;
}

/**
 * Shares, unsigned and before lots, that the policy's size still lacks: its part of the equity
 * before the costs of all parts, less what is held and what those costs are. The parts of an order
 * at one price are together what it had been in one. 0 where nothing is lacking; undefined where
 * the equity is not positive.
 */
export function sharesToDirection(
  book: Book,
  order: WorkingOrder,
  direction: number,
  offer: Pick<Offer, 'price' | 'slips'>,
): number | undefined {
  const { policy, account } = book;
  const { price } = offer;
  const held = Math.abs(account.shares[order.number] as number);
  const equity = sizingEquity(book, order.number, price);
  if (equity <= 0) return undefined;
  // Slippage of the whole price leaves a seller without a basis for the size.
  if (offer.slips && slippedPrice(book, price, direction) <= 0) return 0;
  const { size } = policy;
  if (typeof size === 'object' && 'shares' in size) return restOf(book, order, size.shares);
  const part = typeof size === 'object' ? size.fraction : 1 / account.symbols.length;
  const money = (equity + order.costs) * part - held * price - order.costs;
  return Math.max(0, money / (price * (1 + costRate(book, direction, offer))));
}

/**
 * Signed shares to a weight of the equity that remains after the costs of getting there; undefined
 * if there is no positive equity.
 */
export function sharesToWeight(
  book: Book,
  number: number,
  weight: number,
  offer: Offer,
): number | undefined {
  const { price } = offer;
  const equity = sizingEquity(book, number, price);
  if (equity <= 0) return undefined;
  const lacking = weight * equity - (book.account.shares[number] as number) * price;
  const side = Math.sign(lacking);
  const divisor = 1 + side * weight * costRate(book, side, offer);
  return divisor <= 0 ? undefined : lacking / (price * divisor);
}

/**
 * The most shares that may change hands on a side: nothing is lent, so all positions are at most
 * the equity then.
 */
export function roomFor(book: Book, number: number, side: number, offer: Offer): number {
  const { price } = offer;
  const held = book.account.shares[number] as number;
  const rate = costRate(book, side, offer);
  const last = book.quotes.price[number] as number;
  const others = book.gross() - Math.abs(held) * last;
  const free = equityAt(book, number, price) - others - withheld(book, number, price);
  const isCrossing = held !== 0 && Math.sign(held) !== side;
  if (!isCrossing) return Math.max(0, (free - Math.abs(held) * price) / (price * (1 + rate)));
  // Closing a position is never bounded; the position opened after it pays for both.
  const beyond = (free - rate * Math.abs(held) * price) / (price * (1 + rate));
  return Math.abs(held) + Math.max(0, beyond);
}

/** Whether a waiting order makes a position smaller, which brings cash for others. */
export function frees(book: Book, { number, size, side, type, purpose }: WorkingOrder): boolean {
  const held = book.account.shares[number] as number;
  // A reinvested dividend buys beside a long position alone, and never covers a short.
  if (held === 0 || type !== 'market' || purpose === 'reinvest') return false;
  if (size.kind === 'direction') return Math.sign(held) !== size.direction;
  if (size.kind !== 'weight') return side === (held > 0 ? 'sell' : 'buy');
  const value = held * (book.quotes.price[number] as number);
  return (
    Math.sign(size.weight) !== Math.sign(held) ||
    Math.abs(size.weight) * book.equity() < Math.abs(value)
  );
}

/**
 * Whether another order that waits is about to bring cash: one of another symbol that was there
 * when this one could fill. Those of its own symbol meet the same prices, and those that free
 * cash there had their turn. Never where orders fill at the close that decided them: none is
 * left to wait for.
 */
export function isFreed(book: Book, order: WorkingOrder): boolean {
  if (book.policy.fill === 'decision-close') return false;
  const instant = fillInstant(book, order.number);
  return book.working.some(
    (other) =>
      other.number !== order.number &&
      other.earliest <= instant &&
      frees(book, other) &&
      !needsCash(book, other),
  );
}

/**
 * Whether an order in shares or money turns a position into a larger one: it waits for cash as
 * a whole itself.
 */
function needsCash(book: Book, order: WorkingOrder): boolean {
  if (order.size.kind === 'direction' || order.size.kind === 'weight') return false;
  const held = Math.abs(book.account.shares[order.number] as number);
  const price = book.quotes.price[order.number] as number;
  const requested = Math.abs(requestedShares(book, order, { price, slips: true }));
  return (leftOf(order) ?? requested) > 2 * held;
}
