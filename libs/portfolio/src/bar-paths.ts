/** Limits and stops inside a bar: the worse of the two ways on which its price can have come to high and low. */

import type { Book } from './book.js';
import { awaitsEntry } from './entry-orders.js';
import { fillPart } from './fill-part.js';
import type { Bound } from './offer.js';
import { orderPrice, touches, type OrderPrice } from './order-price.js';
import type { WorkingOrder } from './working-order.js';

interface Reached {
  readonly order: WorkingOrder;
  readonly price: OrderPrice;
  /** Where on the way it fills: its level or, where the price is beyond that when the order gets ready, there. */
  readonly place: number;
}

/**
 * Fills the limits and stops that the bars of an instant reach. First all at the opens. Then a symbol's price goes from
 * the open to the low, the high and the close, or to the high first: each order fills when the price gets there, and an
 * order that has nothing to close waits for its entry. Of the two ways counts the one with less equity at the close.
 */
export function fillOnPaths(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  boundAt: (number: number) => Bound,
): void {
  const { open, high, low } = book.quotes;
  const bySymbol = new Map<number, WorkingOrder[]>();
  for (const order of book.working) {
    const { number } = order;
    if (!isDue(order) || !touches(order, high[number] as number, low[number] as number)) continue;
    bySymbol.set(number, [...(bySymbol.get(number) ?? []), order]);
  }
  if (bySymbol.size === 0) return;
  // What is held can be sold, and pays for the rest.
  const turn = (number: number): number => (book.account.shares[number] === 0 ? 1 : 0);
  const symbols = [...bySymbol].toSorted(([a], [b]) => turn(a) - turn(b) || a - b);
  const tried = new Set<WorkingOrder>();
  const walk = (number: number, path: readonly number[], seen: Set<WorkingOrder>): void =>
    new Walk(book, bySymbol.get(number) ?? [], seen, boundAt(number)).go(
      open[number] as number,
      path,
    );
  for (const [number] of symbols) walk(number, [], tried);
  for (const [number, orders] of symbols) {
    const left = orders.filter((order) => !tried.has(order) && book.working.includes(order));
    const [top, bottom] = [high[number] as number, low[number] as number];
    const close = book.closeOf(number);
    const paths = [
      [bottom, top, close],
      [top, bottom, close],
    ] as const;
    const bound = boundAt(number);
    const equityOn = (path: readonly number[]): number =>
      book.attempt(number, left, bound, () => walk(number, path, new Set(tried)));
    const isWorse = left.length > 1 && equityOn(paths[1]) < equityOn(paths[0]);
    if (left.length > 0) walk(number, paths[isWorse ? 1 : 0], tried);
  }
}

/** One way of a symbol's price through its bar. Each order gets one chance in a bar. */
class Walk {
  constructor(
    private readonly book: Book,
    private readonly orders: readonly WorkingOrder[],
    private readonly tried: Set<WorkingOrder>,
    private readonly bound: Bound,
  ) {}

  /** From the open along the path; without one, what fills at the open alone. */
  go(open: number, path: readonly number[]): void {
    let here = open;
    for (const to of path.length === 0 ? [open] : path) {
      for (let next = this.nearest(here, to); next !== undefined; next = this.nearest(here, to)) {
        here = next.place;
        this.fill(next, path.length === 0 ? 'open' : 'level');
      }
      here = to;
    }
  }

  private fill({ order, price }: Reached, at: OrderPrice['at']): void {
    const { book, bound } = this;
    this.tried.add(order);
    // What is left of a stop is a market order from then on.
    if (order.type === 'stop' && book.policy.participation !== undefined) order.triggered = true;
    fillPart(book, order, { ...price, at, side: 0, bound });
  }

  private nearest(here: number, to: number): Reached | undefined {
    let first: Reached | undefined;
    for (const order of this.orders) {
      if (this.tried.has(order) || !this.book.working.includes(order)) continue;
      if (awaitsEntry(this.book, order)) continue;
      const reached = this.reach(order, here, to);
      if (reached === undefined) continue;
      if (first === undefined || compare(reached, first, here) < 0) first = reached;
    }
    return first;
  }

  private reach(order: WorkingOrder, here: number, to: number): Reached | undefined {
    const isArmed = order.type === 'stop-limit' && !order.triggered;
    const bar = { open: here, high: Math.max(here, to), low: Math.min(here, to) };
    const price = orderPrice(order, bar);
    const stop = order.stop as number;
    const isInside = order.side === 'buy' ? here < stop : here > stop;
    if (price !== undefined) {
      return { order, price, place: isArmed && isInside ? stop : price.price };
    }
    // Triggered inside of this bar it stays as a limit order, of later bars.
    if (isArmed && order.triggered && isInside) this.tried.add(order);
    return undefined;
  }
}

/** The nearest first. At one place stops, then the older decision, the level that comes first, and the larger order. */
function compare(a: Reached, b: Reached, here: number): number {
  return (
    Math.abs(a.place - here) - Math.abs(b.place - here) ||
    (a.order.type === 'limit' ? 1 : 0) - (b.order.type === 'limit' ? 1 : 0) ||
    a.order.earliest - b.order.earliest ||
    levelRank(a.order) - levelRank(b.order) ||
    amountOf(b.order) - amountOf(a.order) ||
    a.order.id - b.order.id
  );
}

/** Rises with the distance that a price has to go to the level. */
function levelRank({ side, type, stop, limit }: WorkingOrder): number {
  const rises = (side === 'buy') !== (type === 'limit');
  return (rises ? 1 : -1) * ((stop ?? limit) as number);
}

function amountOf({ size }: WorkingOrder): number {
  return size.kind === 'shares' ? size.shares : size.kind === 'notional' ? size.notional : 0;
}
