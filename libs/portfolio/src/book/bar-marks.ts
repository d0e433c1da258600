/**
 * The value of the account after each bar at which a run decides, packed until the
 * session is marked.
 */

import type { JournalEvent, JournalEventOf } from '#contracts';
import type { Book } from './book.js';

/** Items of an event and bars of an item, at most: a few bytes are never an endless list. */
export const barsMax = 4096;

type Item = JournalEventOf<'BarsMarked'>['bars'][number];

/** Columns for this many items at first. */
const roomAtFirst = 64;

export class BarMarks {
  /**
   * Columns, because a session of many runs has hundreds of thousands of items, which as objects
   * would all grow old; an amount that is null is no number here.
   */
  private columns = columnsFor(roomAtFirst);
  private count = 0;
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
    const given = cash === this.cash ? NaN : cash;
    const signed = net === gross ? NaN : net;
    this.cash = cash;
    if (!this.hasRepeated(step, given, gross, signed)) this.push(step, given, gross, signed);
    if (this.count === barsMax) this.emit(book);
    return book.takeEvents();
  }

  /** Journals the bars since the last call. */
  emit(book: Book): void {
    if (this.count === 0) return;
    const bars = Array.from({ length: this.count }, (_, index) => this.itemAt(index));
    book.emit({ type: 'BarsMarked', ...book.place(), bars });
    this.count = 0;
    this.time = 0;
    this.cash = null;
  }

  /** Counts a bar that is as the last item says, and tells whether it is. */
  private hasRepeated(step: number, cash: number, gross: number, net: number): boolean {
    const { columns } = this;
    const last = this.count - 1;
    if (last < 0 || !Number.isNaN(cash) || columns.gross[last] !== gross) return false;
    if (!Object.is(columns.net[last], net) || columns.step[last] !== step) return false;
    if (columns.bars[last] === barsMax) return false;
    columns.bars[last]!++;
    return true;
  }

  private push(step: number, cash: number, gross: number, net: number): void {
    if (this.count === this.columns.step.length) this.columns = grown(this.columns);
    const { columns, count } = this;
    columns.step[count] = step;
    columns.bars[count] = 1;
    columns.cash[count] = cash;
    columns.gross[count] = gross;
    columns.net[count] = net;
    this.count++;
  }

  private itemAt(index: number): Item {
    const { step, bars, cash, gross, net } = this.columns;
    return {
      step: step[index]!,
      count: bars[index]!,
      cash: nullIfNone(cash[index]!),
      gross: gross[index]!,
      net: nullIfNone(net[index]!),
    };
  }
}

const nullIfNone = (amount: number): number | null => (Number.isNaN(amount) ? null : amount);

type Columns = Readonly<Record<'step' | 'bars' | 'cash' | 'gross' | 'net', Float64Array>>;

function columnsFor(rows: number): Columns {
  return {
    step: new Float64Array(rows),
    bars: new Float64Array(rows),
    cash: new Float64Array(rows),
    gross: new Float64Array(rows),
    net: new Float64Array(rows),
  };
}

function grown(columns: Columns): Columns {
  const larger = columnsFor(2 * columns.step.length);
  larger.step.set(columns.step);
  larger.bars.set(columns.bars);
  larger.cash.set(columns.cash);
  larger.gross.set(columns.gross);
  larger.net.set(columns.net);
  return larger;
}
