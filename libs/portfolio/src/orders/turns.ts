/** The turns of the orders of one decision: by what they are, so that the order of its lists decides nothing. */

import type { WorkingOrder } from './working-order.js';

/** Gives the orders of a decision, in the order in which they were accepted, their turns among each other. */
export function giveTurns(orders: readonly WorkingOrder[], symbols: readonly string[]): void {
  if (orders.length < 2) return;
  const [first] = orders as readonly [WorkingOrder];
  // A decision has one target or weight for a symbol.
  const keys = first.purpose === 'order' ? keysOf(orders, symbols) : undefined;
  const keyOf = (order: WorkingOrder): string =>
    keys?.get(order) ?? (symbols[order.number] as string);
  const sorted = orders.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)));
  for (const [index, order] of sorted.entries()) order.turn = first.id + index;
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
  const { side, type, size, limit, stop, trail, timeInForce, group, clientId, entry } = order;
  const terms = [side, type, size, limit, stop, trail, timeInForce, group, clientId];
  return JSON.stringify([entry !== null, ...terms]);
}

/** The older decision first; within one, by turn. */
export const byTurn = (a: WorkingOrder, b: WorkingOrder): number => a.turn - b.turn;
