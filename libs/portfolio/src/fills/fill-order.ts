/**
 * Fills: prices after slippage, fees, the checks before a fill, the weights before and after it.
 */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import type { SharesAtOpens } from '../orders/shares-at-opens.js';
import type { WorkingOrder } from '../orders/working-order.js';
import { followFill } from './exit-shares.js';
import { noteFreed } from './out-of-order.js';
import { creditReplacements } from './withdraw.js';

/** Relative tolerance of money comparisons. */
const tolerance = 1e-9;
/**
 * Relative tolerance of the no-leverage rule: smaller, so that another valuation stays within
 * the one above.
 */
const lendingTolerance = 1e-10;
const perBps = 1e-4;

/** A fill about to happen. `price` is before slippage. */
export interface Fill {
  readonly order: WorkingOrder;
  /** Signed. */
  readonly shares: number;
  readonly price: number;
  readonly slips: boolean;
  readonly at: JournalEventOf<'OrderFilled'>['at'];
  readonly purpose: JournalEventOf<'OrderFilled'>['purpose'];
  /** Currency; null for a fraction of the traded notional. */
  readonly fee: number | null;
  /** Whether the order has more to fill. */
  readonly isPart?: boolean;
}

/** The price that a buyer (shares > 0) or seller gets: worse by the policy's slippage. */
export function slippedPrice(book: Book, price: number, shares: number): number {
  return price * (1 + Math.sign(shares) * book.policy.slippageBps * perBps);
}

export function feeRate(book: Book): number {
  return book.policy.feeBps * perBps;
}

/**
 * Journals a fill and applies it to the book. Positions stay valued at the last price, not
 * at the fill's.
 */
export function fill(book: Book, terms: Fill): void {
  const { account, quotes } = book;
  const { order, shares, at, purpose } = terms;
  const { number } = order;
  const price = terms.slips ? slippedPrice(book, terms.price, shares) : terms.price;
  const fee = terms.fee ?? feeRate(book) * Math.abs(shares) * price;
  const held = account.shares[number] as number;
  book.openings[number] = (book.openings[number] as SharesAtOpens).note(book.day, held);
  const last = quotes.price[number] as number;
  const others = book.positionsValue - held * last;
  const equityBefore = account.cash + others + held * price;
  const equityAfter = equityBefore - fee;
  const after = held + shares;
  book.emit({
    type: terms.isPart === true ? 'OrderPartlyFilled' : 'OrderFilled',
    asOf: book.asOf,
    time: book.time,
    order: order.id,
    symbol: account.symbols[number] as string,
    shares,
    price,
    fee,
    at,
    purpose,
    weightBefore: weight(held * price, equityBefore),
    weightAfter: weight(after * price, equityAfter),
  });
  book.positionsValue = others + (account.shares[number] as number) * last;
  followFill(book, order, shares, held);
  noteFreed(book, number, { held, shares, price, isAtOpen: at === 'open' });
  if (order.cancel !== null) creditReplacements(book, order, { shares, price });
}

/** A price to try, which slips as in `Fill`. */
interface Tried {
  readonly price: number;
  readonly slips: boolean;
  /** Money that the fill cannot use. */
  readonly withheld: number;
}

/**
 * Why a fill at this price is not allowed, or undefined. There is no leverage: after a fill that
 * enlarges a position, all positions together are at most the equity, less what is withheld.
 */
export function refusal(
  book: Book,
  number: number,
  shares: number,
  { price, slips, withheld }: Tried,
): JournalEventOf<'OrderDenied'>['reason'] | undefined {
  const { account, quotes, policy } = book;
  const held = account.shares[number] as number;
  const after = held + shares;
  if (after < 0 && !policy.short) return 'short not allowed';
  if (Math.abs(after) <= Math.abs(held)) return undefined;
  const paid = slips ? slippedPrice(book, price, shares) : price;
  const fee = feeRate(book) * Math.abs(shares) * paid;
  const last = quotes.price[number] as number;
  const before = account.cash + (book.positionsValue - held * last) + held * price;
  if (before <= 0) return 'equity is not positive';
  const equity = before - fee - Math.abs(shares) * Math.abs(paid - price);
  const gross = book.gross() - Math.abs(held) * last + Math.abs(after) * price;
  return gross + withheld > equity * (1 + lendingTolerance) ? 'not enough cash' : undefined;
}

/**
 * An order that comes within rounding of closing the position closes it, so that no dust remains.
 */
export function withoutDust(book: Book, number: number, shares: number): number {
  const held = book.account.shares[number] as number;
  return Math.abs(held + shares) <= tolerance * Math.abs(shares) ? -held : shares;
}

/** Shares in whole lots, toward zero; unchanged where any fraction is allowed. */
export function wholeLots(book: Book, shares: number): number {
  const { lotSize } = book.policy;
  if (lotSize === 0) return shares;
  const lots = Math.floor((Math.abs(shares) / lotSize) * (1 + 1e-12));
  return lots === 0 ? 0 : Math.sign(shares) * lots * lotSize;
}

function weight(value: number, equity: number): number {
  return value === 0 || equity === 0 ? 0 : value / equity;
}
