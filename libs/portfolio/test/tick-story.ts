/**
 * Stories of a book among trades and quotes: one thing after the other, each at its millisecond.
 */

import type { JournalEvent, JournaledDecision, PairAction, Split } from '#contracts';
import {
  announce,
  Book,
  closeSession,
  liquidate,
  matchFreshBars,
  matchTick,
  openSession,
  pairPolicies,
  resolvePolicy,
  takeDecision,
  takeMark,
  takePairDecision,
} from '../src/index.js';
import { line } from '../src/book/book-story.fixture.js';

type Bar = Parameters<Book['showBar']>[1];

/** What happens to a book at a millisecond. */
export type Happening = (book: Book) => readonly JournalEvent[];

const numberOf = (book: Book, symbol: string): number =>
  book.account.numberOf.get(symbol) as number;

export const trades =
  (price: number, size = 100, symbol = 'AAA', eventMs = Infinity): Happening =>
  (book) => {
    const number = numberOf(book, symbol);
    book.showTrade(number, price);
    const eventTime = Math.min(book.time, eventMs * 1000);
    return matchTick(book, { kind: 'trade', number, eventTime, price, size });
  };

export const quotes =
  (bid: number, ask: number, size = 100, symbol = 'AAA'): Happening =>
  (book) => {
    const number = numberOf(book, symbol);
    book.showQuote(number, (bid + ask) / 2);
    const eventTime = book.time;
    return matchTick(book, {
      kind: 'quote',
      number,
      eventTime,
      bid,
      bidSize: size,
      ask,
      askSize: size,
    });
  };

/** A bar of a length in milliseconds, or of an unknown one, that ends `lateMs` before now. */
export const bars =
  (bar: Bar, symbol = 'AAA', { ms = 0, lateMs = 0 } = {}): Happening =>
  (book) => {
    const number = numberOf(book, symbol);
    const times = { length: ms * 1000, known: book.time };
    book.times.noteBar(number, book.time - lateMs * 1000, times);
    book.showBar(number, bar);
    return matchFreshBars(book);
  };

export const halts =
  (isHalted: boolean, symbol = 'AAA'): Happening =>
  (book) => {
    book.setHalted(numberOf(book, symbol), isHalted);
    return [];
  };

export const decides =
  (decision: JournaledDecision, tookMs = 0): Happening =>
  (book) => {
    book.times.answered(tookMs);
    const events = takeDecision(book, decision);
    book.times.answered(0);
    return events;
  };

export const decidesPair =
  (action: PairAction): Happening =>
  (book) =>
    takePairDecision(book, { left: 'AAA', right: 'BBB', action });

/** `beganMs`: the open by the calendar, where the tape has it later. */
export const opens =
  (session: number, beganMs?: number): Happening =>
  (book) => {
    const began = beganMs === undefined ? book.time : beganMs * 1000;
    return openSession(book, session, { firstDay: session, lastDay: session, began });
  };

export const liquidates: Happening = (book) => liquidate(book);
export const closes: Happening = (book) => closeSession(book);
/** Its close by the calendar, where the tape has it later. */
export const closesLate =
  (endedMs: number): Happening =>
  (book) =>
    closeSession(book, endedMs * 1000);
export const marks: Happening = (book) => takeMark(book);

export const splits =
  (effectiveDate: number, to: number): Happening =>
  (book) => {
    const split: Split = { kind: 'split', symbol: 'AAA', effectiveDate, from: 1, to };
    return announce(book, split);
  };

export interface TickGiven {
  readonly policy?: Parameters<typeof resolvePolicy>[0];
  readonly capital?: number;
  readonly symbols?: readonly string[];
  readonly isPair?: true;
  /** Whether bars are shorter than sessions. */
  readonly isIntraday?: true;
}

export interface TickStory {
  readonly book: Book;
  readonly events: readonly JournalEvent[];
  /** All events but accepted orders, with their milliseconds. */
  readonly lines: readonly string[];
}

/** Session 1 is open from the first millisecond on. Capital 10,000; fills at the next trade. */
export function tickStory(
  setup: TickGiven,
  happenings: readonly (readonly [ms: number, happening: Happening])[],
): TickStory {
  const { capital = 10_000, symbols = ['AAA'], policy: terms, isPair } = setup;
  const own = typeof terms === 'string' ? terms : { fill: 'next-trade' as const, ...terms };
  const policy = resolvePolicy(own, isPair && pairPolicies);
  const book = new Book({ symbols, capital, policy, sessionsPerYear: 250 });
  book.times.isIntraday = setup.isIntraday ?? false;
  const events: JournalEvent[] = [];
  for (const [index, [ms, happening]] of ([[0, opens(1)], ...happenings] as const).entries()) {
    book.moveTo(index, ms * 1000);
    events.push(...happening(book));
  }
  const shown = events.filter(({ type }) => type !== 'OrderAccepted');
  return { book, events, lines: shown.map((event) => `${event.time / 1000} ${line(event)}`) };
}
