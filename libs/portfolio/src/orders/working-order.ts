/** An order that was accepted and has not ended. */

import type { CivilDate, Instant } from '#values';
import type { JournalEventOf } from '#contracts';
import { SharesAtOpens } from './shares-at-opens.js';

/** How far a stop stays behind the best price that its order has met. Replaced as a whole, never changed. */
export interface Trail {
  /** One of the two is null. Percent of the best price, or currency a share. */
  readonly percent: number | null;
  readonly amount: number | null;
  /** Highest price for a sale, lowest for a purchase; null before the first. */
  readonly best: number | null;
  /** In whose prices that is. */
  readonly date: CivilDate;
}

interface CancelRequest {
  readonly at: Instant;
  readonly reason: JournalEventOf<'CancelRequested'>['reason'];
  /** The last order before it: later ones may replace what is to end. */
  readonly lastOrder: number;
}

export interface WorkingOrder {
  readonly id: number;
  /** Its place among the orders of its decision, where they meet one price; ascends with decisions, as `id` does. */
  turn: number;
  /** Number of the symbol in the run. */
  readonly number: number;
  readonly type: JournalEventOf<'OrderAccepted'>['orderType'];
  readonly side: JournalEventOf<'OrderAccepted'>['side'];
  readonly timeInForce: 'day' | 'gtc';
  readonly group: string | null;
  readonly clientId: string | null;
  readonly size: JournalEventOf<'OrderAccepted'>['size'];
  readonly purpose: 'target' | 'weights' | 'pair' | 'order' | 'reinvest';
  /** In whose shares and prices its size and levels are. */
  readonly date: CivilDate;
  /** It meets no price of before this: when it was decided, answered and sent. */
  readonly earliest: Instant;
  limit: number | null;
  stop: number | null;
  /** Of an exit of a bracket: the order that opens what it closes. Its `rest` is what is left of those shares. */
  readonly entry: number | null;
  /** Of a trailing stop, whose type is `stop` and whose level is null until its trail begins. */
  trail: Trail | null;
  /** Shares per share since acceptance, by splits. */
  scale: number;
  /** A stop whose level has been touched. */
  triggered: boolean;
  /** Whether a bar came that could have filled it: a day order lives to the close after that. */
  met: boolean;
  /** Shares that are left, unsigned, once a first price has made the order a number of shares. */
  rest: number | null;
  /** In whose shares those were at first: of the date of acceptance, or of the price that made money shares. */
  sized: CivilDate;
  /** What was left at past opens; null before the first part. */
  rests: SharesAtOpens | null;
  /** Whether bars came that it could not meet before it met one. */
  late: boolean;
  /** Whether a part of it was filled, or it met a price and waits for cash. */
  begun: boolean;
  /** Whether it was cut to the cash that there was, with the other orders of its decision. */
  scaled: boolean;
  /** Of the leg of a pair: the last price of this session that it could fill at. */
  seen: number | null;
  /** Since when the order is to end, if a bar was under way that could fill it. */
  cancel: CancelRequest | null;
  /** What orders filled that this one replaces: shares of the date of acceptance, or currency. */
  credit: number;
  /** Fees and slippage of the parts that opened a position, currency. */
  costs: number;
}

/** The terms of an order before the book numbers it. Omitted terms do not apply. */
export type OrderTerms = Pick<
  WorkingOrder,
  'number' | 'purpose' | 'type' | 'side' | 'size' | 'timeInForce'
> &
  Partial<Pick<WorkingOrder, 'limit' | 'stop' | 'group' | 'clientId' | 'trail' | 'entry'>>;

/** What is left of an order, which `shares` (unsigned, of `session`) becomes where no price made it a number before. */
export function restOf(order: WorkingOrder, shares: number, session: CivilDate): number {
  if (order.rest !== null) return order.rest;
  if (order.size.kind !== 'shares') order.sized = session;
  order.rest = shares;
  return shares;
}

/** Subtracts a part, unsigned, from the rest of an order. */
export function takePart(order: WorkingOrder, part: number, session: CivilDate): void {
  if (order.rest === null) return;
  order.rests ??= new SharesAtOpens();
  order.rests.note(session, order.rest);
  order.rest -= part;
}
