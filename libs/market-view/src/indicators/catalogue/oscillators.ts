/** Indicators of where the price stands in its recent range. */

import { barsOption, following, formula, rangeWatch } from './entry.js';

const noRange =
  'Undefined where the prices of its window are all equal but for rounding; null is served';
const columns = { high: [], low: [], close: [] };

const cci = formula({
  doc:
    'Commodity channel index: distance of the typical price from its mean, in mean deviations of ' +
    '0.015.',
  reads: ['high', 'low', 'close'],
  options: { period: barsOption(20, 'bars of the mean and the deviation') },
  output: 'a number around 0, mostly -100 to 100',
  warmUp: 'period',
  window: 'period',
  source: 'D. Lambert, Commodity Channel Index (1980)',
  defects: [`${noRange} (the library gives 66.7 or -66.7 of rounding errors).`],
  bars: ({ period }) => ({ warmUp: period, window: period }),
  start(library, { period }) {
    const running = new library.CCI({ period, ...columns });
    const isUndefined = rangeWatch(period, 1);
    return (bar) => {
      const typical = (bar.high + bar.low + bar.close) / 3;
      const flat = isUndefined(typical, typical);
      const value = running.nextValue(bar);
      return flat ? NaN : value;
    };
  },
});

const stochastic = formula({
  doc:
    'Stochastic oscillator: where the close stands in the range of the last bars, and its ' +
    'average.',
  reads: ['high', 'low', 'close'],
  options: {
    period: barsOption(14, 'bars of the range'),
    signal: barsOption(3, 'values of k averaged to d'),
  },
  output: { k: '0 to 100', d: '0 to 100' },
  warmUp: 'period + signal - 1',
  window: 'as its warm-up',
  source: 'G. Lane, Lane’s Stochastics (1984); the fast form: k is not smoothed',
  defects: [`${noRange} (the library gives 0), and while such a value is part of d.`],
  bars({ period, signal }) {
    const warmUp = period + signal - 1;
    return { warmUp, window: warmUp };
  },
  start(library, { period, signal }) {
    const running = new library.Stochastic({ period, signalPeriod: signal, ...columns });
    const isUndefined = rangeWatch(period, signal);
    return (bar) => {
      const flat = isUndefined(bar.high, bar.low);
      const value = running.nextValue(bar);
      return flat ? NaN : value;
    };
  },
});

const williamsR = formula({
  doc: 'Williams %R: how far the close lies below the highest high, in percent of the range.',
  reads: ['high', 'low', 'close'],
  options: { period: barsOption(14, 'bars of the range') },
  output: '-100 to 0',
  warmUp: 'period',
  window: 'period',
  source: 'L. Williams, How I Made One Million Dollars (1973)',
  defects: [`${noRange}.`],
  bars: ({ period }) => ({ warmUp: period, window: period }),
  start: following('WilliamsR', ({ period }) => ({ period, ...columns })),
});

const awesome = formula({
  doc: 'Awesome oscillator: the distance of two averages of the middle of each bar.',
  reads: ['high', 'low'],
  options: { fast: barsOption(5, 'bars of one average'), slow: barsOption(34, 'of the other') },
  output: 'price',
  warmUp: 'max(fast, slow)',
  window: 'as its warm-up',
  source: 'B. Williams, New Trading Dimensions (1998)',
  defects: [],
  bars({ fast, slow }) {
    const longest = Math.max(fast, slow);
    return { warmUp: longest, window: longest };
  },
  start: following('AwesomeOscillator', ({ fast, slow }) => ({
    fastPeriod: fast,
    slowPeriod: slow,
    high: [],
    low: [],
  })),
});

export const oscillatorFormulas = { cci, stochastic, williamsR, awesome };
