/**
 * One column of a series as a plain array, as far as it was read: the source of the copies
 * that agents get.
 */

export type PlainColumnName = 'time' | 'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume';

/** What a series has of each column: the rows from `dropped` on. */
export type KeptColumns = { readonly dropped: number } & Readonly<
  Record<PlainColumnName, Float64Array>
>;

/** Captured before any agent's module is loaded, since a module could replace the method. */
const slice = Function.prototype.call.bind(Array.prototype.slice) as (
  values: readonly number[],
  from: number,
  to: number,
) => number[];

/**
 * Copying a piece of a plain array of doubles is several times as fast as copying a typed array,
 * whose copies are allocated outside the heap or made number by number. The price: whatever is read
 * as a window is stored twice.
 */
export class PlainColumn {
  private values = noDoubles();
  /** Number of the first row in `values`, counted from the symbol's first bar. */
  private first = 0;

  constructor(
    private readonly series: KeptColumns,
    private readonly name: PlainColumnName,
  ) {}

  /** A copy of the kept rows [from, to). */
  copy(from: number, to: number): number[] {
    const { dropped } = this.series;
    if (dropped + to > this.first + this.values.length) this.readUpTo(to);
    const ahead = dropped - this.first;
    return slice(this.values, from + ahead, to + ahead);
  }

  /** Starts over once half of it belongs to rows that the series has dropped. */
  private readUpTo(to: number): void {
    const { dropped } = this.series;
    if (dropped - this.first > this.values.length / 2) {
      this.values = noDoubles();
      this.first = dropped;
    }
    const column = this.series[this.name];
    const { values } = this;
    for (let row = this.first + values.length - dropped; row < to; row++) {
      values.push(column[row] as number);
    }
  }
}

/** An empty array that has held doubles, and so stays one of doubles whatever is pushed first. */
function noDoubles(): number[] {
  const values = [0.5];
  values.length = 0;
  return values;
}
