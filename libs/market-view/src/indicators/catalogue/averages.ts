/** Indicators of the trade price only. */

import { relativeStrengthIndex } from '../running/relative-strength-index.js';
import {
  barsOption,
  emaSettling,
  formula,
  rangeWatch,
  wilderSettling,
  zeroIfNone,
} from './entry.js';

const wma = formula({
  doc: 'Weighted moving average: the last close weighs most, each one before it by one less.',
  reads: ['close'],
  options: { period: barsOption(20, 'bars averaged') },
  output: 'price',
  warmUp: 'period',
  window: 'period',
  source: 'P. J. Kaufman, Trading Systems and Methods, chapter “Moving averages”',
  defects: [],
  bars: ({ period }) => ({ warmUp: period, window: period }),
  start(library, { period }) {
    const running = new library.WMA({ period, values: [] });
    return ({ close }) => running.nextValue(close);
  },
});

const wema = formula({
  doc: 'Smoothed moving average after Wilder: the last close weighs 1 / period.',
  reads: ['close'],
  options: { period: barsOption(14, 'bars of the smoothing') },
  output: 'price',
  warmUp: 'period',
  window: '31 × period',
  source:
    'J. W. Wilder, New Concepts in Technical Trading Systems (1978); seeded with a plain mean',
  defects: [],
  bars: ({ period }) => ({ warmUp: period, window: period + wilderSettling(period) }),
  start(library, { period }) {
    const running = new library.WEMA({ period, values: [] });
    return ({ close }) => running.nextValue(close);
  },
});

const roc = formula({
  doc: 'Rate of change of the close over a number of bars.',
  reads: ['close'],
  options: { period: barsOption(12, 'bars back') },
  output: 'percent',
  warmUp: 'period + 1',
  window: 'period + 1',
  source: 'TA-Lib, ROC',
  defects: [],
  bars: ({ period }) => ({ warmUp: period + 1, window: period + 1 }),
  start(library, { period }) {
    const running = new library.ROC({ period, values: [] });
    return ({ close }) => running.nextValue(close);
  },
});

const trix = formula({
  doc: 'Change of a triple exponential average from one bar to the next.',
  reads: ['close'],
  options: { period: barsOption(15, 'bars of each of the three averages') },
  output: 'percent',
  warmUp: '3 × period - 1',
  window: '3 × period - 1 + 15 × (period + 1)',
  source: 'J. Hutson, Good TRIX (1983); TA-Lib, TRIX; each average is seeded with a plain mean',
  defects: ['The library gives nothing for exactly 0; 0 is served.'],
  bars({ period }) {
    const warmUp = 3 * period - 1;
    return { warmUp, window: warmUp + emaSettling(period) };
  },
  start(library, { period }) {
    const running = new library.TRIX({ period, values: [] });
    return ({ close }) => zeroIfNone(running.nextValue(close));
  },
});

const kst = formula({
  doc:
    'Know sure thing: four averaged rates of change, weighted 1 to 4, and an average of their ' +
    'sum.',
  reads: ['close'],
  options: {
    roc1: barsOption(10, 'bars back of the first rate'),
    roc2: barsOption(15, 'of the second'),
    roc3: barsOption(20, 'of the third'),
    roc4: barsOption(30, 'of the fourth'),
    sma1: barsOption(10, 'bars over which the first rate is averaged'),
    sma2: barsOption(10, 'the second'),
    sma3: barsOption(10, 'the third'),
    sma4: barsOption(15, 'the fourth'),
    signal: barsOption(9, 'bars of the signal'),
  },
  output: { kst: 'weighted percent', signal: 'mean of the last kst values' },
  warmUp: 'the largest roc + sma of the four + signal - 1',
  window: 'as its warm-up',
  source: 'M. Pring, Summed Rate of Change (1992)',
  defects: ['The library gives no signal of exactly 0; 0 is served.'],
  bars({ roc1, roc2, roc3, roc4, sma1, sma2, sma3, sma4, signal }) {
    const slowest = Math.max(roc1 + sma1, roc2 + sma2, roc3 + sma3, roc4 + sma4);
    return { warmUp: slowest + signal - 1, window: slowest + signal - 1 };
  },
  start(library, { roc1, roc2, roc3, roc4, sma1, sma2, sma3, sma4, signal }) {
    const running = new library.KST({
      values: [],
      ROCPer1: roc1,
      ROCPer2: roc2,
      ROCPer3: roc3,
      ROCPer4: roc4,
      SMAROCPer1: sma1,
      SMAROCPer2: sma2,
      SMAROCPer3: sma3,
      SMAROCPer4: sma4,
      signalPeriod: signal,
    });
    return ({ close }) => {
      const value = running.nextValue(close) as { kst: number; signal?: number } | undefined;
      return value && { kst: value.kst, signal: zeroIfNone(value.signal) };
    };
  },
});

const stochRsi = formula({
  doc: 'Where the relative strength index stands in its own range, and two averages of that.',
  reads: ['close'],
  options: {
    rsi: barsOption(14, 'bars of the relative strength index'),
    period: barsOption(14, 'bars of its range'),
    k: barsOption(3, 'values averaged to k'),
    d: barsOption(3, 'values of k averaged to d'),
  },
  output: { stochRSI: '0 to 100', k: '0 to 100', d: '0 to 100' },
  warmUp: 'rsi + period + k + d - 2',
  window: 'its warm-up + 30 × rsi',
  source: 'T. Chande, S. Kroll, The New Technical Trader (1994)',
  defects: [
    'The library’s own StochasticRSI rounds the index to two decimals and takes a flat series ' +
      'for 100: the product’s index goes into the library’s Stochastic.',
    'The library gives 0 where the index had no range but rounding, as in a steady rise or ' +
      'where prices stand still; null is served.',
  ],
  bars({ rsi, period, k, d }) {
    const warmUp = rsi + period + k + d - 2;
    return { warmUp, window: warmUp + wilderSettling(rsi) };
  },
  start(library, { rsi, period, k, d }, count) {
    let left = count;
    const index = relativeStrengthIndex(rsi);
    const columns = { high: [], low: [], close: [] };
    const stochastic = new library.Stochastic({ period, signalPeriod: k, ...columns });
    const mean = new library.SMA({ period: d, values: [] });
    const isUndefined = rangeWatch(period, k + d - 1);
    return ({ close }) => {
      index.next(close);
      const at = index.value;
      // The index itself looks far back; the library takes several times as long.
      if (left-- > period + k + d - 2 || at === null) return undefined;
      // From 0 to 100, whatever its own scale: near 0 the remainder may be all rounding.
      const flat = isUndefined(100 + at, 100 + at);
      const bar = { open: at, high: at, low: at, close: at, volume: 0 };
      const fast = stochastic.nextValue(bar) as { k: number; d?: number } | undefined;
      if (fast?.d === undefined) return undefined;
      const slow = mean.nextValue(fast.d);
      return flat ? NaN : { stochRSI: fast.k, k: fast.d, d: slow };
    };
  },
});

export const priceFormulas = { wma, wema, roc, trix, kst, stochRsi };
