/** What a split does to an order that waits: it is in the shares of its day, and what it got since is in new shares. */

import type { CivilDate } from '#values';
import { splitTrail } from './trailing-stop.js';
import type { WorkingOrder } from './working-order.js';

/**
 * Moves an order through a split of `ratio` new shares for one, effective at the open of `date`. Levels move if it was
 * accepted before that. What was left of it at that open is scaled; parts that were filled since were new shares.
 * Whether anything is left: a reverse split that becomes known late can find more filled than there was to fill.
 */
export function splitOrder(order: WorkingOrder, date: CivilDate, ratio: number): boolean {
  if (order.date < date) {
    order.scale *= ratio;
    if (order.limit !== null) order.limit /= ratio;
    if (order.stop !== null) order.stop /= ratio;
  }
  splitTrail(order, date, ratio);
  if (order.rest === null || order.sized >= date) return true;
  order.rest =
    order.rests === null ? order.rest * ratio : order.rests.split(date, ratio, order.rest);
  return order.rest > 0 || order.entry !== null;
}
