/** Exponential moving average, seeded with the plain mean of its first values. */

import { requireWindowLength, type RunningIndicator } from './running-indicator.js';

/**
 * EMA with the smoothing factor k = 2 / (length + 1): the mean of the first `length` closes, then
 * ema + k (close - ema). In price units; null before `length` closes. Values of any sign may be
 * fed in, as MACD does. Source: J. J. Murphy, "Technical Analysis of the Financial Markets"
 * (1999), chapter 9.
 */
export function exponentialMovingAverage(length: number): RunningIndicator<number> {
  return new ExponentialMovingAverage(requireWindowLength(length, 'ema length'));
}

class ExponentialMovingAverage implements RunningIndicator<number> {
  private readonly smoothing: number;
  private taken = 0;
  /** Sum of the closes while it warms up, the average from then on. */
  private state = 0;

  constructor(private readonly length: number) {
    this.smoothing = 2 / (length + 1);
  }

  next(close: number): void {
    if (this.taken === this.length) {
      this.state += this.smoothing * (close - this.state);
      return;
    }
    this.state += close;
    this.taken++;
    if (this.taken === this.length) this.state /= this.length;
  }

  get value(): number | null {
    return this.taken === this.length ? this.state : null;
  }
}
