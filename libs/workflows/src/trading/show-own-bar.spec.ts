/**
 * A bar of a symbol with sessions of its own, shown to a book that follows those of
 * another calendar.
 */

import { describe, expect, it } from 'vitest';
import { FactColumns } from '#contracts';
import {
  announce,
  Book,
  matchFreshBars,
  openSession,
  resolvePolicy,
  takeDecision,
} from '#portfolio';
import { parseInstant, requireCivilDate } from '#values';
import { OwnSessions, showOwnBar } from './own-sessions.js';

const at = (text: string): number => parseInstant(text, null)!;
const date = (text: string): number => requireCivilDate(text, 'a date');
const hour = 3_600_000_000;
const friday = date('2024-01-05');
const coin = new OwnSessions('24/7', false);
const share = new OwnSessions('XNYS', true);

interface Shown {
  readonly own: OwnSessions;
  readonly end: string;
  /** When it becomes known; by default at its end. */
  readonly known?: string;
  readonly atTicks?: boolean;
  readonly scaled?: boolean;
  /** Whether an order waits for it. */
  readonly isAwaited?: boolean;
  /** The date from which on there are two shares for one, of one that is held. */
  readonly splitAt?: string;
}

/** A book in the session of Friday that was shown one bar: from 100 to 110. */
function show({ own, end, known = end, splitAt, ...how }: Shown) {
  const { atTicks = false, scaled = false, isAwaited = true } = how;
  const policy = resolvePolicy({ fill: 'next-open' });
  const book = new Book({ symbols: ['COIN'], capital: 10_000, policy, sessionsPerYear: 252 });
  book.moveTo(1, at('2024-01-05T14:30:00Z'));
  openSession(book, friday, { firstDay: friday, lastDay: friday, began: book.time });
  const request = { id: null, symbol: 'COIN', side: 'buy', type: 'market', shares: 1 } as const;
  const terms = {
    notional: null,
    limit: null,
    stop: null,
    timeInForce: 'gtc',
    group: null,
  } as const;
  const decision = { kind: 'orders', orders: [{ ...request, ...terms }], cancel: [] } as const;
  if (isAwaited) takeDecision(book, decision);
  if (splitAt !== undefined) {
    takeDecision(book, decision);
    book.times.noteBar(0, book.time);
    book.showBar(0, { open: 100, high: 100, low: 100, close: 100 });
    matchFreshBars(book);
    const effectiveDate = date(splitAt);
    announce(book, { kind: 'split', symbol: 'COIN', effectiveDate, from: 1, to: 2 });
  }
  const facts = new FactColumns(2);
  facts.knowledgeTime[1] = at(known);
  facts.eventTime[1] = at(end);
  const prices = { open: 100, high: 120, low: 90, close: 110, adjClose: 55, volume: 7 };
  for (const [name, value] of Object.entries(prices)) facts[name as 'open'][1] = value;
  book.moveTo(2, at(known));
  const events = showOwnBar(
    book,
    own,
    { facts, row: 1, number: 0 },
    { scaled, atTicks, length: hour },
  );
  return { book, events };
}

describe('a bar that orders may meet', () => {
  const end = '2024-01-05T16:00:00Z';

  it('is fresh for orders that wait, with its open as the price of the moment', () => {
    const { book } = show({ own: share, end });
    expect(book.freshNumbers).toEqual([0]);
    expect(book.quotes.price[0]).toBe(100);
    expect(book.times.barBegan(0)).toBe(at('2024-01-05T15:00:00Z'));
    expect(book.times.barEnded(0)).toBe(at(end));
    expect(show({ own: share, end, scaled: true }).book.quotes.price[0]).toBe(50);
  });

  it('is its close where no order waits, or orders meet trades', () => {
    for (const given of [{ isAwaited: false }, { atTicks: true }]) {
      const { book } = show({ own: share, end, ...given });
      expect(book.freshNumbers).toEqual([]);
      expect(book.quotes.price[0]).toBe(110);
      expect(book.quotes.date[0]).toBe(friday);
    }
  });

  it('has ended at its end, however late it is known; known before its end, it has ended then', () => {
    const late = show({ own: share, end, known: '2024-01-05T16:05:00Z' }).book;
    expect(late.times.barEnded(0)).toBe(at(end));
    const early = show({ own: share, end, known: '2024-01-05T15:59:00Z' }).book;
    expect(early.times.barEnded(0)).toBe(at('2024-01-05T15:59:00Z'));
  });
});

describe('a bar outside of its sessions', () => {
  it('is met by no order, and gives the last price', () => {
    const { book } = show({ own: share, end: '2024-01-05T22:00:00Z' });
    expect(book.freshNumbers).toEqual([]);
    expect(book.quotes.price[0]).toBe(110);
    expect(book.times.barEnded(0)).not.toBe(at('2024-01-05T22:00:00Z'));
  });
});

describe('a bar of a day without a session of the run', () => {
  it('takes the book to its date, and begins with its own session if that is shorter', () => {
    const { book, events } = show({ own: coin, end: '2024-01-07T00:00:00Z', isAwaited: false });
    expect(events).toEqual([]);
    expect(book.date).toBe(date('2024-01-06'));
    expect(book.quotes.price[0]).toBe(110);
    expect(book.quotes.date[0]).toBe(date('2024-01-06'));
    expect(book.times.barBegan(0)).toBe(at('2024-01-06T23:00:00Z'));
  });

  it('brings what takes effect on its date', () => {
    const given = { own: coin, end: '2024-01-07T00:00:00Z', isAwaited: false };
    const { book, events } = show({ ...given, splitAt: '2024-01-06' });
    expect(events.map(({ type }) => type)).toEqual(['SplitApplied']);
    expect(book.account.shares[0]).toBe(2);
    const later = show({ ...given, splitAt: '2024-01-07' });
    expect(later.events).toEqual([]);
    expect(later.book.account.shares[0]).toBe(1);
  });
});
