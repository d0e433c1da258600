/**
 * The value of the account after each bar at which a run decides, packed until the
 * session is marked.
 */

import type { JournalEvent, JournalEventOf } from '#contracts';
import type { Book } from './book.js';

/** Items of an event and bars of an item, at most: a few bytes are never an endless list. */
export const barsMax = 4096;

type Item = { count: number } & JournalEventOf<'BarsMarked'>['bars'][number];

export class BarMarks {
  private items: Item[] = [];
  /** The time of the last bar. */
  private time = 0;
  private cash: number | null = null;

  /** Values the book after the decision of a bar; journals the bars so far if there are many. */
  take(book: Book): readonly JournalEvent[] {
    book.revalue();
    const { positionsValue: net, account } = book;
    const { cash } = account;
    const step = book.time - this.time;
    const gross = book.gross();
    this.time = book.time;
    const last = this.items.at(-1);
    const given = cash === this.cash ? null : cash;
    const signed = net === gross ? null : net;
    this.cash = cash;
    const isEqual = given === null && last?.gross === gross && last.net === signed;
    if (isEqual && last.step === step && last.count < barsMax) last.count++;
    else this.items.push({ step, count: 1, cash: given, gross, net: signed });
    if (this.items.length === barsMax) this.emit(book);
    return book.takeEvents();
  }

  /** Journals the bars since the last call. */
  emit(book: Book): void {
    if (this.items.length === 0) return;
    book.emit({ type: 'BarsMarked', ...book.place(), bars: this.items });
    this.items = [];
    this.time = 0;
    this.cash = null;
  }
}
