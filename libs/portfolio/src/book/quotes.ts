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

export class Quotes {
  /** Open, high and low are those of the last bar that met a waiting order. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Last trade price; NaN before the first. */
  readonly price: Float64Array;
  /** Session of the last price, as civil date; -Infinity before the first. */
  readonly session: Float64Array;
  /** Date that the last price is of, and so whose shares: of a bar before the open the next session's. */
  readonly date: Float64Array;

  constructor(size: number) {
    this.open = new Float64Array(size).fill(NaN);
    this.high = new Float64Array(size).fill(NaN);
    this.low = new Float64Array(size).fill(NaN);
    this.price = new Float64Array(size).fill(NaN);
    this.session = new Float64Array(size).fill(-Infinity);
    this.date = new Float64Array(size).fill(-Infinity);
  }

  isPriced(number: number): boolean {
    return !Number.isNaN(this.price[number] as number);
  }

  /** Records the date of a symbol's next price. A price of a date ahead of the session was not traded in it. */
  stamp(number: number, date: CivilDate, session: CivilDate): void {
    this.date[number] = date;
    this.session[number] = Math.min(date, session);
  }

  /** Whether the symbol traded in the session: what trades need, and marks flag. */
  tradedIn(number: number, session: CivilDate): boolean {
    return this.session[number] === session;
  }

  /** Scales a symbol's prices, for a split between two bars or inside of one. */
  scale(number: number, factor: number): void {
    for (const column of this.prices) column[number] = (column[number] as number) * factor;
  }

  /** The prices of a symbol, for `set`. */
  of(number: number): readonly number[] {
    return this.prices.map((column) => column[number] as number);
  }

  /** Sets the prices of a symbol to what `of` returned. */
  set(number: number, prices: readonly number[]): void {
    for (const [at, column] of this.prices.entries()) column[number] = prices[at] as number;
  }

  private get prices(): readonly Float64Array[] {
    return [this.open, this.high, this.low, this.price];
  }
}
