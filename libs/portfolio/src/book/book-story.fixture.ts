/**
 * Stories of a book for the tests of this room: sessions in, events out, as lines that a
 * person can check.
 */

import type { Dividend, JournalEvent, JournaledDecision, PairAction, Split } from '#contracts';
import {
  announce,
  Book,
  closeSession,
  liquidate,
  matchFreshBars,
  openSession,
  pairPolicies,
  resolvePolicy,
  takeDecision,
  takeMark,
  takePairDecision,
} from '../index.js';

/** One price for the whole bar, or open, high, low, close. */
export type Prices = number | readonly [open: number, high: number, low: number, close: number];

/**
 * Sessions are numbered from 1; a number is also the session's date, unless sessions
 * have several days.
 */
export interface Session {
  /** Days after it without a session, though the story has the next one under the next number. */
  readonly closedFor?: number;
  /** Corporate actions that become known before the open. */
  readonly announced?: readonly (Dividend | Split)[];
  /** Bars in turn; an array of them is an intraday session. No bars: the symbol did not trade. */
  readonly bars?: Bars | readonly Bars[];
  /** Corporate actions that become known after the bars, before the close. */
  readonly late?: readonly (Dividend | Split)[];
  /** At the close; an array gives one decision after each intraday bar. */
  readonly decides?: Decided | readonly Decided[];
}

/** A decision, or an action on the pair AAA and BBB. */
type Decided = JournaledDecision | PairAction;

/** By symbol; prices without a symbol are AAA's. */
type Bars = Prices | Readonly<Record<string, Prices>>;

export interface Given {
  /** Terms that differ from the policy `close`, or the name of a policy. */
  readonly policy?: Parameters<typeof resolvePolicy>[0];
  readonly capital?: number;
  readonly symbols?: readonly string[];
  /**
   * Each session is a week or a month of days 1 to `days`, `days` + 1 to twice `days`, and
   * so on; else 1.
   */
  readonly days?: number;
  /** The policy defaults to `pair-close`, and both legs are liquidated or neither. */
  readonly isPair?: true;
}

export interface Story {
  readonly book: Book;
  readonly events: readonly JournalEvent[];
  /** All events but accepted orders and marks. */
  readonly lines: readonly string[];
  readonly accepted: readonly string[];
  readonly marks: readonly string[];
}

/**
 * Lives through the sessions as a run does: open, bars, matching, close, decision,
 * mark. Capital 1000.
 */
export function story(given: Given, sessions: readonly Session[]): Story {
  const { capital = 1000, symbols = ['AAA'], days = 1 } = given;
  const policy = resolvePolicy(given.policy ?? {}, given.isPair && pairPolicies);
  const book = new Book({ symbols, capital, policy, sessionsPerYear: 250 });
  const events: JournalEvent[] = [];
  for (const [index, session] of sessions.entries()) {
    const date = (index + 1) * days;
    events.push(...live(book, session, { date, firstDay: date - days + 1 }));
    if (index + 1 === sessions.length && policy.liquidate)
      events.push(...liquidate(book, given.isPair));
    events.push(...takeMark(book));
  }
  const linesOf = (isShown: (event: JournalEvent) => boolean): string[] =>
    events.filter(isShown).map(line);
  return {
    book,
    events,
    lines: linesOf(({ type }) => type !== 'OrderAccepted' && type !== 'MarkTaken'),
    accepted: linesOf(({ type }) => type === 'OrderAccepted'),
    marks: linesOf(({ type }) => type === 'MarkTaken'),
  };
}

function live(
  book: Book,
  session: Session,
  { date, firstDay }: { readonly date: number; readonly firstDay: number },
): JournalEvent[] {
  book.moveTo(date, date);
  const events: JournalEvent[] = [];
  for (const action of session.announced ?? []) events.push(...announce(book, action));
  events.push(...openSession(book, date, { firstDay, lastDay: date + (session.closedFor ?? 0) }));
  const { bars = [], decides = [] } = session;
  const instants = isList(bars) ? bars : [bars];
  const decisions = isDecisions(decides) ? decides : [decides];
  const from = isDecisions(decides) ? 0 : instants.length - 1;
  for (const [index, instant] of instants.entries()) {
    // Each instant is later than the decisions before it.
    book.moveTo(date, date + (index + 1) / 100);
    events.push(...showBars(book, instant));
    if (index + 1 < instants.length) events.push(...decide(book, decisions[index - from]));
  }
  for (const action of session.late ?? []) events.push(...announce(book, action));
  events.push(...closeSession(book));
  events.push(...decide(book, decisions[Math.max(0, instants.length - 1 - from)]));
  return events;
}

function decide(book: Book, decision: Decided | undefined): readonly JournalEvent[] {
  if (typeof decision === 'string') {
    return takePairDecision(book, { left: 'AAA', right: 'BBB', action: decision });
  }
  return decision === undefined ? [] : takeDecision(book, decision);
}

function showBars(book: Book, bars: Bars): readonly JournalEvent[] {
  const bySymbol = typeof bars === 'number' || isPrices(bars) ? { AAA: bars } : bars;
  for (const [symbol, prices] of Object.entries(bySymbol)) {
    const [open, high, low, close] =
      typeof prices === 'number' ? ([prices, prices, prices, prices] as const) : prices;
    const number = book.account.numberOf.get(symbol) as number;
    book.times.noteBar(number, book.time);
    book.showBar(number, { open, high, low, close });
  }
  return matchFreshBars(book);
}

function isList(bars: Bars | readonly Bars[]): bars is readonly Bars[] {
  return Array.isArray(bars) && !isPrices(bars as unknown as Bars);
}

function isPrices(bars: Bars): bars is readonly [number, number, number, number] {
  return Array.isArray(bars) && bars.length === 4 && typeof bars[0] === 'number';
}

function isDecisions(decides: Decided | readonly Decided[]): decides is readonly Decided[] {
  return Array.isArray(decides);
}

/** An event on one line, numbers to 12 digits, below a billionth 0. */
export function line(event: JournalEvent): string {
  switch (event.type) {
    case 'OrderAccepted': {
      const levels = `${level('limit', event.limit)}${level('stop', event.stop)}`;
      return `order ${event.order}: ${event.side} ${event.symbol} ${event.orderType}${levels}`;
    }
    case 'OrderDenied': {
      const order = event.order === null ? '' : ` order ${event.order}`;
      return `deny${order} ${event.symbol}: ${event.reason}`;
    }
    case 'OrderFilled':
    case 'OrderPartlyFilled': {
      const { order, symbol, shares, price, fee, at, purpose } = event;
      const sign = shares > 0 ? '+' : '';
      const what = event.type === 'OrderFilled' ? 'fill' : 'part';
      const traded = `${sign}${text(shares)} ${symbol} at ${text(price)} (${at})`;
      return `${what} ${order}: ${traded}, fee ${text(fee)}, ${purpose}`;
    }
    case 'OrderCancelled':
      return `cancel ${event.order}: ${event.reason}`;
    case 'CancelRequested':
      return `to end ${event.order}: ${event.reason}`;
    case 'CancelIgnored':
      return `no order ${event.id}`;
    case 'DividendBooked':
      return (
        `dividend ${event.symbol}: ${text(event.shares)} x ${text(event.perShare)} = ` +
        `${text(event.cash)}`
      );
    case 'SplitApplied':
      return `split ${event.symbol}: now ${text(event.shares)}`;
    case 'BorrowCharged':
      return `borrow ${text(event.cash)}`;
    case 'MarkTaken': {
      const stale = event.stale.length === 0 ? '' : `, stale ${event.stale.join(' ')}`;
      return (
        `mark ${event.session}: equity ${text(event.equity)}, cash ` + `${text(event.cash)}${stale}`
      );
    }
    default:
      return event.type;
  }
}

function level(name: string, value: number | null): string {
  return value === null ? '' : ` ${name} ${text(value)}`;
}

function text(value: number): string {
  return Math.abs(value) < 1e-9 ? '0' : String(Number(value.toPrecision(12)));
}
