/**
 * Waiting orders against the bars of an instant: at the open, then inside the bar,
 * then at the close.
 */

import type { JournalEvent } from '#contracts';
import { fillOnPaths } from './bar-paths.js';
import type { Book } from '../book/book.js';
import { passBars } from './corporate-actions.js';
import { fillDirection, openTogether } from '../fills/fill-direction.js';
import { fillPair } from '../fills/fill-pair.js';
import { fillPart } from '../fills/fill-part.js';
import { isPayable, scaleRequests } from '../fills/fill-payable.js';
import { fillWeights } from '../fills/fill-weights.js';
import { boundOfBar, inTurn, matchInParts } from './match-in-parts.js';
import { rivalsAtMarket, settleRivals } from './rivals.js';
import type { OrderEvent } from '../orders/evolve-order.js';
import { matchPrice } from '../orders/match.js';
import { isOnClose } from '../orders/order-times.js';
import { byTurn } from '../orders/turns.js';
import { startTrails } from '../fills/trailing-stop.js';
import { byInstant, noteEquity } from '../fills/out-of-order.js';
import { endAfterBars, endBeforeBars } from '../fills/withdraw.js';
import { frees, isFreed } from '../fills/wanted-part.js';
import type { WorkingOrder } from '../orders/working-order.js';

const came: OrderEvent = { type: 'came', isMet: true };
const missed: OrderEvent = { type: 'came', isMet: false };

/**
 * Matches all waiting orders with the fresh bars, whose last prices are at the open, and then makes
 * their closes the last prices. Fills at the open are certain and come first; fills inside a bar
 * depend on the path of its price, of which the worse counts.
 */
export function matchFreshBars(book: Book): readonly JournalEvent[] {
  if (book.freshNumbers.length > 0) {
    const fresh = new Set(book.freshNumbers);
    const isFresh = ({ number }: WorkingOrder): boolean => fresh.has(number);
    endBeforeBars(book, isFresh);
    const isMet = (order: WorkingOrder): boolean => isFresh(order) && book.times.mayMeetBar(order);
    const { date } = book;
    matchFresh(book, isMet);
    const { isIntraday } = book.times;
    if (!isIntraday) fillBarsOfSessions(book, isMet);
    // The weeks of other symbols can end later.
    if (book.times.hasOwnSessions) book.date = date;
    // A bar that an order on close meets may be the last of the session: it is known then.
    const mayBeLast = (order: WorkingOrder): boolean =>
      isIntraday && isOnClose(order) && isMet(order);
    endAfterBars(book, (order) => isFresh(order) && !mayBeLast(order));
    noteEquity(book);
    book.settleTrades();
    startTrails(book);
  }
  return book.takeEvents();
}

function matchFresh(book: Book, isMet: (order: WorkingOrder) => boolean): void {
  book.changeEach((order) => (isMet(order) ? came : missed));
  const isFresh = (order: WorkingOrder): boolean => !isOnClose(order) && isMet(order);
  if (book.policy.participation !== undefined) return matchInParts(book, isFresh);
  const fillInside = (on: Book): void => fillOnPaths(on, isFresh, () => ({ left: Infinity }));
  const isReinvested = ({ purpose }: WorkingOrder): boolean => purpose === 'reinvest';
  if (book.policy.fill !== 'next-close') fillMarketOrders(book, isFresh, 'open', fillInside);
  else fillMarketOrders(book, (order) => isFresh(order) && isReinvested(order), 'open');
  fillInside(book);
  passBars(book);
  book.settle();
  if (book.policy.fill === 'next-close') {
    fillMarketOrders(book, (order) => isFresh(order) && !isReinvested(order), 'close');
  }
}

/**
 * Fills the orders on close in a bar that is a whole session, week or month; what does not
 * fill ends with it.
 */
function fillBarsOfSessions(book: Book, isMet: (order: WorkingOrder) => boolean): void {
  const due = book.working.filter((order) => isOnClose(order) && isMet(order));
  fillAtCloses(book, due);
  for (const { id, cancel } of due) {
    const rest = book.find(id);
    if (rest !== undefined) book.end(rest, cancel?.reason ?? 'expired');
  }
}

/**
 * Fills the orders on close at the end of a session of intraday bars. Only now is it known which
 * bar of a symbol was its last; a cancellation that came before the end of that bar was too late.
 */
export function fillLastBars(book: Book): void {
  const due = book.working.filter((order) => isOnClose(order) && book.times.mayMeetLastBar(order));
  fillAtCloses(book, due);
  // Exits begin with the fill of their entry.
  if (due.length > 0) startTrails(book);
  for (const order of book.working) {
    const { cancel } = order;
    if (cancel !== null && isOnClose(order) && order.met) book.end(order, cancel.reason);
  }
}

/**
 * Fills orders on close at the closes of the last bars of their symbols: those at the market,
 * then the limits.
 */
function fillAtCloses(book: Book, due: readonly WorkingOrder[]): void {
  if (due.length === 0) return;
  const { price } = book.quotes;
  // A trade may have come after the bar.
  const last = new Map(due.map(({ number }) => [number, price[number] as number]));
  for (const number of last.keys()) book.setPrice(number, book.closeOf(number));
  const isDue = ({ id }: WorkingOrder): boolean => due.some((order) => order.id === id);
  if (book.policy.participation === undefined) fillMarketOrders(book, isDue, 'close');
  else {
    const market = due.filter(({ type }) => type === 'market');
    for (const order of inTurn(book, market)) fillPartAtClose(book, order);
  }
  const limits = due.filter(({ type }) => type === 'limit').toSorted(byTurn);
  for (const order of limits) {
    if (matchPrice(order, book.closeOf(order.number)).kind === 'fill') fillPartAtClose(book, order);
  }
  for (const [number, before] of last) book.setPrice(number, before);
}

/** A limit on close never slips. */
function fillPartAtClose(book: Book, { id, number, type }: WorkingOrder): void {
  const order = book.find(id);
  if (order === undefined) return;
  const price = book.closeOf(number);
  const bound = boundOfBar(book, number);
  fillPart(book, order, { price, at: 'close', slips: type === 'market', side: 0, bound });
}

/**
 * Fills market orders at the last prices of their symbols: in the order in which they were
 * accepted, but targets of flat and sales first, because what they free pays for the rest, and
 * weights last and together. The legs of a pair wait until both are due. `fillInside`: what the
 * bars fill after that, which tells the worse of two orders.
 */
export function fillMarketOrders(
  book: Book,
  isDue: (order: WorkingOrder) => boolean,
  at: 'open' | 'close',
  fillInside?: (on: Book) => void,
): void {
  // A single order, as nearly always: skips the lists of due orders.
  const only = book.working[0];
  const isAlone = book.working.length === 1 && book.account.symbols.length === 1;
  if (only !== undefined && isAlone && only.size.kind !== 'weight') {
    if (only.type === 'market' && isDue(only)) fillMarketOrder(book, only, at);
    return;
  }
  const due = book.working.filter((order) => order.type === 'market' && isDue(order));
  settleRivals(book, rivalsAtMarket(due), (fork) => {
    fillDue(fork, due, at);
    fillInside?.(fork);
    // Those that no order of the bar met take effect before its close.
    passBars(fork);
    return equityAtCloses(fork);
  });
  fillDue(book, due, at);
}

/** Equity once the bars of the instant are over. */
function equityAtCloses(book: Book): number {
  const { account, quotes } = book;
  const changes = book.freshNumbers.map((number) => {
    const change = book.closeOf(number) - (quotes.price[number] as number);
    return (account.shares[number] as number) * change;
  });
  return changes.reduce((equity, change) => equity + change, book.equity());
}

function fillDue(book: Book, orders: readonly WorkingOrder[], at: 'open' | 'close'): void {
  for (const together of byInstant(book, orders)) {
    fillTurns(
      book,
      together.map((order) => book.now(order)),
      at,
    );
  }
}

/** Fills the orders of one instant. */
function fillTurns(book: Book, orders: readonly WorkingOrder[], at: 'open' | 'close'): void {
  const due = orders.toSorted((a, b) => marketTurn(book, a) - marketTurn(book, b) || byTurn(a, b));
  // Orders that enlarge positions come after those that free cash, and are scaled together if
  // they exceed it.
  const growing = due.filter((order) => isSized(order) && marketTurn(book, order) === 1);
  let weights: WorkingOrder[] | undefined;
  let legs: WorkingOrder[] | undefined;
  for (const order of due) {
    if (order.size.kind === 'weight') (weights ??= []).push(order);
    else if (order.purpose === 'pair') (legs ??= []).push(order);
    else if (!growing.includes(order)) fillIfWorking(book, order, at);
  }
  for (const orders of byDecision(growing)) fillTogether(book, orders, at);
  if (weights !== undefined) fillWeights(book, weights, at);
  const [first, second] = legs ?? [];
  if (first !== undefined && second !== undefined) fillPair(book, [first, second], at);
}

/** Whether an order is independent of others: neither a weight nor a leg of a pair. */
const isSized = ({ size, purpose }: WorkingOrder): boolean =>
  size.kind !== 'weight' && purpose !== 'pair';

/** The orders of each decision, by age; reinvested dividends belong to no decision. */
function byDecision(orders: readonly WorkingOrder[]): Iterable<readonly WorkingOrder[]> {
  const decisions = new Map<number | string, WorkingOrder[]>();
  for (const order of orders) {
    const key = order.purpose === 'reinvest' ? `order ${order.id}` : order.earliest;
    const group = decisions.get(key);
    if (group === undefined) decisions.set(key, [order]);
    else group.push(order);
  }
  return decisions.values();
}

/** Fills what one decision enlarges: one by one where all are paid, otherwise cut by one factor. */
function fillTogether(book: Book, orders: readonly WorkingOrder[], at: 'open' | 'close'): void {
  const fillAll = (on: Book): void => {
    for (const order of orders) fillIfWorking(on, order, at);
  };
  const isUnpaid = (event: JournalEvent): boolean =>
    'reason' in event && (event.reason === 'scaled' || event.reason === 'not enough cash');
  const areTargets = orders.every(({ size }) => size.kind === 'direction');
  const isPaidOn = (fork: Book): boolean => {
    fillAll(fork);
    // What waits on the fork may wait only for cash that these fills free, or let
    // another order free.
    const isWaiting = orders.some((order) => fork.isWorking(order));
    return !isWaiting && !fork.takeEvents().some(isUnpaid);
  };
  const isPaid = orders.length === 1 || isPaidOn(book.fork());
  const waiting = orders.filter((order) => book.isWorking(order));
  // A target that was filled in part fills only the rest by which it was cut.
  const isRest = areTargets && orders.some((order) => book.now(order).begun);
  if (isPaid && !isRest) fillAll(book);
  else if (areTargets) openTogether(book, waiting, at);
  else fillScaled(book, waiting, at);
}

/**
 * Fills orders that need more cash than there is: first those that reduce what others opened at
 * this instant. Of the rest, those wait for which another order is about to free cash, judged
 * before any of them fills.
 */
function fillScaled(book: Book, orders: readonly WorkingOrder[], at: 'open' | 'close'): void {
  const growing: WorkingOrder[] = [];
  for (const order of orders) {
    if (frees(book, order)) fillIfWorking(book, order, at);
    else growing.push(order);
  }
  const working = growing.filter((order) => book.isWorking(order));
  const due = isPayable(book, working) ? working : working.filter((order) => !isFreed(book, order));
  scaleRequests(book, due);
  for (const order of due) fillIfWorking(book, order, at);
}

/** The fill of an order before it may have ended this one, of the same group. */
function fillIfWorking(book: Book, { id }: WorkingOrder, at: 'open' | 'close'): void {
  const order = book.find(id);
  if (order !== undefined) fillMarketOrder(book, order, at);
}

function fillMarketOrder(book: Book, order: WorkingOrder, at: 'open' | 'close'): void {
  const price = book.quotes.price[order.number] as number;
  if (order.size.kind === 'direction') fillDirection(book, order, { price, at });
  else fillPart(book, order, { price, at, slips: true, side: 0, bound: { left: Infinity } });
}

function marketTurn(book: Book, order: WorkingOrder): number {
  const { size } = order;
  if (size.kind === 'direction') return size.direction === 0 ? 0 : 1;
  return frees(book, order) ? 0 : 1;
}
