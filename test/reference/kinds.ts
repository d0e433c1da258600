/**
 * What worlds differ in. Left out, because the pages leave it open or name another rule than the engine has:
 *
 * - several market orders of one decision in one symbol: at a close, all of their orders leave the same equity, and the
 *   pages do not say which of them is first;
 * - stop-limits at one level: the engine fills the second one of them at the stop, not at the worst price;
 * - trades, quotes and halts: bars of a file have none.
 */

import type { Dice } from './drawing.js';

/** Kinds of which a world has some. */
export const drawnKinds = [
  ...['calendars', 'stamps', 'gaps'],
  ...['targets', 'actions', 'weights', 'market', 'limits', 'stops', 'stop-limits', 'trails'],
  ...['brackets', 'notional', 'gtc'],
  ...['short', 'costs', 'borrow', 'lots', 'sizes', 'next-close', 'decision-close'],
  ...['latency', 'liquidate', 'first-mark', 'hold-flat'],
] as const;

type Kind = string;
export type Kinds = ReadonlySet<Kind>;

/** A few kinds for one world: small worlds show more than those that have everything. */
export function drawKinds(dice: Dice, allowed: readonly Kind[]): Kinds {
  const share = dice.one(0.2, 0.35, 0.6);
  return new Set(dice.some(allowed, share));
}
