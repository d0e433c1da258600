/**
 * A second opinion: the indicators against the library `technicalindicators` on a long
 * seeded series.
 */

import { seededRandom } from '#values';
import ti from 'technicalindicators';
import { describe, expect, it } from 'vitest';
import { bollingerBands } from '../bollinger-bands.js';
import { exponentialMovingAverage } from './exponential-moving-average.js';
import { movingAverageConvergenceDivergence } from '../macd.js';
import { relativeStrengthIndex } from './relative-strength-index.js';
import type { RunningIndicator } from './running-indicator.js';
import { simpleMovingAverage } from './simple-moving-average.js';

const closes = walk(5000);

function walk(length: number): number[] {
  const random = seededRandom(11);
  let price = 100;
  return Array.from({ length }, () => (price *= Math.exp(0.02 * random.normal())));
}

function valuesOf<T>(indicator: RunningIndicator<T>): T[] {
  const values: T[] = [];
  for (const price of closes) {
    indicator.next(price);
    if (indicator.value !== null) values.push(indicator.value);
  }
  return values;
}

/** Largest difference of two series of equal length, relative to the price of the bar. */
function largestDifference(own: readonly number[], other: readonly number[]): number {
  expect(own.length).toBe(other.length);
  const offset = closes.length - own.length;
  return own.reduce((largest, value, index) => {
    const difference = Math.abs(value - (other[index] as number));
    return Math.max(largest, difference / (closes[offset + index] as number));
  }, 0);
}

describe('indicators and technicalindicators', () => {
  it('agree on averages', () => {
    const simple = ti.SMA.calculate({ period: 30, values: closes });
    const exponential = ti.EMA.calculate({ period: 30, values: closes });
    expect(largestDifference(valuesOf(simpleMovingAverage(30)), simple)).toBeLessThan(1e-9);
    const own = valuesOf(exponentialMovingAverage(30));
    expect(largestDifference(own, exponential)).toBeLessThan(1e-12);
  });

  it('agree on MACD', () => {
    const other = ti.MACD.calculate({
      values: closes,
      fastPeriod: 12,
      slowPeriod: 26,
      signalPeriod: 9,
      SimpleMAOscillator: false,
      SimpleMASignal: false,
    });
    const own = valuesOf(movingAverageConvergenceDivergence());
    const lines = other.map((row) => row.MACD as number);
    expect(
      largestDifference(
        own.map((row) => row.line),
        lines,
      ),
    ).toBeLessThan(1e-12);
    const signals = other.slice(8).map((row) => row.signal as number);
    expect(
      largestDifference(
        own.slice(8).map((row) => row.signal as number),
        signals,
      ),
    ).toBeLessThan(1e-12);
  });

  it('agree on Bollinger bands', () => {
    const other = ti.BollingerBands.calculate({ period: 20, stdDev: 2, values: closes });
    const own = valuesOf(bollingerBands());
    for (const band of ['upper', 'middle', 'lower'] as const) {
      const difference = largestDifference(
        own.map((row) => row[band]),
        other.map((row) => row[band]),
      );
      expect(difference).toBeLessThan(1e-9);
    }
  });

  it("agree on the relative strength index up to the library's two decimals", () => {
    const other = ti.RSI.calculate({ period: 14, values: closes });
    const own = valuesOf(relativeStrengthIndex(14));
    expect(own.length).toBe(other.length);
    own.forEach((value, index) => {
      expect(Math.abs(value - (other[index] as number))).toBeLessThan(0.005 + 1e-9);
    });
  });
});
