/**
 * What worlds differ in. Left out, because the pages leave it open or name another rule than the engine has:
 *
 * - several market orders of one decision in one symbol: at a close, all of their orders leave the same equity, and the
 *   pages do not say which of them is first;
 * - stop-limits at one level: the engine fills the second one of them at the stop, not at the worst price;
 * - limits and stops of several symbols that need more cash than there is, or share a group: the engine takes one
 *   symbol after another, the reference every order of their fills;
 * - groups of purchases and sales: a sale that waits for a purchase of its own group ends it, and the pages do not say
 *   whether the rest of the sale still waits;
 * - dividends that become known after their ex date has begun: whether a fill at the open of a bar of that instant
 *   comes before them is open;
 * - trades, quotes and halts: bars of a file have none.
 */

import type { Dice } from './drawing.js';

/** Kinds of which a world has some. */
export const drawnKinds = [
  ...['symbols', 'calendars', 'stamps', 'gaps', 'dividends', 'splits'],
  ...['targets', 'actions', 'weights', 'market', 'limits', 'stops', 'stop-limits', 'trails'],
  ...['brackets', 'notional', 'gtc', 'groups'],
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
