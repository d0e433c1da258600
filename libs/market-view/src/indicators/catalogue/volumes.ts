/** Indicators of price and volume together. */

import { barsOption, emaSettling, following, formula, isSame } from './entry.js';

const columns = { high: [], low: [], close: [], volume: [] };
const startless =
  'The library sums from wherever it starts, so that its level means nothing: what is served is ' +
  'the sum over the last `bars` bars, the change of that line.';

const obv = formula({
  doc: 'On-balance volume of the last bars: volume of rising bars less volume of falling bars.',
  reads: ['close', 'volume'],
  options: { bars: barsOption(20, 'bars summed') },
  output: 'shares',
  warmUp: 'bars + 1',
  window: 'bars + 1',
  source: 'J. Granville, New Key to Stock Market Profits (1963)',
  defects: [startless],
  bars: ({ bars }) => ({ warmUp: bars + 1, window: bars + 1 }),
  start: following('OBV', () => columns),
});

const adl = formula({
  doc:
    'Accumulation and distribution of the last bars: volume weighted by where each bar closed in ' +
    'its range.',
  reads: ['high', 'low', 'close', 'volume'],
  options: { bars: barsOption(20, 'bars summed') },
  output: 'shares',
  warmUp: 'bars',
  window: 'bars',
  source: 'M. Chaikin’s line, in S. Achelis, Technical Analysis from A to Z (1995)',
  defects: [
    startless,
    'Rounded to whole shares.',
    'The library counts the whole volume of a bar without range as accumulation; it is served ' +
      'as 0.',
  ],
  bars: ({ bars }) => ({ warmUp: bars, window: bars }),
  start(library) {
    const running = new library.ADL(columns);
    return (bar) => running.nextValue(bar.high === bar.low ? { ...bar, volume: 0 } : bar);
  },
});

const mfi = formula({
  doc: 'Money flow index: share of rising typical prices in the money that changed hands.',
  reads: ['high', 'low', 'close', 'volume'],
  options: { period: barsOption(14, 'flows summed') },
  output: '0 to 100',
  warmUp: 'period + 2',
  window: 'period + 2',
  source: 'G. Quong, A. Soudack, Volume-weighted RSI: Money Flow (1989)',
  defects: [
    'Rounded to two decimals.',
    'Its first value comes one bar late.',
    'The library counts an unchanged typical price as falling; it is served as no flow.',
    'Undefined where no bar of the window has a flow; null is served.',
  ],
  bars: ({ period }) => ({ warmUp: period + 2, window: period + 2 }),
  start(library, { period }) {
    const running = new library.MFI({ period, ...columns });
    let before = NaN;
    return (bar) => {
      const typical = (bar.high + bar.low + bar.close) / 3;
      const unchanged = isSame(typical, before);
      before = typical;
      return running.nextValue(unchanged ? { ...bar, volume: 0 } : bar);
    };
  },
});

const vwap = formula({
  doc: 'Volume-weighted average of the typical prices of the last bars.',
  reads: ['high', 'low', 'close', 'volume'],
  options: { bars: barsOption(20, 'bars averaged') },
  output: 'price',
  warmUp: 'bars',
  window: 'bars',
  source:
    'S. Berkowitz, D. Logue, E. Noser, The Total Cost of Transactions (1988), over a rolling ' +
    'window',
  defects: [
    'The library never begins anew at a session: what is served rolls over the last `bars` bars.',
    'Undefined where no bar of the window has volume; null is served.',
  ],
  bars: ({ bars }) => ({ warmUp: bars, window: bars }),
  start: following('VWAP', () => columns),
});

const forceIndex = formula({
  doc: 'Force index: exponential average of the change of the close times the volume.',
  reads: ['close', 'volume'],
  options: { period: barsOption(13, 'bars of the average') },
  output: 'price times shares',
  warmUp: 'period + 1',
  window: 'period + 1 + 15 × (period + 1)',
  source: 'A. Elder, Trading for a Living (1993); seeded with a plain mean',
  defects: [
    'Where the mean that seeds the average is exactly 0, the last bar of the seed counts ' +
      'twice, which fades.',
  ],
  bars({ period }) {
    return { warmUp: period + 1, window: period + 1 + emaSettling(period) };
  },
  start: following('ForceIndex', ({ period }) => ({ period, close: [], volume: [] })),
});

export const volumeFormulas = { obv, adl, mfi, vwap, forceIndex };
