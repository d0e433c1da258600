/**
 * Judges the fills and cancellations of a journal by the data alone: prices are those of the files,
 * and when bars begin and are known says the reference.
 */

import type { JournalEvent } from '#contracts';
import { formatInstant, parseInstant } from '#values';
import type { ReferenceBar } from '../reference/reference-outcome.js';
import type { World } from '../reference/world.js';
import { journalOrders, type Accepted, type Fill, type JournaledOrder } from './journal-orders.js';

/** A bar of the files. Instants are microseconds. */
interface DatedBar {
  readonly start: number;
  readonly known: number;
  /** Whether orders can fill in it. */
  readonly fills: boolean;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

type Orders = ReadonlyMap<number, JournaledOrder>;
type Bars = ReadonlyMap<string, readonly DatedBar[]>;

export interface Judged {
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
  readonly fills: number;
  /** Orders that were canceled while a bar that meets them was under way. */
  readonly canceledUnderWay: number;
}

/** Judges the run of a world. */
export function judged(
  world: World,
  times: readonly ReferenceBar[],
  events: readonly JournalEvent[],
): Judged {
  const bars = datedBars(world, times);
  const orders = journalOrders(events, world);
  const wrong: string[] = [];
  let fills = 0;
  let canceledUnderWay = 0;
  for (const order of orders.values()) {
    for (const fill of order.fills) {
      fills++;
      const fault = faultOfFill(world, bars, orders, { order, fill });
      if (fault !== undefined) wrong.push(`${wordsOf(order)}: ${fault}`);
    }
    const undone = undoneBy(world, bars, orders, order);
    if (undone === undefined) continue;
    canceledUnderWay++;
    if (undone !== '') wrong.push(`${wordsOf(order)}: ${undone}`);
  }
  return { wrong, fills, canceledUnderWay };
}

function datedBars(world: World, times: readonly ReferenceBar[]): Bars {
  return new Map(
    Object.entries(world.data).map(([symbol, { bars }]) => {
      const own = times.filter((bar) => bar.symbol === symbol);
      const dated = bars.map(([, open, high, low, close], at): DatedBar => {
        const { start, knownAt, fills } = own[at]!;
        const instants = { start: parseInstant(start)!, known: parseInstant(knownAt)! };
        return { ...instants, fills, open, high, low, close };
      });
      return [symbol, dated];
    }),
  );
}

/** Why no bar of the files can have given a fill; undefined if one can. */
function faultOfFill(
  world: World,
  bars: Bars,
  orders: Orders,
  { order, fill }: { order: JournaledOrder; fill: Fill },
): string | undefined {
  const barsOfSymbol = bars.get(fill.symbol) ?? [];
  const at = `${fill.shares} at ${fill.price}, journaled at ${formatInstant(fill.time)}`;
  if (fill.purpose === 'liquidate') {
    const last = barsOfSymbol.filter(({ known }) => known <= fill.time).at(-1);
    const isLast = last !== undefined && isNear(unslipped(world, order, fill), last.close);
    return isLast ? undefined : `${at}: not the last close, ${last?.close}`;
  }
  const known = barsOfSymbol.filter((bar) => bar.known === fill.time);
  if (known.length === 0) return `${at}: no bar becomes known then`;
  if (isAtOnce(world, order, fill)) return faultOfClose(world, known, order, fill);
  if (awaitsEntry(orders, order, fill)) return `${at}: its entry has not filled`;
  const later = known.filter(({ start, fills }) => fills && start >= order.live);
  if (later.length === 0) {
    const begun = known.map(({ start }) => formatInstant(start)).join(', ');
    return `${at}: its bar began at ${begun}, before the order or outside of its session`;
  }
  if (later.some((bar) => isPossible(world, order, fill, bar))) return undefined;
  // A level that the price has passed already when the order that it waits for fills.
  if (isAtOther(world, orders, order, fill)) return undefined;
  return `${at}: no price of its bar, ${JSON.stringify(later[0])}`;
}

/** Whether a fill is one at the close that its decision has seen. */
const isAtOnce = ({ policy }: World, { accepted }: JournaledOrder, { purpose }: Fill): boolean =>
  policy.fill === 'decision-close' && accepted.orderType === 'market' && purpose !== 'reinvest';

/**
 * Why the bars that become known at a decision have no close at which it can have filled;
 * undefined if one has.
 */
function faultOfClose(
  world: World,
  known: readonly DatedBar[],
  order: JournaledOrder,
  fill: Fill,
): string | undefined {
  const at = `${fill.shares} at ${fill.price}, journaled at ${formatInstant(fill.time)}`;
  if (fill.time !== order.accepted.time) return `${at}: not at once`;
  const price = unslipped(world, order, fill);
  const isClose = known.some(({ fills, close }) => fills && isNear(price, close));
  return isClose ? undefined : `${at}: no close of then, ${JSON.stringify(known[0])}`;
}

/** Relative rounding. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * other;
const isWithin = (price: number, low: number, high: number): boolean =>
  price >= low * (1 - 1e-9) && price <= high * (1 + 1e-9);

/** The price before slippage, which limits do not have. */
function unslipped(world: World, { accepted }: JournaledOrder, { price, shares }: Fill): number {
  const slips = accepted.orderType !== 'limit' && accepted.orderType !== 'stop-limit';
  const part = slips ? (world.policy.slippageBps ?? 0) / 10_000 : 0;
  return price / (1 + Math.sign(shares) * part);
}

/**
 * Whether another order of the symbol filled at the price of a limit or stop, in the same bar, or
 * was denied there: a stop-limit leaves the price at its stop.
 */
function isAtOther(world: World, orders: Orders, order: JournaledOrder, fill: Fill): boolean {
  if (order.accepted.orderType === 'market') return false;
  const price = unslipped(world, order, fill);
  return [...orders.values()].some((other) => {
    const { orderType, stop, limit, symbol } = other.accepted;
    if (other === order || symbol !== fill.symbol) return false;
    if (other.end?.type === 'OrderDenied' && other.end.at === fill.time) {
      if (isNear(price, stop ?? limit ?? Number.NaN)) return true;
    }
    const inBar = other.fills.filter(({ time }) => time === fill.time);
    if (orderType === 'stop-limit' && inBar.length > 0 && isNear(price, stop!)) return true;
    return inBar.some((one) => isNear(price, unslipped(world, other, one)));
  });
}

/** Whether an order has an entry that had not filled by then. */
function awaitsEntry(orders: Orders, { accepted: { entry } }: JournaledOrder, fill: Fill): boolean {
  if (entry === undefined) return false;
  return !orders.get(entry)?.fills.some(({ time }) => time <= fill.time);
}

/** Whether an order can have filled at this price in a bar that it met. */
function isPossible(world: World, order: JournaledOrder, fill: Fill, bar: DatedBar): boolean {
  const { accepted } = order;
  const price = unslipped(world, order, fill);
  if (accepted.orderType === 'market') {
    const isAtClose = world.policy.fill === 'next-close' && fill.purpose !== 'reinvest';
    return isNear(price, isAtClose ? bar.close : bar.open);
  }
  if (!isWithin(price, bar.low, bar.high)) return false;
  if (isNear(price, bar.open)) return true;
  // Splits scale levels.
  if ((world.data[fill.symbol]?.splits.length ?? 0) > 0) return true;
  return isAtLevel(accepted, price);
}

/** Whether a price is one that the levels of an order allow. */
function isAtLevel(accepted: JournaledOrder['accepted'], price: number): boolean {
  if (accepted.orderType === 'limit') return isNear(price, accepted.limit!);
  if (accepted.orderType === 'stop') return isNear(price, accepted.stop!);
  // Trails move.
  if (accepted.orderType === 'trailing-stop') return true;
  const isBuy = accepted.side === 'buy';
  return isBuy ? price <= accepted.limit! * (1 + 1e-9) : price >= accepted.limit! * (1 - 1e-9);
}

/**
 * Why a cancellation undid an order that has traded, empty if it did not; undefined if no bar that
 * surely fills the order was under way when it was canceled.
 */
function undoneBy(
  world: World,
  bars: Bars,
  orders: Orders,
  order: JournaledOrder,
): string | undefined {
  const { accepted, canceled, live, fills } = order;
  if (canceled === undefined || !isSure(world, order)) return undefined;
  const underWay = (bars.get(accepted.symbol) ?? []).find(
    (bar) => bar.fills && live <= bar.start && bar.start < canceled.at && canceled.at < bar.known,
  );
  if (underWay === undefined || !isMet(accepted, underWay)) return undefined;
  if (!canceled.ended || fills.some(({ time }) => time === underWay.known)) return '';
  if (accepted.orderType === 'market' && mayFreeCash(world, orders, underWay, order))
    return undefined;
  const [from, at] = [underWay.start, canceled.at].map((instant) => formatInstant(instant));
  return `canceled at ${at}, when the bar of ${from} had filled it: ${JSON.stringify(underWay)}`;
}

/**
 * Whether an order fills or is denied in any bar that reaches its price: others may wait for an
 * entry, another order or volume.
 */
function isSure({ policy, data }: World, { accepted }: JournaledOrder): boolean {
  const { orderType, side, group, entry, symbol } = accepted;
  if (entry !== undefined || group !== null || policy.participation !== undefined) return false;
  if (data[symbol]!.splits.length > 0) return false;
  if (orderType === 'market') return true;
  return (
    (orderType === 'limit' || orderType === 'stop') && (side === 'buy' || policy.short === true)
  );
}

/**
 * Whether a market order of another symbol that was live when a bar began, or ended if its close
 * fills, waits when that is known: for the cash that it may free, others wait too.
 */
function mayFreeCash(
  { policy }: World,
  orders: Orders,
  { start, known }: DatedBar,
  order: JournaledOrder,
): boolean {
  const at = policy.fill === 'next-close' ? known : start;
  return [...orders.values()].some(({ accepted, live, end }) => {
    if (accepted.orderType !== 'market' || accepted.symbol === order.accepted.symbol) return false;
    const waits = end === undefined || end.at > known;
    return live <= at && (waits || (end.at === known && end.type === 'OrderCancelled'));
  });
}

function isMet({ orderType, side, limit, stop }: Accepted, { low, high }: DatedBar): boolean {
  if (orderType === 'market') return true;
  if (orderType === 'limit') return side === 'buy' ? low <= limit! : high >= limit!;
  return side === 'buy' ? high >= stop! : low <= stop!;
}

function wordsOf({ accepted, live }: JournaledOrder): string {
  const { order, orderType, side, symbol, limit, stop } = accepted;
  const level = [limit, stop].filter((price) => price !== null).join(', ');
  const terms = [orderType, side, symbol, level].filter((word) => word !== '').join(' ');
  return `order ${order} (${terms}), live from ${formatInstant(live)}`;
}
