/** The orders of a journal as laws judge them: what they are, from when on they may fill, and what became of them. */

import type { JournalEvent, JournalEventOf } from '#contracts';
import { formatInstant, parseInstant } from '#values';
import type { World } from '../reference/world.js';

export type Accepted = JournalEventOf<'OrderAccepted'>;
export type Fill = JournalEventOf<'OrderFilled' | 'OrderPartlyFilled'>;

export interface JournaledOrder {
  readonly accepted: Accepted;
  /** From when on it may fill: its decision by the script, and the latency; for a reinvestment, the dividend. */
  readonly live: number;
  readonly fills: readonly Fill[];
  /** When an agent's decision canceled or replaced it, and whether it ended for that. */
  readonly canceled: { readonly at: number; readonly ended: boolean } | undefined;
}

const byAgent: ReadonlySet<string> = new Set(['requested', 'replaced']);

/** The orders in the order of their acceptance. */
export function journalOrders(
  events: readonly JournalEvent[],
  world: World,
): Map<number, JournaledOrder> {
  const decided = new Set(world.decisions.map(({ at }) => parseInstant(at)!));
  const delay = (world.policy.latencyMs ?? 0) * 1000;
  const orders = new Map<number, JournaledOrder & { fills: Fill[] }>();
  for (const event of events) {
    switch (event.type) {
      case 'DecisionMade':
        if (!decided.has(event.time)) {
          throw new Error(`no decision of the script is that of ${formatInstant(event.time)}`);
        }
        break;
      case 'OrderAccepted': {
        const isDecided = decided.has(event.time);
        const live = event.time + (isDecided ? delay : 0);
        orders.set(event.order, { accepted: event, live, fills: [], canceled: undefined });
        break;
      }
      case 'CancelRequested':
      case 'OrderCancelled': {
        const order = orders.get(event.order);
        if (order === undefined || !byAgent.has(event.reason)) break;
        const at = order.canceled?.at ?? event.time;
        const ended = event.type === 'OrderCancelled';
        orders.set(event.order, { ...order, canceled: { at, ended } });
        break;
      }
      case 'OrderFilled':
      case 'OrderPartlyFilled':
        orders.get(event.order)?.fills.push(event);
        break;
      default:
    }
  }
  return orders;
}
