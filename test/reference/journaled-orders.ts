/** Fills and endings of the orders in a journal, with the names that the reference gives orders. */

import type { JournalEvent, JournalEventOf } from '#contracts';
import { formatInstant, parseInstant } from '#values';
import type { Outcome, OutcomeEnding, OutcomeFill, World } from './world.js';

type Fill = JournalEventOf<'OrderFilled' | 'OrderPartlyFilled'>;

/** What the reference calls the reasons of a cancellation. */
const endings: Readonly<Record<string, string>> = {
  requested: 'cancelled',
  'run closed': 'end',
};
const exitNames: Readonly<Record<string, string>> = {
  limit: 'target',
  stop: 'stop',
  'trailing-stop': 'trail',
};

/** Fills and endings in the order of the journal. */
export function ordersOf(
  events: readonly JournalEvent[],
  world: World,
): Pick<Outcome, 'fills' | 'endings'> {
  const names = new OrderNames(events, world);
  const fills: OutcomeFill[] = [];
  // A flip is two fills of one order, of which the last ends it.
  const ended = new Map<number | string, OutcomeEnding>();
  const end = (order: number, why: string, at: string): void => {
    if (names.ends(order)) ended.set(order, { at, order: names.of(order), why });
  };
  for (const event of events) {
    const at = formatInstant(event.time);
    names.take(event);
    switch (event.type) {
      case 'OrderFilled':
      case 'OrderPartlyFilled': {
        const { symbol, shares, price, fee, order } = event;
        const terms = { at, order: names.of(order), symbol, shares, price, fee };
        fills.push({ ...terms, reason: names.reason(event) });
        if (event.type === 'OrderFilled') end(order, 'filled', at);
        break;
      }
      case 'OrderCancelled':
        end(event.order, endings[event.reason] ?? event.reason, at);
        break;
      case 'OrderDenied': {
        const order = event.order === null ? names.denied(event) : names.of(event.order);
        ended.set(event.order ?? `denied ${ended.size}`, {
          at,
          order,
          why: `denied: ${event.reason}`,
        });
        break;
      }
      default:
    }
  }
  return { fills, endings: [...ended.values()] };
}

/** Names orders by the decision that they come from and their place in it. */
class OrderNames {
  private readonly byTime: ReadonlyMap<number, number>;
  private readonly names = new Map<number, string>();
  private readonly types = new Map<number, string>();
  private readonly entries = new Map<number, number>();
  /** Shares held by symbol, and the orders that opened some of them. */
  private readonly held = new Map<string, number>();
  private readonly opened = new Set<number>();
  private readonly liquidating: ReadonlySet<number>;
  /**
   * The decision that was made last, at which place of the tape, and how many of its
   * orders came since.
   */
  private decision: { index: number; asOf: number; orders: number } | undefined;

  constructor(
    events: readonly JournalEvent[],
    private readonly world: World,
  ) {
    this.byTime = new Map(
      world.decisions.flatMap(({ at }, index): [number, number][] => {
        const time = parseInstant(at);
        return time === undefined ? [] : [[time, index]];
      }),
    );
    this.liquidating = new Set(
      events.flatMap((event) =>
        event.type === 'OrderFilled' && event.purpose === 'liquidate' ? [event.order] : [],
      ),
    );
  }

  take(event: JournalEvent): void {
    if (event.type === 'DecisionMade') {
      const index = this.byTime.get(event.time) ?? -1;
      this.decision = { index, asOf: event.asOf, orders: 0 };
    }
    if (event.type === 'SplitApplied') this.held.set(event.symbol, event.shares);
    if (event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled') {
      const { order, symbol, shares } = event;
      const after = (this.held.get(symbol) ?? 0) + shares;
      this.held.set(symbol, Math.abs(after) < 1e-9 * Math.abs(shares) ? 0 : after);
      if (after * shares > 0 && this.held.get(symbol) !== 0) this.opened.add(order);
    }
    if (event.type === 'OrderAccepted') this.accept(event);
  }

  of(order: number): string {
    return this.names.get(order) ?? `unknown ${order}`;
  }

  /**
   * Whether the end of an order is one for the reference: exits of an entry that opened
   * nothing never began.
   */
  ends(order: number): boolean {
    const entry = this.entries.get(order);
    return entry === undefined || this.opened.has(entry);
  }

  /** The name of an order that was denied as it was decided. */
  denied({ symbol, asOf }: JournalEventOf<'OrderDenied'>): string {
    return this.next(symbol, asOf);
  }

  reason({ order, purpose }: Fill): string {
    if (purpose === 'liquidate') return 'end';
    if (purpose !== 'order') return purpose;
    const type = this.types.get(order) ?? '';
    if (type === 'stop') return 'stop';
    if (type === 'trailing-stop') return 'trail';
    return this.entries.has(order) && type === 'limit' ? 'target' : 'order';
  }

  private accept(event: JournalEventOf<'OrderAccepted'>): void {
    const { order, symbol, asOf, orderType, entry } = event;
    this.types.set(order, orderType);
    if (entry !== undefined) {
      this.entries.set(order, entry);
      this.names.set(order, `${this.of(entry)}:${exitNames[orderType] ?? orderType}`);
      return;
    }
    const name = this.liquidating.has(order) ? `end:${symbol}` : this.next(symbol, asOf);
    this.names.set(order, name);
  }

  private next(symbol: string, asOf: number): string {
    const { decision } = this;
    if (decision === undefined || decision.asOf !== asOf) return `dividend:${symbol}`;
    const said = this.world.decisions[decision.index]?.decision;
    if (said?.kind !== 'orders') return `${decision.index}:${symbol}`;
    if (decision.orders >= said.orders.length) return `end:${symbol}`;
    return `${decision.index}:${decision.orders++}`;
  }
}
