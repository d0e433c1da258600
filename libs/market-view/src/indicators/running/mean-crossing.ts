/**
 * Whether a fast simple moving average is above or below a slow one: exact, at the cost
 * of rough sums.
 */

import { CloseWindow } from './close-window.js';
import { requireWindowLength, type RunningIndicator } from './running-indicator.js';

/**
 * The rough sums are recomputed after this many closes, or after a whole window if that is longer.
 */
const renewalMin = 1024;

/** Half a unit in the last place of 1: what one addition may be off by, relative to its result. */
const unitRoundoff = 2 ** -53;

/**
 * 1 while the mean of the last `fast` closes is above that of the last `slow`, -1 while it is
 * below, 0 if both are equal; null before both exist. The same, always, as comparing two simple
 * moving averages (`sma`), which depend only on their windows.
 */
export function meanCrossing(fast: number, slow: number): RunningIndicator<-1 | 0 | 1> {
  requireWindowLength(fast, 'fast sma length');
  requireWindowLength(slow, 'slow sma length');
  return new MeanCrossing(fast, slow);
}

/**
 * A filtered predicate (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997):
 * two ordinary running sums decide wherever the means are further apart than the error of those
 * sums, which is nearly always. Only in between do the exact windows take the closes that they
 * have not seen yet.
 */
class MeanCrossing implements RunningIndicator<-1 | 0 | 1> {
  /** The last closes, as many as the longer window holds; `at` is the slot of the oldest. */
  private readonly closes: Float64Array;
  private at = 0;
  /** Closes so far. */
  private taken = 0;
  private fastSum = 0;
  private slowSum = 0;
  private readonly fastShare: number;
  private readonly slowShare: number;
  /** The sums are recomputed at this close. */
  private renewalAt = 1;
  private readonly renewal: number;
  /** Means further apart than this are decided by the rough sums. */
  private doubt = 0;
  private highest = 0;
  private readonly fastWindow: CloseWindow;
  private readonly slowWindow: CloseWindow;
  /** Closes that the exact windows have seen. */
  private seen = 0;

  constructor(
    private readonly fast: number,
    private readonly slow: number,
  ) {
    const longest = Math.max(fast, slow);
    this.closes = new Float64Array(longest);
    this.renewal = Math.max(renewalMin, longest);
    this.fastShare = 1 / fast;
    this.slowShare = 1 / slow;
    this.fastWindow = new CloseWindow(fast);
    this.slowWindow = new CloseWindow(slow);
  }

  next(close: number): void {
    const { closes, at, fast, slow } = this;
    const size = closes.length;
    this.fastSum += close - (closes[at < fast ? at - fast + size : at - fast] as number);
    this.slowSum += close - (closes[at < slow ? at - slow + size : at - slow] as number);
    closes[at] = close;
    this.at = at + 1 === size ? 0 : at + 1;
    if (close > this.highest) this.rise(close);
    if (++this.taken === this.renewalAt) this.renew();
  }

  get value(): -1 | 0 | 1 | null {
    if (this.taken < this.closes.length) return null;
    const apart = this.fastSum * this.fastShare - this.slowSum * this.slowShare;
    if (apart > this.doubt) return 1;
    if (apart < -this.doubt) return -1;
    return this.exact();
  }

  /**
   * A sum of n closes is at most n times the highest. Each close puts it off by two roundings,
   * together less than 3 n times highest times roundoff, and the additions that it began with by
   * less than n times that for n closes. A mean is thus off by less than 4 renewals of roundoff,
   * two means by 8; twice that is on the safe side.
   */
  private rise(close: number): void {
    this.highest = close;
    this.doubt = 16 * this.renewal * unitRoundoff * close;
  }

  private renew(): void {
    this.renewalAt = this.taken + this.renewal;
    this.fastSum = this.sumOfLast(this.fast);
    this.slowSum = this.sumOfLast(this.slow);
  }

  private sumOfLast(length: number): number {
    let sum = 0;
    for (let back = length; back > 0; back--) sum += this.back(back);
    return sum;
  }

  private exact(): -1 | 0 | 1 {
    const unseen = this.taken - this.seen;
    for (let back = Math.min(unseen, this.closes.length); back > 0; back--) {
      const close = this.back(back);
      this.fastWindow.push(close);
      this.slowWindow.push(close);
    }
    this.seen = this.taken;
    const fast = this.fastWindow.mean();
    const slow = this.slowWindow.mean();
    if (fast === slow) return 0;
    return fast > slow ? 1 : -1;
  }

  /** The close `back` closes ago, 1 for the last one; 0 before the first. */
  private back(back: number): number {
    const slot = this.at - back;
    return this.closes[slot < 0 ? slot + this.closes.length : slot] as number;
  }
}
