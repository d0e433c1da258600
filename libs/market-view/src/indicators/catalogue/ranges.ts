/** Indicators of how far prices move: true range, channels and stops. */

import {
  barsOption,
  emaSettling,
  factorOption,
  following,
  formula,
  wilderSettling,
} from './entry.js';

const columns = { high: [], low: [], close: [] };

const trueRange = formula({
  doc: 'True range of the last bar: the bar and the close before it together.',
  reads: ['high', 'low', 'close'],
  options: {},
  output: 'price',
  warmUp: '2',
  window: '2',
  source: 'J. W. Wilder, New Concepts in Technical Trading Systems (1978)',
  defects: [],
  bars: () => ({ warmUp: 2, window: 2 }),
  start: following('TrueRange', () => columns),
});

const atr = formula({
  doc: 'Average true range, smoothed by Wilder’s method.',
  reads: ['high', 'low', 'close'],
  options: { period: barsOption(14, 'bars of the smoothing') },
  output: 'price',
  warmUp: 'period + 1',
  window: '31 × period + 1',
  source:
    'J. W. Wilder, New Concepts in Technical Trading Systems (1978); seeded with the mean of the ' +
    'first true ranges, which begin at the second bar, as in TA-Lib',
  defects: [],
  bars: ({ period }) => ({ warmUp: period + 1, window: period + 1 + wilderSettling(period) }),
  start: following('ATR', ({ period }) => ({ period, ...columns })),
});

const keltner = formula({
  doc:
    'Keltner channels: an exponential average, and a multiple of the average true range on both ' +
    'sides.',
  reads: ['high', 'low', 'close'],
  options: {
    period: barsOption(20, 'bars of the exponential average'),
    atrPeriod: barsOption(10, 'bars of the average true range'),
    multiplier: factorOption(2, 100, 'average true ranges from the middle to a band'),
  },
  output: { middle: 'price', upper: 'price', lower: 'price' },
  warmUp: 'max(period, atrPeriod + 1)',
  window: 'its warm-up + max(15 × (period + 1), 30 × atrPeriod)',
  source: 'L. B. Raschke’s form: an EMA of the close, and Wilder’s ATR',
  defects: [],
  bars({ period, atrPeriod }) {
    const warmUp = Math.max(period, atrPeriod + 1);
    const settling = Math.max(emaSettling(period), wilderSettling(atrPeriod));
    return { warmUp, window: warmUp + settling };
  },
  start: following('KeltnerChannels', ({ period, atrPeriod, multiplier }) => ({
    maPeriod: period,
    atrPeriod,
    multiplier,
    useSMA: false,
    ...columns,
  })),
});

const chandelier = formula({
  doc:
    'Chandelier exit: a multiple of the average true range below the highest high and above the ' +
    'lowest low.',
  reads: ['high', 'low', 'close'],
  options: {
    period: barsOption(22, 'bars of the extremes and of the average true range'),
    multiplier: factorOption(3, 100, 'average true ranges from the extreme to the exit'),
  },
  output: { exitLong: 'price', exitShort: 'price' },
  warmUp: 'period + 1',
  window: '31 × period + 1',
  source: 'C. Le Beau’s exit, in A. Elder, Come Into My Trading Room (2002)',
  defects: [],
  bars: ({ period }) => ({ warmUp: period + 1, window: period + 1 + wilderSettling(period) }),
  start: following('ChandelierExit', ({ period, multiplier }) => ({
    period,
    multiplier,
    ...columns,
  })),
});

export const rangeFormulas = { trueRange, atr, keltner, chandelier };
