/** What a working order makes of prices: a fill, a trigger, or nothing. */

import type { WorkingOrder } from './working-order.js';

/** The prices of a bar, or of a stretch of the way through one, as which it begins at its open. */
export interface BarPrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** It fills at a price. */
export interface MatchedFill {
  readonly kind: 'fill';
  readonly price: number;
  readonly at: 'open' | 'level';
  /** Whether slippage applies: a limit never pays more than its level. */
  readonly slips: boolean;
  /** Where the market's price stands then: at the fill or, once a stop-limit was triggered inside, at its stop. */
  readonly place: number;
}

/** Its stop was touched, and from then on it is another order: one at any price, or a limit. */
export interface MatchedTrigger {
  readonly kind: 'trigger';
  /** At the open, it meets the rest of the bar as what it became. */
  readonly at: 'open' | 'level';
}

export type Match = MatchedFill | MatchedTrigger | { readonly kind: 'nothing' };

/** What `match` looks at. */
type Matched = Pick<WorkingOrder, 'type' | 'side' | 'limit' | 'stop' | 'triggered'>;

const nothing: Match = { kind: 'nothing' };
const triggerAtOpen: Match = { kind: 'trigger', at: 'open' };
const triggerAtLevel: Match = { kind: 'trigger', at: 'level' };

/**
 * A limit, stop or stop-limit order against a bar. One that opens beyond the level fills it at the open, otherwise at
 * the level. A stop-limit that is triggered inside of the bar fills in it only at the worst price that its limit
 * allows, and only if the stop is within the limit. Market orders have no level to be met.
 */
export function match(order: Matched, bar: BarPrices): Match {
  switch (order.type) {
    case 'limit':
      return matchLimit(order, bar);
    case 'stop':
      return matchStop(order, bar);
    case 'stop-limit':
      return order.triggered ? matchLimit(order, bar) : matchStopLimit(order, bar);
    default:
      return nothing;
  }
}

/** An order against one trade or side of a quote. What triggers a stop is gone then: it fills at a later one. */
export function matchPrice(order: Matched, price: number): Match {
  const isStop = order.type === 'stop' || order.type === 'stop-limit';
  const bar = { open: price, high: price, low: price };
  if (isStop && !order.triggered) return isTouched(order, price) ? triggerAtOpen : nothing;
  if (order.type === 'market' || order.type === 'stop') return fillAt(price, 'open', false);
  return matchLimit(order, bar);
}

function matchLimit({ side, limit }: Matched, { open, high, low }: BarPrices): Match {
  const level = limit as number;
  if (side === 'buy' ? open <= level : open >= level) return fillAt(open, 'open', false);
  const isReached = side === 'buy' ? low <= level : high >= level;
  return isReached ? fillAt(level, 'level', false) : nothing;
}

function matchStop(order: Matched, { open, high, low }: BarPrices): Match {
  if (isTouched(order, open)) return fillAt(open, 'open', true);
  const isReached = isTouched(order, order.side === 'buy' ? high : low);
  return isReached ? fillAt(order.stop as number, 'level', true) : nothing;
}

function matchStopLimit(order: Matched, bar: BarPrices): Match {
  const trigger = matchStop(order, bar);
  if (trigger.kind !== 'fill') return nothing;
  if (trigger.at === 'open') return triggerAtOpen;
  const { side } = order;
  const [stop, limit] = [trigger.price, order.limit as number];
  const isInside = side === 'buy' ? stop <= limit : stop >= limit;
  if (!isInside) return triggerAtLevel;
  const worst = side === 'buy' ? Math.min(limit, bar.high) : Math.max(limit, bar.low);
  return fillAt(worst, 'level', false, stop);
}

/** A stop to buy is touched from below, one to sell from above. */
function isTouched({ side, stop }: Matched, price: number): boolean {
  return side === 'buy' ? price >= (stop as number) : price <= (stop as number);
}

const fillAt = (
  price: number,
  at: MatchedFill['at'],
  slips: boolean,
  place = price,
): MatchedFill => ({ kind: 'fill', price, at, slips, place });
