/** Bollinger bands: the mean of the last closes and a multiple of their deviation on both sides. */

import { invalidInput } from '#values';
import type { BollingerBands } from '../view/market-view.js';
import { CloseWindow } from './running/close-window.js';
import { requireWindowLength, type RunningIndicator } from './running/running-indicator.js';

/**
 * Middle = mean of the last `length` closes, upper and lower = middle ± `deviations` population
 * standard deviations (divisor `length`) of the same closes, in price units; null before `length`
 * closes. `deviations` is finite and not negative. Each read gives a fresh object. Source: J.
 * Bollinger, "Bollinger on Bollinger Bands" (2001), chapter 7.
 */
export function bollingerBands(length = 20, deviations = 2): RunningIndicator<BollingerBands> {
  if (!Number.isFinite(deviations) || deviations < 0) {
    throw invalidInput('not a number of deviations', {
      where: 'bollinger deviations',
      expected: 'a finite number, 0 or more',
      found: String(deviations),
    });
  }
  return new RunningBollingerBands(requireWindowLength(length, 'bollinger length'), deviations);
}

class RunningBollingerBands implements RunningIndicator<BollingerBands> {
  private readonly window: CloseWindow;

  constructor(
    length: number,
    private readonly deviations: number,
  ) {
    this.window = new CloseWindow(length);
  }

  next(close: number): void {
    this.window.push(close);
  }

  get value(): BollingerBands | null {
    if (!this.window.full) return null;
    const middle = this.window.mean();
    const distance = this.deviations * this.window.deviation();
    return { upper: middle + distance, middle, lower: middle - distance };
  }
}
