/** Waiting orders against the bars of an instant, under a policy that bounds them by the bars' volume. */

import type { Book } from './book.js';
import { fillPart } from './fill-part.js';
import { boundOf, type Bound, type Offer } from './offer.js';
import { orderPrice } from './order-price.js';
import { frees } from './wanted-part.js';
import type { WorkingOrder } from './working-order.js';

/**
 * The turns are those of orders that fill whole: at the open, then stops inside the bar, then limits, then at the
 * close. Orders of one symbol share its bar's volume, first come, first served.
 */
export function matchInParts(book: Book, isDue: (order: WorkingOrder) => boolean): void {
  const bounds = new Map<number, Bound>();
  const boundAt = (number: number): Bound => {
    const bound = bounds.get(number) ?? boundOf(book, book.volumeOf(number));
    bounds.set(number, bound);
    return bound;
  };
  const isAtClose = book.policy.fill === 'next-close';
  const atOpen = (order: WorkingOrder): boolean =>
    isDue(order) && (!isAtClose || order.purpose === 'reinvest' || order.type !== 'market');
  fillMarket(book, atOpen, 'open', boundAt);
  for (const { order, offer } of reached(book, isDue, boundAt)) {
    if (book.working.includes(order)) fillPart(book, order, offer);
  }
  book.settle();
  const isLeft = (order: WorkingOrder): boolean => isDue(order) && order.type === 'market';
  if (isAtClose) fillMarket(book, isLeft, 'close', boundAt);
}

/** Market orders, and stops that a bar before this one triggered, at the last prices. */
function fillMarket(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  at: 'open' | 'close',
  boundAt: (number: number) => Bound,
): void {
  for (const order of inTurn(
    book,
    book.working.filter((one) => isMarket(one) && isDue(one)),
  )) {
    if (!book.working.includes(order)) continue;
    const price = book.quotes.price[order.number] as number;
    fillPart(book, order, { price, at, slips: true, side: 0, bound: boundAt(order.number) });
  }
}

/** Whether an order takes whatever the price is: a market order, and a stop once it was triggered. */
export const isMarket = ({ type, triggered }: WorkingOrder): boolean =>
  type === 'market' || (type === 'stop' && triggered);

/** What makes a position smaller goes first, since it pays for the rest; weights come last; then by age. */
export function inTurn(book: Book, orders: readonly WorkingOrder[]): readonly WorkingOrder[] {
  if (orders.length < 2) return orders;
  const turn = (order: WorkingOrder): number =>
    (order.size.kind === 'weight' ? 2 : 0) + (frees(book, order) ? 0 : 1);
  const turns = new Map(orders.map((order) => [order, turn(order)]));
  return orders.toSorted(
    (a, b) => (turns.get(a) as number) - (turns.get(b) as number) || a.id - b.id,
  );
}

/** Orders whose level the bar reaches, with what it offers them; a stop is a market order from then on. */
function reached(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  boundAt: (number: number) => Bound,
): { readonly order: WorkingOrder; readonly offer: Offer }[] {
  const { quotes } = book;
  const found: { order: WorkingOrder; offer: Offer }[] = [];
  for (const order of book.working) {
    if (isMarket(order) || !isDue(order)) continue;
    const { number } = order;
    const [open, high, low] = [quotes.open[number], quotes.high[number], quotes.low[number]];
    const price = orderPrice(order, { open, high, low } as Record<'open' | 'high' | 'low', number>);
    if (price === undefined) continue;
    if (order.type === 'stop') order.triggered = true;
    found.push({ order, offer: { ...price, side: 0, bound: boundAt(number) } });
  }
  const turn = ({ order, offer }: { order: WorkingOrder; offer: Offer }): number =>
    (offer.at === 'open' ? 0 : 2) + (order.type === 'limit' ? 1 : 0);
  return found.toSorted((a, b) => turn(a) - turn(b) || a.order.id - b.order.id);
}
