/** Round trips: from flat to flat in one symbol, with every fee and dividend on the way. */

import { NumberColumn } from '#values';

/** Shares below this count as zero: leftovers of rounding. */
export const dust = 1e-9;

interface TripFill {
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
}

export class RoundTrips {
  /** Profit of each closed trip, currency. */
  readonly profits = new NumberColumn();
  /** Trips begun. */
  opened = 0;
  private readonly cash: Float64Array;

  constructor(size: number) {
    this.cash = new Float64Array(size);
  }

  /**
   * A fill that crosses zero ends one trip and begins the next; its fee is split by shares.
   * `before`: shares held.
   */
  takeFill(number: number, fill: TripFill, before: number): void {
    const after = before + fill.shares;
    const crosses = Math.abs(before) > dust && Math.abs(after) > dust && before * after < 0;
    const closing = crosses ? Math.abs(before / fill.shares) : 1;
    if (Math.abs(before) <= dust) this.opened++;
    this.addCash(number, -(fill.shares * fill.price + fill.fee) * closing);
    if (!crosses && Math.abs(after) > dust) return;
    this.profits.push(this.cash[number] as number);
    this.cash[number] = 0;
    if (!crosses) return;
    this.opened++;
    this.addCash(number, -(fill.shares * fill.price + fill.fee) * (1 - closing));
  }

  /** Cash that belongs to the open trip: a dividend received or paid. */
  addCash(number: number, cash: number): void {
    this.cash[number] = (this.cash[number] as number) + cash;
  }
}
