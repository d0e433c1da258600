/**
 * What worlds differ in. Left out: trades, quotes and halts, which files of bars do not have;
 * orders on close, orders good till a date, and late answers.
 */

import type { Dice } from './drawing.js';

/** Kinds of which a world has some. */
export const drawnKinds = [
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
  'zones',
  'late',
  'inside',
  'targets',
  'actions',
  'weights',
  'market',
  'limits',
  'stops',
  'stop-limits',
  'trails',
  'brackets',
  'notional',
  'gtc',
  'groups',
  'one-group',
  'levels',
  'rivals',
  'cancels',
  'short',
  'costs',
  'borrow',
  'lots',
  'split-lots',
  'sizes',
  'next-close',
  'decision-close',
  'latency',
  'participation',
  'liquidate',
  'first-mark',
  'hold-flat',
] as const;

type Kind = string;
export type Kinds = ReadonlySet<Kind>;

/** A few kinds for one world: small worlds show more than those that have everything. */
export function drawKinds(dice: Dice, allowed: readonly Kind[]): Kinds {
  const share = dice.one(0.2, 0.35, 0.6);
  return new Set(dice.some(allowed, share));
}
