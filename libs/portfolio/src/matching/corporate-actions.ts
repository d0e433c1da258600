/**
 * Splits and dividends as they take effect on a book: between two bars, or inside of one that
 * covers a week or a month.
 */

import type { CivilDate } from '#values';
import type { Dividend, Split } from '#contracts';
import type { Book } from '../book/book.js';
import type { SharesAtOpens } from '../orders/shares-at-opens.js';
import { sizeExits } from '../fills/exit-shares.js';

/** Lets all actions take effect that are announced for dates up to this one. */
export function applyDueActions(book: Book, date: CivilDate): void {
  const isDue = (action: Dividend | Split): boolean => effectiveDate(action) <= date;
  applyActions(book, byDate(book.announced.filter(isDue)));
}

/**
 * The actions of a symbol that take effect inside of the bar of a week or month, by date: on a day
 * after its first. Dividends that the policy ignores are none.
 */
export function actionsInside(book: Book, number: number): readonly (Dividend | Split)[] {
  if (!hasActionsInside(book)) return noActions;
  const symbol = book.account.symbols[number];
  const inside = book.announced.filter(
    (action) =>
      action.symbol === symbol &&
      effectiveDate(action) <= book.session &&
      (action.kind === 'split' || book.policy.dividends !== 'ignore'),
  );
  return byDate(inside);
}

const noActions: readonly (Dividend | Split)[] = [];

/** Whether any action takes effect on a day of the session after the one that applies now. */
export function hasActionsInside({ announced, date, session }: Book): boolean {
  if (date >= session || announced.length === 0) return false;
  return announced.some((action) => effectiveDate(action) <= session);
}

/** Moves to a day of the session and lets what is due by then take effect, by date. */
export function passActions(book: Book, day = book.session): void {
  if (book.date >= day) return;
  book.date = day;
  if (book.announced.length === 0) return;
  applyActions(book, byDate(book.announced.filter((action) => effectiveDate(action) <= day)));
}

/**
 * Lets what takes effect inside of bars of now do so: all, unless symbols have
 * sessions of their own.
 */
export function passBars(book: Book): void {
  if (!book.times.hasOwnSessions) return passActions(book);
  if (book.date >= book.session) return;
  const inside = book.freshNumbers.map((number) => actionsInside(book, number));
  for (const actions of inside) actInside(book, actions);
}

/** Lets actions inside of a bar take effect; the session's last day applies from here on. */
export function actInside(book: Book, actions: readonly (Dividend | Split)[]): void {
  book.date = book.session;
  applyActions(book, actions);
}

function applyActions(book: Book, due: readonly (Dividend | Split)[]): void {
  if (due.length === 0) return;
  book.announced = book.announced.filter((action) => !due.includes(action));
  for (const action of due) {
    if (action.kind === 'split') applySplit(book, action);
    else bookDividend(book, action);
  }
}

/**
 * In the order in which they take effect: by date and, of one date, dividends for the shares of
 * before its split.
 */
const byDate = (actions: readonly (Dividend | Split)[]): readonly (Dividend | Split)[] =>
  actions.toSorted(
    (one, other) =>
      effectiveDate(one) - effectiveDate(other) ||
      Number(one.kind === 'split') - Number(other.kind === 'split'),
  );

/** The day whose first trades are in new shares, or without the dividend. */
export function effectiveDate(action: Dividend | Split): CivilDate {
  return action.kind === 'split' ? action.effectiveDate : action.exDate;
}

/**
 * Shares times to/from and the last price divided by it; waiting orders move along. Anything of the
 * effective date or later (prices, orders, shares bought, parts of orders) is already in new shares
 * if the split became known late.
 */
function applySplit(book: Book, { symbol, from, to, effectiveDate }: Split): void {
  const number = book.account.numberOf.get(symbol);
  if (number === undefined) return;
  const ratio = to / from;
  if ((book.quotes.date[number] as number) < effectiveDate)
    book.quotes = book.quotes.scaled(number, 1 / ratio);
  for (const order of book.working) {
    if (order.number !== number) continue;
    const { shares } = book.change(order, { type: 'split', date: effectiveDate, ratio });
    // A reverse split that becomes known late can find more filled than there was to fill.
    const isScaled = shares.kind === 'sized' && shares.since < effectiveDate;
    if (isScaled && shares.left <= 0) book.end(order, 'no change');
  }
  const openings = book.openings[number] as SharesAtOpens;
  const held = book.account.shares[number] as number;
  const { opens, shares } = openings.split(effectiveDate, ratio, held);
  book.openings[number] = opens;
  if (openings.at(effectiveDate, held) === 0) return;
  book.lots.split(number, effectiveDate, ratio, shares);
  sizeExits(book, number);
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
    orderType: 'market',
    side: 'buy',
    size: { kind: 'notional', notional: cash },
    timeInForce: 'gtc',
  });
}
