/**
 * Orders of one decision that a bar cannot put in an order: the one that leaves the least
 * equity counts.
 */

import { byPlace } from '../orders/turns.js';
import type { Book } from '../book/book.js';
import { levelsOf, trailOf, type WorkingOrder } from '../orders/working-order.js';

/** All orders are tried among so many; among more, each is first once. */
const permutedMax = 4;

/** Orders of one decision that wait at one level, on either side. */
export function rivalsAtLevels(orders: readonly WorkingOrder[]): readonly WorkingOrder[][] {
  if (orders.length < 2) return [];
  const keyOf = (order: WorkingOrder): string => {
    const { stop, limit } = levelsOf(order);
    return JSON.stringify([
      order.earliest,
      order.type === 'limit',
      trailOf(order) ?? stop ?? limit,
    ]);
  };
  return [...Map.groupBy(orders, keyOf).values()].filter(({ length }) => length > 1);
}

/** Market orders of one decision that share a symbol or a group with another one. */
export function rivalsAtMarket(orders: readonly WorkingOrder[]): readonly WorkingOrder[][] {
  if (orders.length < 2) return [];
  const own = orders.filter(({ purpose }) => purpose === 'order');
  const isRival = (one: WorkingOrder, other: WorkingOrder): boolean =>
    one !== other &&
    one.earliest === other.earliest &&
    (one.number === other.number || (one.group !== null && one.group === other.group));
  const rivals = own.filter((order) => own.some((other) => isRival(order, other)));
  return [...Map.groupBy(rivals, ({ earliest }) => earliest).values()];
}

/**
 * Gives the orders of each set the turns that leave the least equity. `equityOf` is asked with
 * forks of the book.
 */
export function settleRivals(
  book: Book,
  sets: readonly WorkingOrder[][],
  equityOf: (fork: Book) => number,
): void {
  for (const set of sets) {
    const rivals = set.toSorted(byPlace);
    const turns = rivals.map(({ place }) => place);
    const assign = (on: Book, ordering: readonly WorkingOrder[]): void => {
      for (const [index, rival] of ordering.entries()) {
        on.change(rival, { type: 'turned', turn: turns[index] as number });
      }
    };
    const worst = worstOrdering(rivals, (ordering) => {
      const fork = book.fork();
      assign(fork, ordering);
      return equityOf(fork);
    });
    assign(book, worst);
  }
}

/** Relative: ways that differ by less leave the same equity, and the first of them counts. */
const rounding = 1e-10;

/** Whether an equity is less than another one by more than rounding. */
export const isLess = (equity: number, other: number): boolean =>
  other === Infinity || equity < other - rounding * Math.max(Math.abs(equity), Math.abs(other), 1);

/** The ordering with the least equity; the first of several. */
export function worstOrdering<T>(
  items: readonly T[],
  equityOf: (items: readonly T[]) => number,
): readonly T[] {
  let worst = items;
  let least = Infinity;
  for (const ordering of orderings(items)) {
    const equity = equityOf(ordering);
    if (!isLess(equity, least)) continue;
    worst = ordering;
    least = equity;
  }
  return worst;
}

function orderings<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  const isWhole = items.length <= permutedMax;
  return items.flatMap((first) => {
    const rest = items.filter((other) => other !== first);
    return (isWhole ? orderings(rest) : [rest]).map((others) => [first, ...others]);
  });
}
