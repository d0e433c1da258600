/** Waiting orders against the bars of an instant: at the open, then inside the bar, then at the close. */

import type { JournalEvent } from '#contracts';
import type { Book } from './book.js';
import { fillDirection } from './fill-direction.js';
import { fillPair } from './fill-pair.js';
import { fill, refusal, withoutDust } from './fill-order.js';
import { fillWeights } from './fill-weights.js';
import { matchInParts } from './match-in-parts.js';
import { orderPrice, type OrderPrice } from './order-price.js';
import { requestedShares } from './requested-shares.js';
import type { WorkingOrder } from './working-order.js';

/**
 * Matches all waiting orders with the fresh bars, whose last prices stand at the open, and then lets
 * their closes become the last prices. Fills at the open are certain and come first; inside a bar
 * stops come before limits, so that a bar that touches stop and target takes the stop.
 */
export function matchFreshBars(book: Book): readonly JournalEvent[] {
  if (book.freshNumbers.length > 0) {
    matchFresh(book, new Set(book.freshNumbers));
    book.settleTrades();
  }
  return book.takeEvents();
}

function matchFresh(book: Book, fresh: ReadonlySet<number>): void {
  const isFresh = (order: WorkingOrder): boolean =>
    fresh.has(order.number) && book.times.mayMeetBar(order);
  for (const order of book.working) order.met ||= isFresh(order);
  if (book.policy.participation !== undefined) return matchInParts(book, isFresh);
  if (book.policy.fill !== 'next-close') fillMarketOrders(book, isFresh, 'open');
  else fillMarketOrders(book, (order) => isFresh(order) && order.purpose === 'reinvest', 'open');
  fillPricedOrders(book, isFresh);
  book.settle();
  if (book.policy.fill === 'next-close') fillMarketOrders(book, isFresh, 'close');
}

/**
 * Fills market orders at the last prices of their symbols: in the order in which they were accepted, but
 * targets of flat first, because what they free pays for the rest, and weights last and together. The legs of a pair
 * wait until both are due.
 */
export function fillMarketOrders(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  at: 'open' | 'close',
): void {
  // One order alone, as nearly always: no lists of those due.
  const only = book.working[0];
  if (only !== undefined && book.working.length === 1 && only.size.kind !== 'weight') {
    if (only.type === 'market' && isDue(only)) fillMarketOrder(book, only, at);
    return;
  }
  const due = book.working.filter((order) => order.type === 'market' && isDue(order));
  if (due.length > 1) due.sort((a, b) => marketTurn(a) - marketTurn(b) || a.id - b.id);
  let weights: WorkingOrder[] | undefined;
  let legs: WorkingOrder[] | undefined;
  for (const order of due) {
    if (order.size.kind === 'weight') (weights ??= []).push(order);
    else if (order.purpose === 'pair') (legs ??= []).push(order);
    // The fill of an order before it may have ended this one, of the same group.
    else if (book.working.includes(order)) fillMarketOrder(book, order, at);
  }
  if (weights !== undefined) fillWeights(book, weights, at);
  const [first, second] = legs ?? [];
  if (first !== undefined && second !== undefined) fillPair(book, [first, second], at);
}

function fillMarketOrder(book: Book, order: WorkingOrder, at: 'open' | 'close'): void {
  const price = book.quotes.price[order.number] as number;
  if (order.size.kind === 'direction') fillDirection(book, order, { price, at });
  else fillRequest(book, order, { price, at, slips: true });
}

function marketTurn({ size }: WorkingOrder): number {
  return size.kind === 'direction' && size.direction === 0 ? 0 : 1;
}

function fillPricedOrders(book: Book, isDue: (order: WorkingOrder) => boolean): void {
  const reached: { order: WorkingOrder; price: OrderPrice }[] = [];
  for (const order of book.working) {
    if (order.type === 'market' || !isDue(order)) continue;
    const price = orderPrice(order, {
      open: book.quotes.open[order.number] as number,
      high: book.quotes.high[order.number] as number,
      low: book.quotes.low[order.number] as number,
    });
    if (price !== undefined) reached.push({ order, price });
  }
  reached.sort((a, b) => turn(a) - turn(b) || a.order.id - b.order.id);
  for (const { order, price } of reached) {
    if (book.working.includes(order)) fillRequest(book, order, price);
  }
}

/** Opens first, then stops, then limits. */
function turn({ order, price }: { order: WorkingOrder; price: OrderPrice }): number {
  return (price.at === 'open' ? 0 : 2) + (order.type === 'limit' ? 1 : 0);
}

/** Fills an order in shares or notional, or denies it; a fill ends the other orders of its group. */
function fillRequest(
  book: Book,
  order: WorkingOrder,
  where: Omit<OrderPrice, 'at'> & { readonly at: OrderPrice['at'] | 'close' },
): void {
  const symbol = book.account.symbols[order.number] as string;
  const held = book.account.shares[order.number] as number;
  if (order.purpose === 'reinvest' && held <= 0) return book.end(order, 'no change');
  const shares = withoutDust(book, order.number, requestedShares(book, order, where));
  if (shares === 0) return book.deny(symbol, 'size is below one lot', order);
  const reason = refusal(book, order.number, shares, where);
  if (reason !== undefined) return book.deny(symbol, reason, order);
  const purpose = order.purpose === 'reinvest' ? 'reinvest' : 'order';
  fill(book, { order, shares, ...where, purpose, fee: null });
  book.end(order);
  if (order.group === null) return;
  for (const other of book.working.filter((one) => one.group === order.group)) {
    book.end(other, 'group');
  }
}
