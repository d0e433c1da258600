/** Money and equity of past instants, where bars of several lengths are known out of order. */

import type { Instant } from '#values';
import type { Book } from '../book/book.js';
import { fillsAtTicks } from '../book/policy-terms.js';
import type { WorkingOrder } from '../orders/working-order.js';

/** Whether a bar of one symbol can tell of prices from before those that are known of others. */
export const isOutOfOrder = ({ account, times, policy }: Book): boolean =>
  times.isIntraday && account.symbols.length > 1 && !fillsAtTicks(policy);

/**
 * Orders by the instants at which they fill, which bars of several lengths have: the
 * earliest first.
 */
export function byInstant(
  book: Book,
  due: readonly WorkingOrder[],
): Iterable<readonly WorkingOrder[]> {
  if (due.length < 2 || !isOutOfOrder(book)) return [due];
  const { times, time, freshNumbers } = book;
  const instantOf = ({ number }: WorkingOrder): number =>
    freshNumbers.includes(number) ? times.barBegan(number) : time;
  const inTurn = due.toSorted((a, b) => instantOf(a) - instantOf(b));
  return Map.groupBy(inTurn, instantOf).values();
}

interface Closing {
  /** Signed, before the fill. */
  readonly held: number;
  readonly shares: number;
  /** After slippage. */
  readonly price: number;
  readonly isAtOpen: boolean;
}

/** Inside of a bar it is not known when: what frees money there frees it at the end. */
export function noteFreed(
  book: Book,
  number: number,
  { held, shares, price, isAtOpen }: Closing,
): void {
  if (held * shares >= 0 || !isOutOfOrder(book)) return;
  const { times, time } = book;
  const closed = Math.min(Math.abs(held), Math.abs(shares));
  const began = times.barBegan(number);
  const at = isAtOpen ? began : time;
  book.freed.note({ at, began, known: time, value: closed * price }, firstFill(book));
}

/**
 * When what fills now in a symbol does so: at the begin of its bar, where that can be before
 * what is known.
 */
export function fillInstant(book: Book, number: number): Instant {
  if (!isOutOfOrder(book) || !book.freshNumbers.includes(number)) return Infinity;
  return book.times.barBegan(number);
}

/** The first instant at which an order that waits can fill. */
export function firstFill({ working, times, time }: Book): Instant {
  let first = time;
  for (const { earliest, number } of working) {
    first = Math.min(first, Math.max(earliest, times.barEnded(number)));
  }
  return first;
}

/**
 * Notes what the account is worth after an instant or a decision; what an open brings, it brings
 * by the calendar.
 */
export function noteEquity(book: Book): void {
  if (!isOutOfOrder(book)) return;
  const { working, equities, times, time } = book;
  if (working.length === 0) equities.clear();
  else equities.note(times.byCalendar(time), book.equity(), firstFill(book));
}

/** Equity with one symbol valued at a price other than its last. */
export function equityAt(book: Book, number: number, price: number): number {
  const held = book.account.shares[number] as number;
  if (held === 0) return book.equity();
  return book.equity() + held * (price - (book.quotes.price[number] as number));
}

/**
 * The equity by which a fill of a symbol is sized: in a bar that began before prices of others that
 * are known, that of its begin.
 */
export function sizingEquity(book: Book, number: number, price: number): number {
  const then = equityAtBegin(book, number);
  return then === undefined ? equityAt(book, number, price) : then + gapOf(book, number, price);
}

/**
 * The same for what fills together at the last prices of its symbols, in bars that began
 * at one instant.
 */
export function commonSizingEquity(book: Book, numbers: readonly number[]): number {
  const then = equityAtBegin(book, numbers[0] as number);
  if (then === undefined) return book.equity();
  const gaps = numbers.map((number) => gapOf(book, number, book.quotes.price[number] as number));
  return gaps.reduce((sum, gap) => sum + gap, then);
}

function equityAtBegin(book: Book, number: number): number | undefined {
  if (!isOutOfOrder(book) || !book.freshNumbers.includes(number)) return undefined;
  return book.equities.at(book.times.barBegan(number));
}

/** What a position has gained between the symbol's price before its bar and this one. */
function gapOf(book: Book, number: number, price: number): number {
  const held = book.account.shares[number] as number;
  return held === 0 ? 0 : held * (price - book.priceBefore(number));
}
