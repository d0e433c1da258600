/**
 * What a session's open and close do to a book: corporate actions, expiry, borrowing,
 * marks, the end.
 */

import type { CivilDate, Instant } from '#values';
import type { Dividend, JournalEvent, Split } from '#contracts';
import type { BarMarks } from '../book/bar-marks.js';
import { unseen, type Book } from '../book/book.js';
import {
  actInside,
  actionsInside,
  applyDueActions,
  effectiveDate,
  passActions,
} from './corporate-actions.js';
import { fillLastBars } from './match-orders.js';
import { fillDirection } from '../fills/fill-direction.js';
import type { SessionDays } from '../orders/order-times.js';
import { noteEquity } from '../fills/out-of-order.js';

/** Shared by most marks, and never pushed to. */
const noSymbols: string[] = [];

/**
 * Opens a session: splits and dividends that become effective meet the position held overnight.
 * Those of a week's or month's days after its first wait for its bar.
 */
export function openSession(
  book: Book,
  session: CivilDate,
  days: SessionDays = { firstDay: session },
): readonly JournalEvent[] {
  book.session = session;
  const { firstDay } = days;
  book.firstDay = firstDay;
  book.date = firstDay;
  book.times.openSession(book.time, days);
  if (book.announced.length > 0) applyDueActions(book, firstDay);
  noteEquity(book);
  return book.takeEvents();
}

/**
 * Moves to a date whose prices are seen before its session opens: they are without its dividends
 * and in its shares, and so is the account from here on.
 */
export function openDate(book: Book, date: CivilDate): readonly JournalEvent[] {
  // Inside of a week or month, its bar decides when.
  if (date <= Math.max(book.date, book.session)) return book.takeEvents();
  book.date = date;
  if (book.announced.length > 0) applyDueActions(book, date);
  return book.takeEvents();
}

/**
 * Lets what takes effect inside of an open week or month do so, up to a day of it: orders meet no
 * bar there, or meet trades and quotes, which are in the shares of their day.
 */
export function openDay(book: Book, day: CivilDate): readonly JournalEvent[] {
  passActions(book, Math.min(day, book.session));
  return book.takeEvents();
}

/**
 * Lets what takes effect inside of the week or month of one symbol do so: its bar has come,
 * others have not.
 */
export function passOwnBar(book: Book, number: number): readonly JournalEvent[] {
  const { date } = book;
  const actions = actionsInside(book, number);
  if (actions.length === 0) return book.takeEvents();
  actInside(book, actions);
  book.date = date;
  return book.takeEvents();
}

/**
 * Keeps a corporate action until its date. One that becomes known only after its session has opened
 * (a vendor's late declaration) takes effect at once, for the position at that open.
 */
export function announce(book: Book, action: Dividend | Split): readonly JournalEvent[] {
  book.announced = [...book.announced, action];
  if (effectiveDate(action) <= book.date) applyDueActions(book, book.date);
  return book.takeEvents();
}

/**
 * Closes a session: orders end that were for it, and borrowed shares cost their day. `ended`: the
 * close by the calendar, if the tape reports it later.
 */
export function closeSession(book: Book, ended: Instant = book.time): readonly JournalEvent[] {
  book.times.closeSession(book.time, ended);
  passActions(book);
  if (book.working.length > 0) {
    fillLastBars(book);
    for (const order of book.working) {
      if (order.state.kind === 'leg') book.change(order, unseen);
      if (book.times.isOver(order)) book.end(order, 'expired');
    }
  }
  if (book.policy.borrowBpsPerYear !== 0) chargeBorrow(book);
  noteEquity(book);
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
 * Closes every position that has a price of this session and is not halted, at that price. With
 * `together`, closes none of them if another has no such price.
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
      orderType: 'market',
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
