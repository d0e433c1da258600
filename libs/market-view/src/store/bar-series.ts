/** One symbol's bars as growing columns; older rows leave memory once no reader needs them. */

import type { Instant } from '#values';
import { keptColumns, type FactColumns } from '#contracts';
import { PlainColumn, type PlainColumnName } from './plain-column.js';

const capacityMin = 32;

/**
 * The columns that readers see. Rows are numbered from the symbol's first bar, whether
 * still kept or not.
 */
export class BarSeries {
  /** Number of rows that have left memory: the number of the first kept row. */
  dropped = 0;
  /** Number of kept rows. */
  kept = 0;
  /** All columns, one after the other, in the order of `FactColumns.copyBar`. */
  private doubles = new Float64Array(0);
  /** When the bar ended: before `time` if it arrived late. */
  end = this.doubles;
  time = this.doubles;
  open = this.doubles;
  high = this.doubles;
  low = this.doubles;
  close = this.doubles;
  adjClose = this.doubles;
  volume = this.doubles;
  vwap = this.doubles;
  /** The price at which orders fill and positions are marked: one of the columns above. */
  price = this.doubles;
  /** The columns as readers get copies of them. */
  readonly plain: Readonly<Record<PlainColumnName, PlainColumn>> = {
    time: new PlainColumn(this, 'time'),
    open: new PlainColumn(this, 'open'),
    high: new PlainColumn(this, 'high'),
    low: new PlainColumn(this, 'low'),
    close: new PlainColumn(this, 'close'),
    adjClose: new PlainColumn(this, 'adjClose'),
    volume: new PlainColumn(this, 'volume'),
  };

  /**
   * `historyMax`: rows kept when new ones arrive; null keeps all. `keepsUnpriced`: an adjusted
   * close that is missing stays unknown.
   */
  constructor(
    private historyMax: number | null,
    private readonly tradePrice: 'close' | 'adjClose',
    private readonly keepsUnpriced = false,
  ) {
    this.divide(new Float64Array(keptColumns * capacityMin));
  }

  get plainPrice(): PlainColumn {
    return this.plain[this.tradePrice];
  }

  /**
   * Appends a bar row of `facts`. Rows that a reader still needs are at most `historyMax`
   * old by contract.
   */
  append(facts: FactColumns, row: number): void {
    if (this.kept === this.time.length) this.makeRoom();
    const at = this.kept++;
    facts.copyBar(row, this.doubles, at);
    this.completeAdjusted(at);
  }

  /** Appends bar rows [from, to) of `facts`, all of this symbol: whole columns at a time. */
  appendRange(facts: FactColumns, from: number, to: number): void {
    while (this.kept + to - from > this.time.length) this.makeRoom();
    const at = this.kept;
    facts.copyBars(from, to, this.doubles, at);
    this.kept += to - from;
    for (let row = at; row < this.kept; row++) this.completeAdjusted(row);
  }

  /** Keeps more rows from now on, if a reader looks back further; dropped rows stay dropped. */
  lookBack(rows: number | null): void {
    if (this.historyMax === null || rows === null) this.historyMax = null;
    else this.historyMax = Math.max(this.historyMax, rows);
  }

  /**
   * Drops rows that no reader may look back to, once that frees at least half of the memory. Of the
   * first `seen` rows, which the slowest reader has passed, the last `historyMax` stay.
   */
  forget(seen = this.dropped + this.kept): void {
    if (this.historyMax === null) return;
    const surplus = seen - this.dropped - this.historyMax;
    const capacity = this.time.length;
    if (surplus < capacity / 2) return;
    for (let start = 0; start < this.doubles.length; start += capacity) {
      this.doubles.copyWithin(start, start + surplus, start + this.kept);
    }
    this.kept -= surplus;
    this.dropped += surplus;
  }

  /** If the vendor does not adjust prices, the adjusted close is the close. */
  private completeAdjusted(row: number): void {
    if (this.keepsUnpriced) return;
    if (Number.isNaN(this.adjClose[row])) this.adjClose[row] = this.close[row] as number;
  }

  private makeRoom(): void {
    const { doubles, kept } = this;
    const capacity = this.time.length;
    const grown = new Float64Array(2 * doubles.length);
    for (let start = 0; start < doubles.length; start += capacity) {
      grown.set(doubles.subarray(start, start + kept), 2 * start);
    }
    this.divide(grown);
  }

  private divide(doubles: Float64Array<ArrayBuffer>): void {
    const capacity = doubles.length / keptColumns;
    const column = (place: number) => doubles.subarray(place * capacity, (place + 1) * capacity);
    this.doubles = doubles;
    this.end = column(0);
    this.time = column(1);
    this.open = column(2);
    this.high = column(3);
    this.low = column(4);
    this.close = column(5);
    this.adjClose = column(6);
    this.volume = column(7);
    this.vwap = column(8);
    this.price = this[this.tradePrice];
  }
}

/**
 * The first kept row of [from, to) that was known later than `time`, by bisection; `to` if
 * there is none.
 */
export function rowAfter(
  { time: times }: Pick<BarSeries, 'time'>,
  time: Instant,
  { from, to }: { from: number; to: number },
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
