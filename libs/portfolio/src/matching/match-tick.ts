/**
 * Waiting orders against one trade or quote: who may meet it, in which turn, and at which
 * of its prices.
 */

import type { Instant } from '#values';
import type { JournalEvent } from '#contracts';
import type { Book } from '../book/book.js';
import { awaitsEntry } from '../fills/entry-orders.js';
import { fillPair } from '../fills/fill-pair.js';
import { fillPart, sideOf } from '../fills/fill-part.js';
import { inTurn, isMarket } from './match-in-parts.js';
import { boundOf, type Offer } from '../fills/offer.js';
import { followPrice } from '../fills/trailing-stop.js';
import { matchPrice } from '../orders/match.js';
import { byTurn } from '../orders/turns.js';
import type { WorkingOrder } from '../orders/working-order.js';

interface TradeTick {
  readonly kind: 'trade';
  /** Number of the symbol in the run. */
  readonly number: number;
  /** When it happened, according to the venue. */
  readonly eventTime: Instant;
  readonly price: number;
  readonly size: number;
}

/** The best bid and ask; NaN on a side without an offer. */
interface QuoteTick {
  readonly kind: 'quote';
  readonly number: number;
  readonly eventTime: Instant;
  readonly bid: number;
  readonly bidSize: number;
  readonly ask: number;
  readonly askSize: number;
}

export type Tick = TradeTick | QuoteTick;

/** What a tick offers: to buyers and to sellers; undefined where a side has no offer. */
interface Offers {
  readonly buyer: Offer | undefined;
  readonly seller: Offer | undefined;
}

/**
 * Matches the orders of a symbol with a trade or quote of an open session. Market orders and
 * triggered stops come first, then limits, each group by age. A stop that the tick triggers fills
 * at a later one: what triggered it is gone.
 */
export function matchTick(book: Book, tick: Tick): readonly JournalEvent[] {
  const { number, eventTime } = tick;
  const isDue = (order: WorkingOrder): boolean =>
    order.number === number && book.times.mayMeetTick(order, book.time, eventTime);
  const due = book.working.filter(isDue).toSorted(byTurn);
  if (due.length === 0 || !book.quotes.isPriced(number)) return book.takeEvents();
  const offers = offersOf(book, tick);
  for (const order of due) book.change(order, { type: 'came', isMet: true });
  const market = due.filter((order) => isMarket(order) && order.purpose !== 'pair');
  // An order that waits for its entry waits for a tick after the entry.
  const limits = due.filter((order) => order.state.kind === 'resting' && !awaitsEntry(book, order));
  for (const order of inTurn(book, market)) fillAt(book, order, offers);
  for (const order of limits) if (isWithin(order, offers)) fillAt(book, order, offers);
  const leg = due.find(({ purpose }) => purpose === 'pair');
  if (leg !== undefined) offerToLeg(book, leg, offers);
  for (const order of due) trigger(book, order, offers);
  return book.takeEvents();
}

function offersOf(book: Book, tick: Tick): Offers {
  if (tick.kind === 'trade') {
    const { price, size } = tick;
    const offer: Offer = { price, at: 'trade', slips: false, side: 0, bound: boundOf(book, size) };
    return { buyer: offer, seller: offer };
  }
  // One side of a crossed quote is already gone, and we cannot tell which.
  const isCrossed = tick.bid > tick.ask;
  const offer = (side: 1 | -1, price: number, size: number): Offer | undefined =>
    isCrossed || !(price > 0)
      ? undefined
      : { price, at: 'quote', slips: false, side, bound: boundOf(book, size) };
  return {
    buyer: offer(1, tick.ask, tick.askSize),
    seller: offer(-1, tick.bid, tick.bidSize),
  };
}

function fillAt(book: Book, order: WorkingOrder, offers: Offers): void {
  const now = book.find(order.id);
  // The fill of an order before it may have ended this one, of the same group.
  if (now === undefined) return;
  const offer = sideOf(book, order) < 0 ? offers.seller : offers.buyer;
  if (offer !== undefined) fillPart(book, now, offer);
}

/** Whether the price is at the limit, or better. */
function isWithin(order: WorkingOrder, offers: Offers): boolean {
  const offer = offerTo(order, offers);
  return offer !== undefined && matchPrice(order, offer.price).kind === 'fill';
}

/** A stop is touched by the price that it would trade at. A trailing one follows that price. */
function trigger(book: Book, { id }: WorkingOrder, offers: Offers): void {
  const order = book.find(id);
  if (order === undefined || awaitsEntry(book, order)) return;
  const offer = offerTo(order, offers);
  if (offer === undefined) return;
  const moved = followPrice(book, order, offer.price);
  if (matchPrice(moved, offer.price).kind === 'trigger') book.change(moved, { type: 'triggered' });
}

const offerTo = ({ side }: WorkingOrder, { buyer, seller }: Offers): Offer | undefined =>
  side === 'buy' ? buyer : seller;

/**
 * Notes the price at which a leg of a pair could fill; once both legs have one, both fill
 * at their prices.
 */
function offerToLeg(book: Book, leg: WorkingOrder, offers: Offers): void {
  const offer = sideOf(book, leg) < 0 ? offers.seller : offers.buyer;
  book.change(leg, { type: 'seen', price: offer?.price ?? null });
  const legs = book.working.filter(({ purpose }) => purpose === 'pair');
  const [first, second] = legs;
  if (first === undefined || second === undefined) return;
  if (legs.some((order) => seenBy(order) === null || book.times.isHalted(order.number))) return;
  const at = book.policy.fill === 'next-quote' ? 'quote' : 'trade';
  fillPair(book, [first, second], at, (order) => seenBy(order) as number);
}

const seenBy = ({ state }: WorkingOrder): number | null =>
  state.kind === 'leg' ? state.seen : null;
