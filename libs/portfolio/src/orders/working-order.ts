/** An order that was accepted and has not ended: a value, of which an event makes another one. */

import type { CivilDate, Instant } from '#values';
import { orderTypes, type JournalEventOf } from '#contracts';
import type { SharesAtOpens } from './shares-at-opens.js';

type Accepted = JournalEventOf<'OrderAccepted'>;

/** How far a stop stays behind the best price that its order has met. */
export interface Trail {
  /** One of the two is null. Percent of the best price, or currency a share. */
  readonly percent: number | null;
  readonly amount: number | null;
  /** Highest price for a sale, lowest for a purchase; null before the first. */
  readonly best: number | null;
  /** In whose prices that is. */
  readonly date: CivilDate;
}

/** Any price fills it: a market order, or a stop that was touched. */
interface AtMarket {
  readonly kind: 'market';
}

/** A leg of a pair fills once both legs have a price. */
interface Leg {
  readonly kind: 'leg';
  /** At trades and quotes: the last price of this session that it could fill at. */
  readonly seen: number | null;
}

/** A trailing stop that no price has given a level yet. */
interface Waiting {
  readonly kind: 'waiting';
  readonly trail: Trail;
}

/**
 * Its stop has not been touched. With a limit it rests there once it is, otherwise it then fills
 * at the market.
 */
interface Armed {
  readonly kind: 'armed';
  readonly stop: number;
  readonly limit: number | null;
  /** Only for a trailing stop. */
  readonly trail: Trail | null;
}

/** Fills at its limit or better. */
interface Resting {
  readonly kind: 'resting';
  readonly limit: number;
  /**
   * For a stop-limit: the stop that was touched, by which it has its turn where others meet
   * the same price.
   */
  readonly stop: number | null;
}

/** Which prices an order waits for. */
export type OrderState = AtMarket | Leg | Waiting | Armed | Resting;

/** No price has made it a number of shares. */
interface Unsized {
  readonly kind: 'unsized';
}

interface Sized {
  readonly kind: 'sized';
  /** Unsigned. */
  readonly left: number;
  /**
   * In whose shares those were at first: of the date of acceptance, or of the price that
   * made money shares.
   */
  readonly since: CivilDate;
  /** What was left at past opens; null before the first part. */
  readonly opens: SharesAtOpens | null;
  /** Whether it was cut to the cash that there was, with the other orders of its decision. */
  readonly isCut: boolean;
}

/** An exit has what is left of the shares that its entry opened. */
interface OfEntry {
  readonly kind: 'exit';
  readonly left: number;
}

/** How many shares an order is for. */
export type OrderShares = Unsized | Sized | OfEntry;

export interface CancelRequest {
  readonly at: Instant;
  readonly reason: JournalEventOf<'CancelRequested'>['reason'];
  /** The last order before it: later ones may replace what is to end. */
  readonly lastOrder: number;
}

/** Terms that are other members of an order than of its event, and the place of that. */
type Apart = 'type' | 'asOf' | 'time' | 'order' | 'symbol' | 'session' | 'entry';
type Levels = 'limit' | 'stop' | 'trailPercent' | 'trailAmount';

/** What does not change as long as an order waits. */
interface FixedTerms extends Readonly<Omit<Accepted, Apart | Levels>> {
  /** Number of the symbol in the run. */
  readonly number: number;
  /** By whose rules it meets prices. */
  readonly type: (typeof orderTypes)[Accepted['orderType']];
  readonly purpose: 'target' | 'weights' | 'pair' | 'order' | 'reinvest';
  /** For an exit of a bracket: the order that opens what it closes. */
  readonly entry: number | null;
}

export interface WorkingOrder extends FixedTerms {
  readonly id: number;
  /** The date whose share basis its size and levels use. */
  readonly date: CivilDate;
  /** It meets no price of before this: when it was decided, answered and sent. */
  readonly earliest: Instant;
  /**
   * Its place among the orders of its decision by their terms; ascends with
   * decisions, as `id` does.
   */
  readonly place: number;
  /**
   * Its turn where they meet one price at this instant: its place, unless another order of
   * turns leaves less.
   */
  readonly turn: number;
  readonly state: OrderState;
  readonly shares: OrderShares;
  /** Shares per share since acceptance, by splits. */
  readonly scale: number;
  /** For a day order or a weight: whether a bar came that could have filled it. */
  readonly met: boolean;
  /** For these orders too: whether bars came that it could not meet before it met one. */
  readonly late: boolean;
  /**
   * Whether a part of it was filled, or it met a price and waits for cash. What a target closes is
   * no part of it.
   */
  readonly begun: boolean;
  /** Whether a part of it was filled. */
  readonly hasPart: boolean;
  /** Since when the order is to end, if a bar was under way that could fill it. */
  readonly cancel: CancelRequest | null;
  /** What orders filled that this one replaces: shares of the date of acceptance, or currency. */
  readonly credit: number;
  /** Fees and slippage of the parts that opened a position, currency. */
  readonly costs: number;
}

type Absent = 'group' | 'clientId' | 'entry';

/** The terms of an order before the book numbers it. Omitted terms do not apply. */
export type OrderTerms = Omit<FixedTerms, 'type' | Absent> &
  Partial<Pick<FixedTerms, Absent>> & {
    readonly limit?: number | null;
    readonly stop?: number | null;
    readonly trail?: Trail | null;
  };

/** An order as it is accepted. */
export function acceptedOrder(
  terms: OrderTerms,
  { id, date, earliest }: Pick<WorkingOrder, 'id' | 'date' | 'earliest'>,
): WorkingOrder {
  const { limit = null, stop = null, trail = null, ...fixed } = terms;
  const { orderType, purpose, entry = null } = fixed;
  return {
    group: null,
    clientId: null,
    ...fixed,
    id,
    entry,
    date,
    earliest,
    type: orderTypes[orderType],
    place: id,
    turn: id,
    state: stateOf({ purpose, limit, stop, trail }),
    shares: entry === null ? unsized : { kind: 'exit', left: 0 },
    scale: 1,
    met: false,
    late: false,
    begun: false,
    hasPart: false,
    cancel: null,
    credit: 0,
    costs: 0,
  };
}

const unsized: Unsized = { kind: 'unsized' };
export const atMarket: AtMarket = { kind: 'market' };

type StateTerms = Required<Pick<OrderTerms, 'purpose' | 'limit' | 'stop' | 'trail'>>;

function stateOf({ purpose, limit, stop, trail }: StateTerms): OrderState {
  if (purpose === 'pair') return { kind: 'leg', seen: null };
  if (trail !== null) return { kind: 'waiting', trail };
  if (stop !== null) return { kind: 'armed', stop, limit, trail };
  return limit === null ? atMarket : { kind: 'resting', limit, stop };
}

/** What is left of an order, unsigned; null as long as no price made it a number of shares. */
export function leftOf({ shares }: WorkingOrder): number | null {
  return shares.kind === 'unsized' ? null : shares.left;
}

/** Its trail, as long as that moves its stop. */
export function trailOf({ state }: WorkingOrder): Trail | null {
  return state.kind === 'waiting' || state.kind === 'armed' ? state.trail : null;
}

/** The levels that it waits for, or waited for. */
export function levelsOf({ state }: WorkingOrder): {
  readonly stop: number | null;
  readonly limit: number | null;
} {
  return state.kind === 'armed' || state.kind === 'resting' ? state : noLevels;
}

const noLevels = { stop: null, limit: null };
