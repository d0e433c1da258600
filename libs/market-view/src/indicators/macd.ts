/**
 * Moving average convergence divergence: the distance of two exponential averages and
 * its own average.
 */

import type { Macd } from '../view/market-view.js';
import { exponentialMovingAverage } from './running/exponential-moving-average.js';
import { requireWindowLength, type RunningIndicator } from './running/running-indicator.js';

/**
 * Line = EMA(fast) - EMA(slow), each seeded at its own first closes and not re-aligned to the
 * other; signal = EMA(signal) of the line, seeded with the mean of its first values; histogram =
 * line - signal. All in price units. null before both averages exist; signal and histogram are null
 * for signal - 1 closes more. Each read gives a fresh object. Source: G. Appel, "The Moving Average
 * Convergence-Divergence Method" (1979).
 */
export function movingAverageConvergenceDivergence(
  fast = 12,
  slow = 26,
  signal = 9,
): RunningIndicator<Macd> {
  const fastAverage = exponentialMovingAverage(requireWindowLength(fast, 'macd fast'));
  const slowAverage = exponentialMovingAverage(requireWindowLength(slow, 'macd slow'));
  const signalAverage = exponentialMovingAverage(requireWindowLength(signal, 'macd signal'));
  return new RunningMacd(fastAverage, slowAverage, signalAverage);
}

class RunningMacd implements RunningIndicator<Macd> {
  constructor(
    private readonly fast: RunningIndicator<number>,
    private readonly slow: RunningIndicator<number>,
    private readonly signal: RunningIndicator<number>,
  ) {}

  next(close: number): void {
    this.fast.next(close);
    this.slow.next(close);
    const line = this.line();
    if (line !== null) this.signal.next(line);
  }

  get value(): Macd | null {
    const line = this.line();
    if (line === null) return null;
    const signal = this.signal.value;
    return { line, signal, histogram: signal === null ? null : line - signal };
  }

  private line(): number | null {
    const fast = this.fast.value;
    const slow = this.slow.value;
    return fast === null || slow === null ? null : fast - slow;
  }
}
