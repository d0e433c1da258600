/**
 * The turns of the orders of one decision: by what they are, so that the order of its lists
 * decides nothing.
 */

import { levelsOf, trailOf, type WorkingOrder } from './working-order.js';

/**
 * The orders of a decision by their terms; those that nobody can tell apart stay in
 * the order given.
 */
export function byTerms(
  orders: readonly WorkingOrder[],
  symbols: readonly string[],
): readonly WorkingOrder[] {
  if (orders.length < 2) return orders;
  const [first] = orders as readonly [WorkingOrder];
  // A decision has one target or weight for a symbol.
  const keys = first.purpose === 'order' ? keysOf(orders, symbols) : undefined;
  const keyOf = (order: WorkingOrder): string =>
    keys?.get(order) ?? (symbols[order.number] as string);
  return orders.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Equal for orders that nobody can tell apart. */
function keysOf(
  orders: readonly WorkingOrder[],
  symbols: readonly string[],
): ReadonlyMap<WorkingOrder, string> {
  const brackets = Map.groupBy(orders, ({ id, entry }) => entry ?? id);
  const keys = new Map<WorkingOrder, string>();
  for (const bracket of brackets.values()) {
    const whole = bracket.map(termsOf).join();
    for (const order of bracket) {
      keys.set(order, JSON.stringify([symbols[order.number], whole, termsOf(order)]));
    }
  }
  return keys;
}

function termsOf(order: WorkingOrder): string {
  const { side, type, size, timeInForce, group, clientId, entry, orderType, until } = order;
  const { limit, stop } = levelsOf(order);
  const levels = [limit, stop, trailOf(order)];
  const terms = [side, type, size, ...levels, timeInForce, group, clientId, orderType, until];
  return JSON.stringify([entry !== null, ...terms]);
}

/** The older decision first; within one, by terms. */
export const byPlace = (a: WorkingOrder, b: WorkingOrder): number => a.place - b.place;

/** The older decision first; within one, by turn. */
export const byTurn = (a: WorkingOrder, b: WorkingOrder): number => a.turn - b.turn;
