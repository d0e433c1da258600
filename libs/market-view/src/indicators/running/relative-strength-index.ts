/** Relative strength index after Wilder: the share of gains in the smoothed moves. */

import { requireWindowLength, type RunningIndicator } from './running-indicator.js';

/**
 * RSI = 100 - 100 / (1 + average gain / average loss), 0 to 100, null before `length` changes
 * (that is, `length` + 1 closes). The averages start as the plain means of the first `length`
 * gains and losses, then (average (length - 1) + move) / length. 100 where nothing was lost, 50
 * where nothing moved at all. Source: J. W. Wilder, "New Concepts in Technical Trading Systems"
 * (1978), section VI.
 */
export function relativeStrengthIndex(length: number): RunningIndicator<number> {
  return new RelativeStrengthIndex(requireWindowLength(length, 'rsi length'));
}

/** A change of this share of the close is rounding, as of prices that a factor adjusted. */
const rounding = 1e-12;
/** Averages below this have lost their digits. */
const leastMove = 1e-290;

class RelativeStrengthIndex implements RunningIndicator<number> {
  private closeBefore = 0;
  /** Closes taken, up to `length` + 1. */
  private taken = 0;
  /** Sums while it warms up, averages from then on. */
  private gain = 0;
  private loss = 0;

  constructor(private readonly length: number) {}

  next(close: number): void {
    const moved = close - this.closeBefore;
    const change = Math.abs(moved) <= rounding * close ? 0 : moved;
    this.closeBefore = close;
    if (this.taken > this.length) this.smooth(change);
    else if (this.taken++ > 0) this.seed(change);
  }

  get value(): number | null {
    if (this.taken <= this.length) return null;
    // A close that stood still for long leaves doubles too small to divide.
    if (this.gain + this.loss < leastMove) return 50;
    if (this.loss === 0) return 100;
    return 100 - 100 / (1 + this.gain / this.loss);
  }

  private seed(change: number): void {
    if (change > 0) this.gain += change;
    else this.loss -= change;
    if (this.taken <= this.length) return;
    this.gain /= this.length;
    this.loss /= this.length;
  }

  private smooth(change: number): void {
    const { length } = this;
    this.gain = (this.gain * (length - 1) + (change > 0 ? change : 0)) / length;
    this.loss = (this.loss * (length - 1) + (change < 0 ? -change : 0)) / length;
  }
}
