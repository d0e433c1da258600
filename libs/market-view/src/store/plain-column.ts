/** One column of a series as a plain array, as far as somebody read it: what copies for agents are made of. */

export type PlainColumnName = 'time' | 'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume';

/** What a series has of each column: the rows from `dropped` on. */
export type KeptColumns = { readonly dropped: number } & Readonly<
  Record<PlainColumnName, Float64Array>
>;

/** Taken before any agent's module is loaded, which could put a function of its own in its place. */
const slice = Function.prototype.call.bind(Array.prototype.slice) as (
  values: readonly number[],
  from: number,
  to: number,
) => number[];

/**
 * A piece of a plain array of doubles is copied several times as quickly as one of a typed array, whose copies lie
 * outside of the heap or are made number by number. The price is that what is read as a window is kept twice.
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

  /** Begins anew once half of it is of rows that the series no longer has. */
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

/** An empty array that was one of doubles before, and so is one whatever comes first. */
function noDoubles(): number[] {
  const values = [0.5];
  values.length = 0;
  return values;
}
