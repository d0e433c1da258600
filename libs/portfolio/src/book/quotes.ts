/** The prices that a run fills at and marks with: the last bar or trade of each of its symbols. */

import type { CivilDate } from '#values';

/** A bar in trade prices; `volume` is left out if unknown. */
export interface BookBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
}

type Prices = Float64Array;
type Columns = Readonly<Pick<Quotes, 'open' | 'high' | 'low' | 'price' | 'session' | 'date'>>;

function columnsOf(size: number): Columns {
  const unpriced = (): Prices => new Float64Array(size).fill(NaN);
  const never = (): Prices => new Float64Array(size).fill(-Infinity);
  const prices = { open: unpriced(), high: unpriced(), low: unpriced(), price: unpriced() };
  return { ...prices, session: never(), date: never() };
}

export class Quotes {
  /** Open, high and low are those of the last bar that met a waiting order. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Last trade price; NaN before the first. */
  readonly price: Float64Array;
  /** Session of the last price, as civil date; -Infinity before the first. */
  readonly session: Float64Array;
  /**
   * Date that the last price is of, and so whose shares: of a bar before the open the
   * next session's.
   */
  readonly date: Float64Array;

  constructor(size: number, columns = columnsOf(size)) {
    this.open = columns.open;
    this.high = columns.high;
    this.low = columns.low;
    this.price = columns.price;
    this.session = columns.session;
    this.date = columns.date;
  }

  isPriced(number: number): boolean {
    return !Number.isNaN(this.price[number] as number);
  }

  /**
   * Records the date of a symbol's next price. A price of a date ahead of the session was
   * not traded in it.
   */
  stamp(number: number, date: CivilDate, session: CivilDate): void {
    this.date[number] = date;
    this.session[number] = Math.min(date, session);
  }

  /** Whether the symbol traded in the session: what trades need, and marks flag. */
  tradedIn(number: number, session: CivilDate): boolean {
    return this.session[number] === session;
  }

  /** These with the prices of a symbol scaled, for a split between two bars or inside of one. */
  scaled(number: number, factor: number): Quotes {
    const columns = [this.open, this.high, this.low, this.price].map((column) =>
      column.with(number, (column[number] as number) * factor),
    );
    const [open, high, low, price] = columns as [Prices, Prices, Prices, Prices];
    const { session, date } = this;
    return new Quotes(0, { open, high, low, price, session, date });
  }
}
