/** Fills an order from an offer, up to what the order still wants; the rest keeps waiting. */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import { withheld } from './cash-in-time.js';
import { awaitsEntry, hasEntry } from './entry-orders.js';
import { fill, refusal, wholeLots, withoutDust } from './fill-order.js';
import { roundingRoom, whyUnpaid } from './fill-payable.js';
import type { Offer } from './offer.js';
import { requestedShares, restOf } from './requested-shares.js';
import { costRate, isFreed, roomFor, sharesToDirection, sharesToWeight } from './wanted-part.js';
import { withdraw } from './withdraw.js';
import type { WorkingOrder } from '../orders/working-order.js';

/** Relative to equity: anything smaller is rounding. */
const dust = 1e-9;

type Purpose = JournalEventOf<'OrderFilled'>['purpose'];

/**
 * Fills as much of an order as an offer allows; the order ends with its last part, or if nothing
 * is left to do.
 */
export function fillPart(book: Book, order: WorkingOrder, offer: Offer): void {
  if (order.size.kind === 'direction') fillTarget(book, order, order.size.direction, offer);
  else if (order.size.kind === 'weight') fillWeight(book, order, order.size.weight, offer);
  else fillRequest(book, order, offer);
}

/** The side of an order: 1 buys, -1 sells, 0 neither. For weights, at the last price. */
export function sideOf(book: Book, order: WorkingOrder): number {
  const { number, size } = order;
  const held = book.account.shares[number] as number;
  if (size.kind === 'direction') return size.direction === 0 ? -Math.sign(held) : size.direction;
  if (size.kind !== 'weight') return order.side === 'sell' ? -1 : 1;
  return Math.sign(size.weight * book.equity() - held * (book.quotes.price[number] as number));
}

/** Closes the position that conflicts with a target, then opens the policy's size. */
function fillTarget(book: Book, order: WorkingOrder, direction: number, offer: Offer): void {
  const held = book.account.shares[order.number] as number;
  if (held !== 0 && Math.sign(held) !== direction) {
    const isLast = direction === 0;
    if (take(book, order, { shares: -held, offer, purpose: 'close', isLast }) !== 'whole') return;
    if (isLast) return;
    return openPosition(book, order, direction, offer);
  }
  const isDone = Math.sign(held) === direction && !order.begun;
  if (isDone || direction === 0) return book.end(order, 'no change');
  openPosition(book, order, direction, offer);
}

function openPosition(book: Book, order: WorkingOrder, direction: number, offer: Offer): void {
  const symbol = book.account.symbols[order.number] as string;
  const before = book.account.shares[order.number] as number;
  const wanted = sharesToDirection(book, order, direction, offer);
  if (wanted === undefined) return book.deny(symbol, 'equity is not positive', order);
  const isDust = wanted * offer.price <= dust * Math.abs(book.equity());
  const shares = isDust ? 0 : direction * wholeLots(book, wanted);
  if (shares === 0) {
    if (before !== 0) return book.end(order, 'no change');
    return book.deny(symbol, 'size is below one lot', order);
  }
  fillAffordable(book, order, { shares, offer, purpose: 'open', isLast: true });
  const opened = (book.account.shares[order.number] as number) - before;
  const costs = Math.abs(opened) * offer.price * costRate(book, direction, offer);
  book.change(order, { type: 'charged', costs });
}

function fillWeight(book: Book, order: WorkingOrder, weight: number, offer: Offer): void {
  const symbol = book.account.symbols[order.number] as string;
  const wanted = sharesToWeight(book, order.number, weight, offer);
  if (wanted === undefined) return book.deny(symbol, 'equity is not positive', order);
  const held = book.account.shares[order.number] as number;
  const shares = withoutDust(book, order.number, wholeLots(book, held + wanted) - held);
  // Within rounding of the weight, or between the two sides of a quote.
  const isAtTarget = Math.abs(shares) * offer.price <= dust * Math.abs(book.equity());
  if (isAtTarget || Math.sign(shares) === -offer.side) return book.end(order, 'no change');
  fillAffordable(book, order, { shares, offer, purpose: 'rebalance', isLast: true });
}

/**
 * An order in shares or money: its first price fixes the number of shares, which is filled as far
 * as cash allows.
 */
function fillRequest(book: Book, order: WorkingOrder, offer: Offer): void {
  const { number } = order;
  const held = book.account.shares[number] as number;
  if (order.purpose === 'reinvest' && held <= 0) return book.end(order, 'no change');
  if (awaitsEntry(book, order)) return;
  const isExit = order.entry !== null;
  if (isExit && held * sideOf(book, order) >= 0) return book.end(order, 'no change');
  const rest = restOf(book, order, Math.abs(requestedShares(book, order, offer)));
  const shares = withoutDust(book, number, requestSide(order) * rest);
  const isScaled = order.shares.kind === 'sized' && order.shares.isCut;
  if (shares === 0) {
    const symbol = book.account.symbols[number] as string;
    return book.deny(symbol, isScaled ? whyUnpaid(book) : 'size is below one lot', order);
  }
  const allowed = allowedPart(book, order, { shares, isCut: false, isScaled }, offer);
  if (allowed === undefined) return;
  if (allowed.reason !== undefined) return endUnfilled(book, order, allowed.reason);
  fillAllowed(book, order, allowed, offer);
}

const requestSide = (order: WorkingOrder): number => (order.side === 'sell' ? -1 : 1);

type DenialReason = JournalEventOf<'OrderDenied'>['reason'];

/** What may be filled of a request. */
interface AllowedPart {
  /** Signed. */
  readonly shares: number;
  /** Whether only the rest of a position is closed. */
  readonly isCut: boolean;
  /** Whether cash or equity allow less than is requested. */
  readonly isScaled: boolean;
  /** Why nothing is allowed. */
  readonly reason?: DenialReason | undefined;
}

/** How much of a request is allowed now; undefined if it waits for cash that others free. */
function allowedPart(
  book: Book,
  order: WorkingOrder,
  wanted: AllowedPart,
  offer: Offer,
): AllowedPart | undefined {
  const { number } = order;
  const held = book.account.shares[number] as number;
  const reason = refusal(book, number, wanted.shares, {
    ...offer,
    withheld: withheld(book, number, offer.price),
  });
  const closes = held * requestSide(order) < 0;
  const isLarger = order.type !== 'market' && closes && Math.abs(wanted.shares) > Math.abs(held);
  if (isLarger && isCutToRest(book, order, reason)) {
    return { shares: -held, isCut: true, isScaled: wanted.isScaled };
  }
  if (reason === 'not enough cash') return payablePart(book, order, wanted, offer);
  // What is held can always be closed; the rest would be opened.
  if (reason === 'equity is not positive' && closes) {
    return { shares: -held, isCut: false, isScaled: true };
  }
  return reason === undefined ? wanted : { ...wanted, reason };
}

/**
 * Whether a stop or target larger than the rest of the position closes that rest: if more is not
 * allowed or not intended.
 */
function isCutToRest(book: Book, order: WorkingOrder, reason: DenialReason | undefined): boolean {
  return order.entry !== null || reason !== undefined || hasEntry(book, order);
}

/** Limits and stops use the cash that there is when their price comes; others may wait for it. */
function payablePart(
  book: Book,
  order: WorkingOrder,
  wanted: AllowedPart,
  offer: Offer,
): AllowedPart | undefined {
  if (order.type === 'market' && isFreed(book, order)) return undefined;
  const { number } = order;
  const side = requestSide(order);
  const payable = wholeLots(book, roomFor(book, number, side, offer) * roundingRoom);
  if (payable * offer.price > dust * Math.abs(book.equity())) {
    return { shares: withoutDust(book, number, side * payable), isCut: false, isScaled: true };
  }
  return { ...wanted, reason: 'not enough cash' };
}

function fillAllowed(
  book: Book,
  order: WorkingOrder,
  { shares, isCut, isScaled }: AllowedPart,
  offer: Offer,
): void {
  const purpose = order.purpose === 'reinvest' ? 'reinvest' : 'order';
  const filled = take(book, order, { shares, offer, purpose, isLast: !isCut && !isScaled });
  if (filled === 'whole' && isScaled) book.end(order, 'scaled');
  if (filled !== 'nothing') endOthers(book, order);
  // The fill may have ended the entry that it was to wait for.
  if (isCut && filled === 'whole' && !hasEntry(book, order)) book.end(order, 'no change');
}

/** An order that cannot fill is denied; what is left of one that was filled in part ends. */
function endUnfilled(
  book: Book,
  order: WorkingOrder,
  reason: JournalEventOf<'OrderDenied'>['reason'],
): void {
  if (!order.begun) book.deny(book.account.symbols[order.number] as string, reason, order);
  // What closed a position, and waited for another one, has nothing more to close.
  else book.end(order, reason === 'short not allowed' ? 'no change' : 'scaled');
}

/** Ends the orders that the fill of one ends: it was there at the latest when its bar ended. */
function endOthers(book: Book, order: WorkingOrder): void {
  const at = book.times.barEnded(order.number);
  for (const other of book.working) if (isEndedBy(other, order)) withdraw(book, other, 'group', at);
}

/**
 * Whether a fill ends another order: one of its group or, in a bracket, the other exit or the
 * rest of the entry.
 */
function isEndedBy(other: WorkingOrder, { id, group, entry }: WorkingOrder): boolean {
  if (other.id === id) return false;
  if (group !== null && other.group === group) return true;
  return entry !== null && (other.entry === entry || other.id === entry);
}

interface Part {
  /** Signed: all that is wanted. */
  readonly shares: number;
  readonly offer: Offer;
  readonly purpose: Purpose;
  /** Whether the order ends once all of it was filled. */
  readonly isLast: boolean;
}

/**
 * Fills as much of a part as cash allows, since other prices have moved since the decision.
 * Waits for cash that another order is about to free; if there will be none, the order ends with
 * what was filled.
 */
function fillAffordable(book: Book, order: WorkingOrder, part: Part): void {
  const { offer, shares } = part;
  const side = Math.sign(shares);
  const room = roomFor(book, order.number, side, offer);
  const held = book.account.shares[order.number] as number;
  // A flip to a position of no more shares enlarges nothing.
  const isSmaller = Math.abs(held + shares) <= Math.abs(held);
  if (isSmaller || room >= Math.abs(shares) * (1 - dust)) {
    take(book, order, part);
    return;
  }
  const waits = isFreed(book, order);
  const payable = wholeLots(book, room);
  if (payable * offer.price > dust * Math.abs(book.equity())) {
    take(book, order, { ...part, shares: side * payable, isLast: !waits });
  } else if (!waits) {
    book.deny(book.account.symbols[order.number] as string, whyUnpaid(book), order);
  }
}

/**
 * Fills a part as far as the offer goes. Returns how much was filled: all of it, some of
 * it, or nothing.
 */
function take(
  book: Book,
  order: WorkingOrder,
  { shares, offer, purpose, isLast }: Part,
): 'whole' | 'part' | 'nothing' {
  const { price, at, slips, bound } = offer;
  // What a bound would leave of it is no more than rounding.
  const isWhole = Math.abs(shares) * (1 - dust) <= bound.left;
  const taken = isWhole ? shares : Math.sign(shares) * wholeLots(book, bound.left);
  if (taken === 0) return 'nothing';
  const ends = isWhole && isLast;
  fill(book, { order, shares: taken, price, slips, at, purpose, fee: null, isPart: !ends });
  bound.left = Math.max(0, bound.left - Math.abs(taken));
  if (ends) book.end(order);
  // A target that has closed a position has not begun to open one: another order may do
  // that before it.
  else if (purpose !== 'close') {
    book.change(order, { type: 'part taken', shares: Math.abs(taken), session: book.day });
  }
  return isWhole ? 'whole' : 'part';
}
