/** Turns a decision into orders: checked, numbered, and filled at once if the policy says so. */

import { formatCivilDate, invariant } from '#values';
import type { JournalEvent, JournalEventOf, JournaledDecision, OrderSize } from '#contracts';
import { numberOfSymbol } from '../book/account.js';
import { wantedDirection, type Direction } from '../book/action-table.js';
import type { Book } from '../book/book.js';
import { fillMarketOrders } from '../matching/match-orders.js';
import { fillsAtOnce, fillsAtTicks, hasPriceOfNow } from '../book/policy-terms.js';
import { noteEquity } from '../fills/out-of-order.js';
import { withdraw } from '../fills/withdraw.js';
import { isOnClose } from '../orders/order-times.js';
import { byTerms } from '../orders/turns.js';
import { startTrails } from '../fills/trailing-stop.js';
import type { OrderTerms, Trail, WorkingOrder } from '../orders/working-order.js';

type OrdersDecision = Extract<JournaledDecision, { kind: 'orders' }>;
type TargetDecision = Extract<JournaledDecision, { kind: 'target' }>;
type Request = OrdersDecision['orders'][number];

/** Turns a decision into orders; what our own checks refuse becomes `OrderDenied`. */
export function takeDecision(book: Book, decision: JournaledDecision): readonly JournalEvent[] {
  const { lastOrder } = book;
  switch (decision.kind) {
    case 'target':
      takeTargets(book, decision.positions);
      break;
    case 'action':
      takeAction(book, decision.symbol, decision.action);
      break;
    case 'weights':
      for (const { symbol, weight } of decision.weights) takeWeight(book, symbol, weight);
      break;
    case 'orders':
      takeOrders(book, decision);
      break;
    default:
      decision satisfies never;
  }
  if (book.lastOrder > lastOrder + 1) {
    const accepted = book.working.filter(({ id }) => id > lastOrder);
    for (const [index, order] of byTerms(accepted, book.account.symbols).entries()) {
      book.change(order, { type: 'placed', place: lastOrder + 1 + index });
    }
  }
  if (book.working.length > 0 && fillsAtOnce(book)) {
    // What waits from before came too late for its close.
    fillMarketOrders(book, (order) => order.id > lastOrder && !isOnClose(order), 'close');
  }
  endOverdue(book, lastOrder);
  startTrails(book);
  noteEquity(book);
  return book.takeEvents();
}

/**
 * Whether a decision does not change a book: an empty target, or one that is already held, while
 * no order waits.
 */
export function changesNothing(book: Book, decision: JournaledDecision): boolean {
  if (decision.kind !== 'target' || book.working.length > 0) return false;
  for (const { symbol, position } of decision.positions) {
    const number = numberOfSymbol(book.account, symbol);
    if (number === undefined || book.wanted(number) !== position) return false;
  }
  return true;
}

/** Ends the new orders whose last session has closed: it was the one of this decision. */
function endOverdue(book: Book, lastOrder: number): void {
  if (book.times.isOpen || book.lastOrder === lastOrder) return;
  for (const order of book.working) {
    if (order.id > lastOrder && book.times.isOver(order)) book.end(order, 'expired');
  }
}

/** By index: most decisions name no symbol, and an iterator for nothing is most of their cost. */
function takeTargets(book: Book, positions: TargetDecision['positions']): void {
  for (let index = 0; index < positions.length; index++) {
    const { symbol, position } = positions[index] as TargetDecision['positions'][number];
    takeTarget(book, symbol, position as Direction);
  }
}

function takeAction(book: Book, symbol: string, action: 'BUY' | 'SELL' | 'HOLD'): void {
  const number = numberOfSymbol(book.account, symbol);
  if (number === undefined) return book.deny(symbol, 'unknown symbol');
  takeTarget(book, symbol, wantedDirection(action, book.wanted(number), book.policy));
}

function takeTarget(book: Book, symbol: string, direction: Direction): void {
  const number = numberOfSymbol(book.account, symbol);
  if (number === undefined) return book.deny(symbol, 'unknown symbol');
  if (book.wanted(number) === direction) return;
  if (direction === -1 && !book.policy.short) return book.deny(symbol, 'short not allowed');
  if (!isTradable(book, number)) return book.deny(symbol, 'no price');
  withdrawTargets(book, number);
  const isThere = Math.sign(book.account.shares[number] as number) === direction;
  if (isThere && !isMoving(book, number)) return;
  acceptTarget(book, number, { kind: 'direction', direction });
}

function takeWeight(book: Book, symbol: string, weight: number): void {
  const number = numberOfSymbol(book.account, symbol);
  if (number === undefined) return book.deny(symbol, 'unknown symbol');
  if (weight < 0 && !book.policy.short) return book.deny(symbol, 'short not allowed');
  if (!isTradable(book, number)) return book.deny(symbol, 'no price');
  withdrawTargets(book, number);
  if (weight === 0 && book.account.shares[number] === 0 && !isMoving(book, number)) return;
  acceptTarget(book, number, { kind: 'weight', weight });
}

/** A price of the moment is needed where a decision fills at once; later fills wait for theirs. */
const isTradable = (book: Book, number: number): boolean =>
  !fillsAtOnce(book) || hasPriceOfNow(book, number);

/** A new target takes the place of one that still waits for its price. */
function withdrawTargets(book: Book, number: number): void {
  if (book.working.length === 0) return;
  for (const order of book.working) {
    const isTarget = order.purpose === 'target' || order.purpose === 'weights';
    if (order.number === number && isTarget) withdraw(book, order, 'replaced');
  }
}

/** Whether a target or weight that was replaced may fill yet, so that the position is not known. */
function isMoving(book: Book, number: number): boolean {
  return book.working.some(
    (order) => order.number === number && order.cancel?.reason === 'replaced',
  );
}

function acceptTarget(book: Book, number: number, size: OrderSize): WorkingOrder {
  return book.accept({
    number,
    purpose: size.kind === 'weight' ? 'weights' : 'target',
    orderType: 'market',
    side: 'target',
    size,
    timeInForce: 'gtc',
  });
}

function takeOrders(book: Book, decision: OrdersDecision): void {
  for (const clientId of decision.cancel) {
    const named = namedBy(book, clientId);
    for (const order of named) withdraw(book, order, 'requested');
    if (named.length === 0) book.emit({ type: 'CancelIgnored', ...book.place(), id: clientId });
  }
  for (const request of decision.orders) takeRequest(book, request);
}

/**
 * Orders that have a name and have not been asked to end. While an entry waits, its exits do not
 * count: they end with the entry, or begin with its fills.
 */
function namedBy(book: Book, clientId: string): readonly WorkingOrder[] {
  const { working } = book;
  const waits = (id: number | null): boolean => id !== null && working.some((one) => one.id === id);
  return working.filter(
    ({ clientId: name, cancel, entry }) => name === clientId && cancel === null && !waits(entry),
  );
}

function takeRequest(book: Book, request: Request): void {
  const { symbol } = request;
  const number = numberOfSymbol(book.account, symbol);
  if (number === undefined) return book.deny(symbol, 'unknown symbol');
  const reason = whyNot(book, number, request);
  if (reason !== undefined) return book.deny(symbol, reason);
  const { id, side, limit, stop, group, timeInForce, until } = request;
  const isTrailing = request.type === 'trailing-stop';
  const trail = trailOf(book, request);
  const common = { number, purpose: 'order', size: sizeOf(request), clientId: id } as const;
  const entry = book.accept({
    ...common,
    orderType: request.type,
    side,
    limit,
    stop,
    group,
    timeInForce,
    trail: isTrailing ? trail : null,
    ...(until === undefined ? {} : { until }),
  });
  const away = side === 'buy' ? 'sell' : 'buy';
  const exit = { ...common, side: away, timeInForce: 'gtc', entry: entry.id } as const;
  acceptExits(book, request, exit, trail);
}

/** Accepts the stop and the target of an order beside it. */
function acceptExits(
  book: Book,
  request: Request,
  exit: Omit<OrderTerms, 'orderType'>,
  trail: Trail | null,
): void {
  const { type, stopLoss = null, takeProfit = null } = request;
  if (type !== 'trailing-stop' && (stopLoss !== null || trail !== null)) {
    const orderType = trail === null ? 'stop' : 'trailing-stop';
    book.accept({ ...exit, orderType, stop: stopLoss, trail });
  }
  if (takeProfit !== null) book.accept({ ...exit, orderType: 'limit', limit: takeProfit });
}

/** Why a request is denied before it is an order. */
function whyNot(
  book: Book,
  number: number,
  { id, type, until }: Request,
): JournalEventOf<'OrderDenied'>['reason'] | undefined {
  if (id !== null && namedBy(book, id).length > 0) return 'duplicate order id';
  if (type === 'market' && !isTradable(book, number)) return 'no price';
  const isClosing = isOnClose({ orderType: type });
  const hasClose = !fillsAtTicks(book.policy) && book.times.hasCloses(number);
  if (isClosing && !hasClose) return 'no close to fill at';
  const isPast = until !== undefined && until < formatCivilDate(book.session);
  return isPast ? 'until is before the session' : undefined;
}

function trailOf({ date }: Book, request: Request): Trail | null {
  const { trailPercent: percent = null, trailAmount: amount = null } = request;
  return percent === null && amount === null ? null : { percent, amount, best: null, date };
}

function sizeOf({ shares, notional }: Request): OrderSize {
  if (shares !== null) return { kind: 'shares', shares };
  invariant(notional !== null, 'an order has shares or notional');
  return { kind: 'notional', notional };
}
