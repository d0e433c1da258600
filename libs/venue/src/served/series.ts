/** Rows of one symbol and kind in time order, in columns that grow, and drop their oldest half on request. */

import type { Instant } from '#values';

const firstCapacity = 16;

export class Series {
  count = 0;
  private time = new Float64Array(firstCapacity);
  private values: Float64Array;

  /** `width` numbers per row. */
  constructor(private readonly width: number) {
    this.values = new Float64Array(firstCapacity * width);
  }

  /** Inserts a row after those of its time. */
  insert(time: Instant, values: readonly number[]): void {
    if (this.count === this.time.length) this.grow();
    const at = this.firstAfter(time);
    this.time.copyWithin(at + 1, at, this.count);
    this.values.copyWithin((at + 1) * this.width, at * this.width, this.count * this.width);
    this.count++;
    this.time[at] = time;
    this.values.set(values, at * this.width);
  }

  timeAt(row: number): Instant {
    return this.time[row] as number;
  }

  valuesAt(row: number): number[] {
    return [...this.values.subarray(row * this.width, (row + 1) * this.width)];
  }

  /** The row of this time with this value in column `column` (any row of it without a column); -1 if there is none. */
  find(time: Instant, column?: number, value?: number): number {
    for (let row = this.firstAtOrAfter(time); row < this.count && this.time[row] === time; row++) {
      if (column === undefined || this.values[row * this.width + column] === value) return row;
    }
    return -1;
  }

  replace(row: number, values: readonly number[]): void {
    this.values.set(values, row * this.width);
  }

  remove(row: number): void {
    this.time.copyWithin(row, row + 1, this.count);
    this.values.copyWithin(row * this.width, (row + 1) * this.width, this.count * this.width);
    this.count--;
  }

  /** Drops the older half; returns the number of dropped rows. */
  forgetHalf(): number {
    const gone = this.count >> 1;
    this.time.copyWithin(0, gone, this.count);
    this.values.copyWithin(0, gone * this.width, this.count * this.width);
    this.count -= gone;
    return gone;
  }

  firstAtOrAfter(time: Instant): number {
    return this.bound((at) => at < time);
  }

  firstAfter(time: Instant): number {
    // Nearly all rows arrive in order.
    if (this.count === 0 || (this.time[this.count - 1] as number) <= time) return this.count;
    return this.bound((at) => at <= time);
  }

  private bound(isBefore: (time: Instant) => boolean): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.time[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(): void {
    const { time, values } = this;
    this.time = new Float64Array(time.length * 2);
    this.time.set(time);
    this.values = new Float64Array(values.length * 2);
    this.values.set(values);
  }
}
