/** Simple moving average: the plain mean of the last closes, free of drift. */

import { CloseWindow } from './close-window.js';
import { requireWindowLength, type RunningIndicator } from './running-indicator.js';

/**
 * Mean of the last `length` closes, in price units; null before `length` closes. A pure function of
 * those closes, to the last bit, at a cost that does not depend on `length`.
 */
export function simpleMovingAverage(length: number): RunningIndicator<number> {
  return new SimpleMovingAverage(requireWindowLength(length, 'sma length'));
}

class SimpleMovingAverage implements RunningIndicator<number> {
  private readonly window: CloseWindow;

  constructor(length: number) {
    this.window = new CloseWindow(length);
  }

  next(close: number): void {
    this.window.push(close);
  }

  get value(): number | null {
    return this.window.full ? this.window.mean() : null;
  }
}
