/**
 * The orders of a journal as laws judge them: what they are, from when on they may fill, and what
 * became of them.
 */

import type { JournalEvent, JournalEventOf } from '#contracts';
import { formatInstant, parseInstant, type Instant } from '#values';
import type { World } from '../reference/world.js';

export type Accepted = JournalEventOf<'OrderAccepted'>;
export type Fill = JournalEventOf<'OrderFilled' | 'OrderPartlyFilled'>;

export interface JournaledOrder {
  readonly accepted: Accepted;
  /**
   * From when on it may fill: its decision by the script, and the latency; for a
   * reinvestment, the dividend.
   */
  readonly live: number;
  readonly fills: readonly Fill[];
  /** When an agent's decision canceled or replaced it, and whether it ended for that. */
  readonly canceled: { readonly at: number; readonly ended: boolean } | undefined;
  readonly end: { readonly at: number; readonly type: JournalEvent['type'] } | undefined;
}

type Change = Fill | JournalEventOf<'CancelRequested' | 'OrderCancelled' | 'OrderDenied'>;

/** An order after an event of its own. */
function after(order: JournaledOrder, event: Change): JournaledOrder {
  const { time: at, type } = event;
  const end = { at, type };
  switch (type) {
    case 'OrderPartlyFilled':
      return { ...order, fills: [...order.fills, event] };
    case 'OrderFilled':
      return { ...order, fills: [...order.fills, event], end };
    case 'OrderDenied':
      return { ...order, end };
    default: {
      const ended = type === 'OrderCancelled';
      const changed = ended ? { ...order, end } : order;
      if (!byAgent.has(event.reason)) return changed;
      return { ...changed, canceled: { at: order.canceled?.at ?? at, ended } };
    }
  }
}

const byAgent: ReadonlySet<string> = new Set(['requested', 'replaced']);

/** The orders in the order of their acceptance. */
export function journalOrders(
  events: readonly JournalEvent[],
  world: World,
): Map<number, JournaledOrder> {
  const decided = new Set(world.decisions.map(({ at }) => parseInstant(at)!));
  const delay = (world.policy.latencyMs ?? 0) * 1000;
  // A dividend comes with an open, which is known a microsecond later where sessions meet.
  const liveAt = (time: Instant): Instant => time + (decided.has(time) ? delay : -1);
  const orders = new Map<number, JournaledOrder>();
  for (const event of events) {
    switch (event.type) {
      case 'DecisionMade':
        requireScripted(decided, event.time);
        break;
      case 'OrderAccepted': {
        const live = liveAt(event.time);
        const begun = { accepted: event, live, fills: [], canceled: undefined, end: undefined };
        orders.set(event.order, begun);
        break;
      }
      case 'CancelRequested':
      case 'OrderCancelled':
      case 'OrderDenied':
      case 'OrderFilled':
      case 'OrderPartlyFilled': {
        const order = event.order === null ? undefined : orders.get(event.order);
        if (order !== undefined) orders.set(order.accepted.order, after(order, event));
        break;
      }
      default:
    }
  }
  return orders;
}

function requireScripted(decided: ReadonlySet<Instant>, time: Instant): void {
  if (decided.has(time)) return;
  throw new Error(`no decision of the script is that of ${formatInstant(time)}`);
}
