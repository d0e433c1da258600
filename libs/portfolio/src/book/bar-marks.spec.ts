/**
 * Marks at bars, packed: one item for bars at which nothing changed, and several events for
 * very many bars.
 */

import { expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { BarMarks, barsMax } from './bar-marks.js';
import { Book } from './book.js';
import { resolvePolicy } from './policies.js';

const bookOf = (): Book =>
  new Book({
    symbols: ['AA', 'BB'],
    capital: 1000,
    policy: resolvePolicy('close'),
    sessionsPerYear: 252,
  });

/** The items of the only event. */
function itemsOf(events: readonly JournalEvent[]): readonly object[] {
  const [event, ...others] = events;
  if (event?.type !== 'BarsMarked' || others.length > 0) throw new Error('not one event');
  return event.bars;
}

it('count unchanged bars of one step, and start again after a gap', () => {
  const book = bookOf();
  const marks = new BarMarks();
  for (const time of [100, 110, 120, 130, 200, 270]) {
    book.moveTo(time, time);
    expect(marks.take(book)).toEqual([]);
  }
  marks.emit(book);
  const flat = { gross: 0, net: null };
  expect(itemsOf(book.takeEvents())).toEqual([
    { step: 100, count: 1, cash: 1000, ...flat },
    { step: 10, count: 3, cash: null, ...flat },
    { step: 70, count: 2, cash: null, ...flat },
  ]);
  marks.emit(book);
  expect(book.takeEvents()).toEqual([]);
});

it('have gross and net value of what is held long and short', () => {
  const book = bookOf();
  const marks = new BarMarks();
  book.account.shares.set([2, -1]);
  for (const [time, price] of [
    [1, 100],
    [2, 90],
  ] as const) {
    book.setPrice(0, price);
    book.setPrice(1, 50);
    book.moveTo(time, time);
    marks.take(book);
  }
  marks.emit(book);
  expect(itemsOf(book.takeEvents())).toEqual([
    { step: 1, count: 1, cash: 1000, gross: 250, net: 150 },
    { step: 1, count: 1, cash: null, gross: 230, net: 130 },
  ]);
});

it('are journaled before the session ends when an event would grow too long', () => {
  const book = bookOf();
  const marks = new BarMarks();
  const events: JournalEvent[] = [];
  for (let bar = 1; bar <= barsMax + 1; bar++) {
    book.account.cash = bar;
    book.moveTo(bar, bar);
    events.push(...marks.take(book));
  }
  expect(itemsOf(events)).toHaveLength(barsMax);
  marks.emit(book);
  expect(itemsOf(book.takeEvents())).toEqual([
    { step: barsMax + 1, count: 1, cash: barsMax + 1, gross: 0, net: null },
  ]);
});
