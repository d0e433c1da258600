/** What a session's open and close do to a book: corporate actions, expiry, borrowing, marks, the end. */

import type { CivilDate } from '#values';
import type { Dividend, JournalEvent, Split } from '#contracts';
import type { BarMarks } from '../book/bar-marks.js';
import type { Book } from '../book/book.js';
import { fillDirection } from '../fills/fill-direction.js';
import type { SharesAtOpens } from '../orders/shares-at-opens.js';
import { splitTrail } from '../fills/trailing-stop.js';
import type { WorkingOrder } from '../orders/working-order.js';

/** Of most marks, and never pushed to. */
const noSymbols: string[] = [];

/** Opens a session: splits and dividends that become effective meet the position held overnight. */
export function openSession(book: Book, session: CivilDate): readonly JournalEvent[] {
  book.session = session;
  book.date = session;
  book.times.openSession(book.time);
  if (book.announced.length > 0) applyDueActions(book, session);
  return book.takeEvents();
}

function applyDueActions(book: Book, session: CivilDate): void {
  const due = book.announced.filter((action) => effectiveDate(action) <= session);
  if (due.length === 0) return;
  book.announced = book.announced.filter((action) => effectiveDate(action) > session);
  for (const action of due) {
    if (action.kind === 'split') applySplit(book, action);
    else bookDividend(book, action);
  }
}

/**
 * Moves to a date whose prices are seen before its session opens: they are without its dividends and in its shares, and
 * so is the account from here on.
 */
export function openDate(book: Book, date: CivilDate): readonly JournalEvent[] {
  if (date <= book.date) return book.takeEvents();
  book.date = date;
  if (book.announced.length > 0) applyDueActions(book, date);
  return book.takeEvents();
}

/**
 * Keeps a corporate action until its date. One that becomes known only after its session has opened
 * (a vendor's late declaration) takes effect at once, for the position at that open.
 */
export function announce(book: Book, action: Dividend | Split): readonly JournalEvent[] {
  book.announced.push(action);
  if (effectiveDate(action) <= book.date) applyDueActions(book, book.date);
  return book.takeEvents();
}

/** Closes a session: day orders that met a bar end, and borrowed shares cost their day. */
export function closeSession(book: Book): readonly JournalEvent[] {
  book.times.closeSession();
  if (book.working.length > 0) {
    for (const order of book.working) {
      order.seen = null;
      if (order.timeInForce === 'day' && order.met) book.end(order, 'expired');
    }
  }
  if (book.policy.borrowBpsPerYear !== 0) chargeBorrow(book);
  return book.takeEvents();
}

function chargeBorrow(book: Book): void {
  const { borrowBpsPerYear } = book.policy;
  const cash = (-book.shortValue() * borrowBpsPerYear * 1e-4) / book.sessionsPerYear;
  if (cash < 0) book.emit({ type: 'BorrowCharged', ...book.place(), cash });
}

/** Cancels every order that waits, because the run ends. */
export function endOrders(book: Book): readonly JournalEvent[] {
  for (const order of [...book.working]) book.end(order, 'run closed');
  return book.takeEvents();
}

/**
 * Closes every position that has a price of this session and is not halted, at that price. With `together`, closes
 * none of them if another has no such price.
 */
export function liquidate(book: Book, together = false): readonly JournalEvent[] {
  for (const order of [...book.working]) book.end(order, 'run closed');
  const { account, quotes, session } = book;
  const held = [...account.shares.keys()].filter((number) => account.shares[number] !== 0);
  const priced = held.filter(
    (number) => quotes.tradedIn(number, session) && !book.times.isHalted(number),
  );
  const isWhole = priced.length === held.length || !together;
  for (const number of held) {
    if (!priced.includes(number)) {
      book.deny(account.symbols[number] as string, 'no price');
      continue;
    }
    if (!isWhole) continue;
    const order = book.accept({
      number,
      purpose: 'target',
      type: 'market',
      side: 'target',
      size: { kind: 'direction', direction: 0 },
      timeInForce: 'day',
    });
    const price = quotes.price[number] as number;
    fillDirection(book, order, { price, at: 'close' }, 'liquidate');
  }
  return book.takeEvents();
}

/** Values the book: the mark of this session, after those of its `bars`. */
export function takeMark(book: Book, bars?: BarMarks): readonly JournalEvent[] {
  bars?.emit(book);
  book.revalue();
  book.emit({
    type: 'MarkTaken',
    asOf: book.asOf,
    time: book.time,
    session: book.session,
    equity: book.equity(),
    cash: book.account.cash,
    gross: book.gross(),
    net: book.positionsValue,
    stale: staleSymbols(book),
  });
  return book.takeEvents();
}

/** Held symbols without a price of this session. */
function staleSymbols({ account, quotes, session }: Book): readonly string[] {
  const { symbols, shares } = account;
  let stale: string[] = noSymbols;
  for (let number = 0; number < symbols.length; number++) {
    if (shares[number] === 0 || quotes.tradedIn(number, session)) continue;
    if (stale === noSymbols) stale = [];
    stale.push(symbols[number] as string);
  }
  return stale;
}

function effectiveDate(action: Dividend | Split): CivilDate {
  return action.kind === 'split' ? action.effectiveDate : action.exDate;
}

/**
 * Shares times to/from and the last price divided by it; waiting orders move along. Anything of the effective
 * date or later (prices, orders, shares bought, parts of orders) is already in new shares if the split became known
 * late.
 */
function applySplit(book: Book, { symbol, from, to, effectiveDate }: Split): void {
  const number = book.account.numberOf.get(symbol);
  if (number === undefined) return;
  const ratio = to / from;
  if ((book.quotes.date[number] as number) < effectiveDate) book.quotes.scale(number, 1 / ratio);
  for (const order of book.working) {
    if (order.number !== number) continue;
    if (!splitOrder(order, effectiveDate, ratio)) book.end(order, 'no change');
  }
  const openings = book.openings[number] as SharesAtOpens;
  const held = book.account.shares[number] as number;
  const isHeld = openings.at(effectiveDate, held) !== 0;
  const shares = openings.split(effectiveDate, ratio, held);
  if (!isHeld) return;
  book.emit({ type: 'SplitApplied', ...book.place(), symbol, from, to, shares });
  book.revalue();
}

/** A holder receives, a short pays; `reinvest` buys at the next open with what came in. */
function bookDividend(book: Book, { symbol, exDate, amount }: Dividend): void {
  const number = book.account.numberOf.get(symbol);
  if (number === undefined || book.policy.dividends === 'ignore') return;
  const held = book.account.shares[number] as number;
  const shares = book.openings[number]?.at(exDate, held) ?? 0;
  if (shares === 0) return;
  const cash = shares * amount;
  book.emit({
    type: 'DividendBooked',
    ...book.place(),
    symbol,
    exDate,
    perShare: amount,
    shares,
    cash,
  });
  if (book.policy.dividends !== 'reinvest' || cash <= 0) return;
  book.accept({
    number,
    purpose: 'reinvest',
    type: 'market',
    side: 'buy',
    size: { kind: 'notional', notional: cash },
    timeInForce: 'gtc',
  });
}

/**
 * Moves an order through a split of `ratio` new shares for one, effective at the open of `date`. Levels move if it was
 * accepted before that. The rest of it at that open is scaled; parts that were filled since were new shares.
 * Whether anything is left: a reverse split that becomes known late can find more filled than there was to fill.
 */
function splitOrder(order: WorkingOrder, date: CivilDate, ratio: number): boolean {
  if (order.date < date) {
    order.scale *= ratio;
    if (order.limit !== null) order.limit /= ratio;
    if (order.stop !== null) order.stop /= ratio;
  }
  splitTrail(order, date, ratio);
  if (order.rest === null || order.sized >= date) return true;
  order.rest =
    order.rests === null ? order.rest * ratio : order.rests.split(date, ratio, order.rest);
  return order.rest > 0 || order.entry !== null;
}
