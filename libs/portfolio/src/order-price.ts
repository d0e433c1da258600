/** At which price a bar fills an order: pessimistic, because a bar does not tell the path inside it. */

import type { WorkingOrder } from './working-order.js';

export interface OrderBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

export interface OrderPrice {
  readonly price: number;
  readonly at: 'open' | 'level';
  /** Whether slippage applies: a limit never pays more than its level. */
  readonly slips: boolean;
}

/**
 * The price of a limit, stop or stop-limit order in a bar, or undefined where the bar does not reach it.
 * A bar that opens beyond the level fills at the open, otherwise at the level. A stop-limit that is
 * triggered inside the bar fills in the same bar only at the worst price that its limit allows, and
 * only if the stop lies inside the limit. Sets `triggered` on a stop that was touched.
 */
export function orderPrice(order: WorkingOrder, bar: OrderBar): OrderPrice | undefined {
  switch (order.type) {
    case 'limit':
      return limitPrice(order.side, order.limit as number, bar);
    case 'stop':
      return stopPrice(order.side, order.stop as number, bar);
    case 'stop-limit':
      return stopLimitPrice(order, bar);
    default:
      return undefined;
  }
}

function limitPrice(side: string, limit: number, bar: OrderBar): OrderPrice | undefined {
  const better = side === 'buy' ? bar.open <= limit : bar.open >= limit;
  if (better) return { price: bar.open, at: 'open', slips: false };
  const reached = side === 'buy' ? bar.low <= limit : bar.high >= limit;
  return reached ? { price: limit, at: 'level', slips: false } : undefined;
}

function stopPrice(side: string, stop: number, bar: OrderBar): OrderPrice | undefined {
  const gapped = side === 'buy' ? bar.open >= stop : bar.open <= stop;
  if (gapped) return { price: bar.open, at: 'open', slips: true };
  const reached = side === 'buy' ? bar.high >= stop : bar.low <= stop;
  return reached ? { price: stop, at: 'level', slips: true } : undefined;
}

function stopLimitPrice(order: WorkingOrder, bar: OrderBar): OrderPrice | undefined {
  const { side } = order;
  const limit = order.limit as number;
  if (order.triggered) return limitPrice(side, limit, bar);
  const trigger = stopPrice(side, order.stop as number, bar);
  if (trigger === undefined) return undefined;
  order.triggered = true;
  if (trigger.at === 'open') return limitPrice(side, limit, bar);
  const inside = side === 'buy' ? trigger.price <= limit : trigger.price >= limit;
  if (!inside) return undefined;
  const worst = side === 'buy' ? Math.min(limit, bar.high) : Math.max(limit, bar.low);
  return { price: worst, at: 'level', slips: false };
}
