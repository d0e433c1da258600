/**
 * What worlds differ in. Left out, because the pages leave it open or name another rule than the engine has:
 *
 * - several market orders of one decision in one symbol that need more cash than there is: where a sale fills what a
 *   purchase before it has bought, the pages do not say whether that counts for the factor by which all are scaled;
 * - orders of one decision at one level: no two levels are equal;
 * - limits and stops of several symbols that need more cash than there is, or share a group: the engine takes one
 *   symbol after another, the reference every order of their fills;
 * - groups of purchases and sales: a sale that waits for a purchase of its own group ends it, and the pages do not say
 *   whether the rest of the sale still waits;
 * - dividends that become known after their ex date has begun: whether a fill at the open of a bar of that instant
 *   comes before them is open;
 * - limits and stops in weeks and months with actions: many ways leave the same equity, and the pages name none;
 * - lots beside splits, after which a position is not in lots: whether a flip rounds what it opens is open;
 * - trades, quotes and halts: bars of a file have none.
 */

import type { Dice } from './drawing.js';

/** Kinds of which a world has some. */
export const drawnKinds = [
  ...[
    'symbols',
    'calendars',
    'stamps',
    'gaps',
    'intraday',
    'bars',
    'mixed',
    'weeks',
    'dividends',
    'splits',
  ],
  ...['targets', 'actions', 'weights', 'market', 'limits', 'stops', 'stop-limits', 'trails'],
  ...['brackets', 'notional', 'gtc', 'groups', 'cancels'],
  ...['short', 'costs', 'borrow', 'lots', 'sizes', 'next-close', 'decision-close'],
  ...['latency', 'participation', 'liquidate', 'first-mark', 'hold-flat'],
] as const;

type Kind = string;
export type Kinds = ReadonlySet<Kind>;

/** A few kinds for one world: small worlds show more than those that have everything. */
export function drawKinds(dice: Dice, allowed: readonly Kind[]): Kinds {
  const share = dice.one(0.2, 0.35, 0.6);
  return new Set(dice.some(allowed, share));
}
