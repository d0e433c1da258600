/** The event that an order was accepted, with its terms. */

import type { JournalEventOf } from '#contracts';
import type { OrderTerms } from './working-order.js';

type OrderAccepted = JournalEventOf<'OrderAccepted'>;

/** `where`: its place on the tape, its number, its symbol and session. */
export function orderAccepted(
  terms: OrderTerms,
  where: Pick<OrderAccepted, 'asOf' | 'time' | 'order' | 'symbol' | 'session'>,
): OrderAccepted {
  const { number: _number, purpose: _purpose, orderType, side, size, ...others } = terms;
  const { timeInForce, limit = null, stop = null, group = null, clientId = null, ...rare } = others;
  const { trail = null, entry = null, ...optional } = rare;
  return {
    type: 'OrderAccepted',
    ...where,
    orderType,
    side,
    size,
    limit,
    stop,
    timeInForce,
    group,
    clientId,
    ...(trail === null || trail.percent === null ? {} : { trailPercent: trail.percent }),
    ...(trail === null || trail.amount === null ? {} : { trailAmount: trail.amount }),
    ...(entry === null ? {} : { entry }),
    ...optional,
  };
}
