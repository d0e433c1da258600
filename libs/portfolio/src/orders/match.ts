/** What a working order makes of prices: a fill, a trigger, or nothing. */

import type { OrderState, WorkingOrder } from './working-order.js';

/** The prices of a bar, or of one leg of the way through it; the leg begins at `open`. */
export interface BarPrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /**
   * Whether this leg begins within the bar: the price reaches a stop at that point; the open
   * did not pass it.
   */
  readonly isInside?: boolean;
}

/** It fills at a price. */
export interface MatchedFill {
  readonly kind: 'fill';
  readonly price: number;
  readonly at: 'open' | 'level';
  /** Whether slippage applies: a limit never pays more than its level. */
  readonly slips: boolean;
  /**
   * Where the market's price stands then: at the fill or, once a stop-limit was triggered
   * inside, at its stop.
   */
  readonly place: number;
}

/** Its stop was touched, and from then on it is another order: one at any price, or a limit. */
export interface MatchedTrigger {
  readonly kind: 'trigger';
  /** Triggered at the open, it meets the rest of the bar as the order that it has become. */
  readonly at: 'open' | 'level';
}

export type Match = MatchedFill | MatchedTrigger | { readonly kind: 'nothing' };

/** What `match` looks at. */
type Matched = Pick<WorkingOrder, 'side' | 'state'>;
type Side = WorkingOrder['side'];
type Armed = Extract<OrderState, { readonly kind: 'armed' }>;

const nothing: Match = { kind: 'nothing' };
const triggerAtOpen: Match = { kind: 'trigger', at: 'open' };
const triggerAtLevel: Match = { kind: 'trigger', at: 'level' };

/**
 * A limit, stop or stop-limit order against a bar. One that opens beyond the level fills it at the
 * open, otherwise at the level. A stop-limit that is triggered inside of the bar fills in it only
 * at the worst price that its limit allows, and only if the stop is within the limit. An order
 * without a level is left alone.
 */
export function match({ side, state }: Matched, bar: BarPrices): Match {
  switch (state.kind) {
    case 'resting':
      return matchLimit(side, state.limit, bar);
    case 'armed':
      return matchArmed(side, state, bar);
    default:
      return nothing;
  }
}

/**
 * An order against one trade or side of a quote. What triggers a stop is gone then: it fills
 * at a later one.
 */
export function matchPrice({ side, state }: Matched, price: number): Match {
  switch (state.kind) {
    case 'resting':
      return matchLimit(side, state.limit, { open: price, high: price, low: price });
    case 'armed':
      return isTouched(side, state.stop, price) ? triggerAtOpen : nothing;
    case 'waiting':
      return nothing;
    default:
      return fillAt(price, 'open', false);
  }
}

function matchLimit(side: Side, limit: number, { open, high, low }: BarPrices): Match {
  if (side === 'buy' ? open <= limit : open >= limit) return fillAt(open, 'open', false);
  const isReached = side === 'buy' ? low <= limit : high >= limit;
  return isReached ? fillAt(limit, 'level', false) : nothing;
}

function matchArmed(side: Side, { stop, limit }: Armed, bar: BarPrices): Match {
  const { open, high, low, isInside = false } = bar;
  const isPassed = isTouched(side, stop, open) && !(isInside && open === stop);
  if (isPassed) {
    return limit === null ? fillAt(open, 'open', true) : triggerAtOpen;
  }
  if (!isTouched(side, stop, side === 'buy' ? high : low)) return nothing;
  if (limit === null) return fillAt(stop, 'level', true);
  const isWithin = side === 'buy' ? stop <= limit : stop >= limit;
  if (!isWithin) return triggerAtLevel;
  const worst = side === 'buy' ? Math.min(limit, high) : Math.max(limit, low);
  return fillAt(worst, 'level', false, stop);
}

/** A stop to buy is touched from below, one to sell from above. */
const isTouched = (side: Side, stop: number, price: number): boolean =>
  side === 'buy' ? price >= stop : price <= stop;

const fillAt = (
  price: number,
  at: MatchedFill['at'],
  slips: boolean,
  place = price,
): MatchedFill => ({ kind: 'fill', price, at, slips, place });
