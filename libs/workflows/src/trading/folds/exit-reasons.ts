/** Why fills closed what they closed, in words for tables: by the orders that they are of. */

import { orderTypes, type FillEvent, type JournalEvent, type OrderType } from '#contracts';

/**
 * `target` is the limit of a position, `trail` a trailing stop; `order` a market order in shares or
 * money; `target decision` a target, an action or a weight; `end` the end of the run.
 */
export type ExitReason = (typeof exitReasons)[number];

/** Their numbers in columns are their places here. */
export const exitReasons = ['stop', 'target', 'trail', 'order', 'target decision', 'end'] as const;

const byRules: Readonly<Record<(typeof orderTypes)[OrderType], ExitReason>> = {
  market: 'order',
  limit: 'target',
  stop: 'stop',
  'stop-limit': 'stop',
};

const ofType = (type: OrderType): ExitReason =>
  type === 'trailing-stop' ? 'trail' : byRules[orderTypes[type]];

export class ExitReasons {
  /**
   * By order that has not ended, without the newest: most orders are filled before the next one
   * comes, and each deletion of the only entry of a map creates a new table.
   */
  private readonly reasons = new Map<number, ExitReason>();
  private newest: number | undefined;
  private newestReason: ExitReason = 'order';

  /** Takes the next event, fills before `of` is asked for them or after. */
  take(event: JournalEvent): void {
    if (event.type === 'OrderAccepted') {
      const { order, side, orderType } = event;
      if (this.newest !== undefined) this.reasons.set(this.newest, this.newestReason);
      this.newest = order;
      this.newestReason = side === 'target' ? 'target decision' : ofType(orderType);
    } else if (event.type === 'OrderCancelled' || event.type === 'OrderDenied') {
      if (event.order !== null) this.drop(event.order);
    }
  }

  /**
   * Why a fill closed what it closed; null if its order was not accepted. The last fill of an
   * order comes once.
   */
  of({ order, purpose, type }: FillEvent): ExitReason | null {
    const accepted = order === this.newest ? this.newestReason : this.reasons.get(order);
    const reason = purpose === 'liquidate' ? 'end' : (accepted ?? null);
    // The first half of a flip is a whole fill, and its second half closes nothing.
    if (type === 'OrderFilled') this.drop(order);
    return reason;
  }

  private drop(order: number): void {
    if (order === this.newest) this.newest = undefined;
    else this.reasons.delete(order);
  }
}
