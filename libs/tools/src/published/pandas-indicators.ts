/**
 * Indicators by the methods of the published servers, which compute them with pandas: RSI and
 * Bollinger bands differ from Wilder's and Bollinger's own, and ties are rounded to even. Source:
 * `ewm`, `rolling` and `round` of pandas.
 */

import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import {
  requireWindowLength,
  type RunningIndicator,
} from '#market-view/indicators/running/running-indicator';
import { fed, macdMembers, warmUp, type Indicators } from '../trading/fed-indicators.js';

/**
 * 100 × the exponential mean of gains over that of all moves, each with the factor 1 / `length` and
 * begun with the first change: a value from the second close on. null where nothing moved.
 */
export function exponentialStrengthIndex(length: number): RunningIndicator<number> {
  let before: number | undefined;
  let gain = 0;
  let loss = 0;
  let moves = 0;
  const mixed = (mean: number, move: number): number =>
    moves === 0 ? move : mean + (move - mean) / length;
  return {
    next(close) {
      if (before !== undefined) {
        const change = close - before;
        gain = mixed(gain, Math.max(change, 0));
        loss = mixed(loss, Math.max(-change, 0));
        moves++;
      }
      before = close;
    },
    get value() {
      return gain + loss === 0 ? null : (100 * gain) / (gain + loss);
    },
  };
}

/** The last closes of a series; null before there are `length` of them. */
function lastCloses(length: number): RunningIndicator<readonly number[]> {
  requireWindowLength(length, 'length');
  const closes: number[] = [];
  return {
    next(close) {
      closes.push(close);
      if (closes.length > length) closes.shift();
    },
    get value() {
      return closes.length === length ? closes : null;
    },
  };
}

/**
 * The mean as a convolution: each close times 1 / length, oldest first. Its rounding decides ties
 * of the last digit.
 */
function convolved(closes: readonly number[]): number {
  const weight = 1 / closes.length;
  return closes.reduce((sum, close) => sum + weight * close, 0);
}

/** The mean, and 2 sample deviations on both sides of it; null for one close, which has none. */
function sampleBands(closes: readonly number[]) {
  if (closes.length < 2) return null;
  const middle = convolved(closes);
  const squares = closes.reduce((sum, close) => sum + (close - middle) ** 2, 0);
  const distance = 2 * Math.sqrt(squares / (closes.length - 1));
  return { upper: middle + distance, middle, lower: middle - distance };
}

/** The value with 4 decimals, scaled first: a tie goes to the even digit. */
export function roundedToEven(value: number): number {
  const scaled = value * 1e4;
  const below = Math.floor(scaled);
  const isTie = scaled - below === 0.5;
  return (isTie ? below + (below % 2 === 0 ? 0 : 1) : Math.round(scaled)) / 1e4 + 0;
}

export const pandasIndicators: Indicators = {
  ma: (length = 20) => {
    const meanOf = (closes: readonly number[]) => ({ ma: convolved(closes) });
    return fed(lastCloses(length), warmUp(length), meanOf, roundedToEven);
  },
  rsi: (length = 14) => ({
    ...fed(exponentialStrengthIndex(length), warmUp(length), (rsi) => ({ rsi }), roundedToEven),
    closesMin: length + 1,
  }),
  bbands: (length = 20) => fed(lastCloses(length), warmUp(length), sampleBands, roundedToEven),
  macd: () => fed(movingAverageConvergenceDivergence(), 120, macdMembers, roundedToEven),
};
