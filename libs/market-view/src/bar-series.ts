/** One symbol's bars as growing columns; older rows leave memory when no reader asked for them. */

import type { FactColumns } from '#contracts';

const capacityMin = 256;

/** The columns that readers see. Rows are numbered from the symbol's first bar, whether still kept or not. */
export class BarSeries {
  /** Number of rows that have left memory: the number of the first kept row. */
  dropped = 0;
  /** Number of kept rows. */
  kept = 0;
  time: Float64Array = new Float64Array(capacityMin);
  open: Float64Array = new Float64Array(capacityMin);
  high: Float64Array = new Float64Array(capacityMin);
  low: Float64Array = new Float64Array(capacityMin);
  close: Float64Array = new Float64Array(capacityMin);
  adjClose: Float64Array = new Float64Array(capacityMin);
  volume: Float64Array = new Float64Array(capacityMin);
  vwap: Float64Array = new Float64Array(capacityMin);
  /** What orders fill at and positions are marked at. */
  price: Float64Array = new Float64Array(capacityMin);

  /** `historyMax`: rows that stay when new ones come; null keeps all. */
  constructor(
    private readonly historyMax: number | null,
    private readonly tradePrice: 'close' | 'adjClose',
  ) {}

  /** Appends a bar row of `facts`. Rows that a reader still needs are at most `historyMax` old by contract. */
  append(facts: FactColumns, row: number): void {
    if (this.kept === this.time.length) this.makeRoom();
    const at = this.kept++;
    const close = facts.close[row] as number;
    const adjusted = facts.adjClose[row] as number;
    this.time[at] = facts.knowledgeTime[row] as number;
    this.open[at] = facts.open[row] as number;
    this.high[at] = facts.high[row] as number;
    this.low[at] = facts.low[row] as number;
    this.close[at] = close;
    this.adjClose[at] = Number.isNaN(adjusted) ? close : adjusted;
    this.volume[at] = facts.volume[row] as number;
    this.vwap[at] = facts.vwap[row] as number;
    this.price[at] = this.tradePrice === 'close' || Number.isNaN(adjusted) ? close : adjusted;
  }

  /** Appends bar rows [from, to) of `facts`, all of this symbol: whole columns at a time. */
  appendRange(facts: FactColumns, from: number, to: number): void {
    while (this.kept + to - from > this.time.length) this.makeRoom();
    const at = this.kept;
    this.time.set(facts.knowledgeTime.subarray(from, to), at);
    this.open.set(facts.open.subarray(from, to), at);
    this.high.set(facts.high.subarray(from, to), at);
    this.low.set(facts.low.subarray(from, to), at);
    this.close.set(facts.close.subarray(from, to), at);
    this.volume.set(facts.volume.subarray(from, to), at);
    this.vwap.set(facts.vwap.subarray(from, to), at);
    for (let row = from, target = at; row < to; row++, target++) {
      const adjusted = facts.adjClose[row] as number;
      this.adjClose[target] = Number.isNaN(adjusted) ? (facts.close[row] as number) : adjusted;
    }
    this.kept += to - from;
    const price = this.tradePrice === 'close' ? this.close : this.adjClose;
    this.price.set(price.subarray(at, this.kept), at);
  }

  /** Marks all but the last `historyMax` rows as gone, when that frees at least half of the memory. */
  forget(): void {
    if (this.historyMax === null) return;
    const surplus = this.kept - this.historyMax;
    if (surplus < this.time.length / 2) return;
    for (const column of this.columns()) column.copyWithin(0, surplus, this.kept);
    this.kept -= surplus;
    this.dropped += surplus;
  }

  private makeRoom(): void {
    const grown = (column: Float64Array): Float64Array => {
      const larger = new Float64Array(column.length * 2);
      larger.set(column);
      return larger;
    };
    this.time = grown(this.time);
    this.open = grown(this.open);
    this.high = grown(this.high);
    this.low = grown(this.low);
    this.close = grown(this.close);
    this.adjClose = grown(this.adjClose);
    this.volume = grown(this.volume);
    this.vwap = grown(this.vwap);
    this.price = grown(this.price);
  }

  private columns(): Float64Array[] {
    return [
      this.time,
      this.open,
      this.high,
      this.low,
      this.close,
      this.adjClose,
      this.volume,
      this.vwap,
      this.price,
    ];
  }
}
