/** The last closes of a series in a ring, with a mean that depends only on those closes. */

/**
 * Closes that lie within this factor of each other, up to 10,000 of them, have a sum that two
 * doubles hold exactly: their bits span 36 + 53 + 14 places, of the 106 that there are.
 */
const exactRange = 2 ** 36;

/** Splits a double into halves of 26 and 27 bits. */
const splitter = 2 ** 27 + 1;

/**
 * An ordinary running sum keeps the rounding errors of closes that left long ago, so that its mean
 * would depend on where the series began. Here the error of each addition is carried beside the sum
 * (TwoSum of D. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2), which makes
 * both together exact and `sum` the correctly rounded sum of the window. A series that leaves the
 * range of exactness is summed again at each close instead. A class, because all instances of it
 * share one hidden shape in the hot loop.
 */
export class CloseWindow {
  /** Zero where no close has come yet. */
  private readonly closes: Float64Array;
  /** Slot of the oldest close, which the next one overwrites. */
  private oldest = 0;
  private taken = 0;
  private sum = 0;
  /** What rounding took from `sum`: at most half of its last place. */
  private rest = 0;
  private lowest = Infinity;
  private highest = 0;
  private readonly inverse: number;

  /** `length` closes, 1 to 10,000. */
  constructor(readonly length: number) {
    this.closes = new Float64Array(length);
    this.inverse = 1 / length;
  }

  push(close: number): void {
    const { closes, oldest } = this;
    const leaving = closes[oldest] as number;
    closes[oldest] = close;
    this.oldest = oldest + 1 === closes.length ? 0 : oldest + 1;
    if (this.taken < closes.length) this.taken++;
    if (close < this.lowest) this.lowest = close;
    if (close > this.highest) this.highest = close;
    if (this.highest > this.lowest * exactRange) this.sumAnew();
    else this.replace(leaving, close);
  }

  /** Whether `length` closes have come. Mean and deviation are meaningless before. */
  get full(): boolean {
    return this.taken === this.closes.length;
  }

  /**
   * The mean, rounded once: the remainder of a first quotient is divided again (the quotient is
   * split after T. J. Dekker, 1971, so that both products are exact). Equal closes thus have
   * exactly their value for a mean, and two averages over a constant price are equal, whatever
   * their lengths. The remainder also corrects the error of the inverse, since multiplying by the
   * inverse is faster than dividing by the length.
   */
  mean(): number {
    const { sum, rest, length, inverse } = this;
    const quotient = sum * inverse;
    const scaled = quotient * splitter;
    const high = scaled - (scaled - quotient);
    const left = sum - high * length - (quotient - high) * length;
    return quotient + (left + rest) * inverse;
  }

  /**
   * Population standard deviation (divisor `length`) in two passes, squares summed oldest first.
   */
  deviation(): number {
    const mean = this.mean();
    const { closes, oldest } = this;
    let squares = 0;
    for (let slot = oldest; slot < closes.length; slot++) {
      squares += ((closes[slot] as number) - mean) ** 2;
    }
    for (let slot = 0; slot < oldest; slot++) squares += ((closes[slot] as number) - mean) ** 2;
    return Math.sqrt(squares / closes.length);
  }

  /**
   * Two TwoSums, one to add and one to subtract; then the error goes back into the sum
   * where it fits.
   */
  private replace(leaving: number, coming: number): void {
    const before = this.sum;
    const more = before + coming;
    const added = more - before;
    const errorOfMore = before - (more - added) + (coming - added);
    const less = more - leaving;
    const removed = less - more;
    const errorOfLess = more - (less - removed) - (leaving + removed);
    const rest = this.rest + (errorOfMore + errorOfLess);
    this.sum = less + rest;
    this.rest = rest - (this.sum - less);
  }

  private sumAnew(): void {
    const { closes, oldest } = this;
    this.sum = 0;
    this.rest = 0;
    for (let slot = oldest; slot < closes.length; slot++) this.replace(0, closes[slot] as number);
    for (let slot = 0; slot < oldest; slot++) this.replace(0, closes[slot] as number);
  }
}
