/** Indicators of direction and its end: ADX, parabolic stops, the Ichimoku lines. */

import { barsOption, factorOption, following, formula, wilderSettling } from './entry.js';

const adx = formula({
  doc: 'Average directional index, with the two directional indicators.',
  reads: ['high', 'low', 'close'],
  options: { period: barsOption(14, 'bars of all smoothings') },
  output: { adx: '0 to 100', pdi: '+DI, 0 to 100', mdi: '-DI, 0 to 100' },
  warmUp: '2 × period',
  window: '32 × period',
  source:
    'J. W. Wilder, New Concepts in Technical Trading Systems (1978); the first sums hold ' +
    '`period` values (TA-Lib’s hold one less, which fades)',
  defects: [
    'A bar at which both directional indicators are 0 or without value (a flat start) makes ' +
      'ADX undefined for as long as the bar lies in the window; null is served.',
  ],
  bars: ({ period }) => ({ warmUp: 2 * period, window: 2 * period + wilderSettling(period) }),
  start: following('ADX', ({ period }) => ({ period, high: [], low: [], close: [] })),
});

/** Enough for several reversals; the path before the last one no longer matters. */
const psarWindow = 500;

const psar = formula({
  doc:
    'Parabolic stop and reverse: the stop that held during the last bar, or the new one if it ' +
    'was hit.',
  reads: ['high', 'low'],
  options: {
    step: factorOption(0.02, 1, 'first acceleration, and its increase at each new extreme'),
    max: factorOption(0.2, 1, 'largest acceleration'),
  },
  output: 'price',
  warmUp: '2',
  window: `${psarWindow}`,
  source: 'J. W. Wilder, New Concepts in Technical Trading Systems (1978)',
  defects: [
    'It starts long at the first bar of the window, whatever the direction; the first ' +
      'reversals undo it.',
    'A bar that touches the stop exactly does not hit it; Wilder’s rule and TA-Lib reverse there.',
  ],
  bars: () => ({ warmUp: 2, window: psarWindow }),
  start: following('PSAR', ({ step, max }) => ({ step, max, high: [], low: [] })),
});

const ichimoku = formula({
  doc: 'Ichimoku lines at the last bar: midpoints of the ranges of three lengths.',
  reads: ['high', 'low'],
  options: {
    conversion: barsOption(9, 'bars of the conversion line'),
    base: barsOption(26, 'bars of the base line'),
    span: barsOption(52, 'bars of leading span B'),
  },
  output: {
    conversion: 'price',
    base: 'price',
    spanA: 'price, mean of conversion and base',
    spanB: 'price',
  },
  warmUp: 'max(conversion, base, span)',
  window: 'as its warm-up',
  source: 'M. Patel, Trading with Ichimoku Clouds (2010)',
  defects: [
    'The spans are those computed at the last bar, which charts draw 26 bars ahead; the cloud ' +
      'under the last bar is what was computed 26 bars earlier. The lagging span is left out: it ' +
      'is the close.',
  ],
  bars({ conversion, base, span }) {
    const longest = Math.max(conversion, base, span);
    return { warmUp: longest, window: longest };
  },
  start: following('IchimokuCloud', ({ conversion, base, span }) => ({
    conversionPeriod: conversion,
    basePeriod: base,
    spanPeriod: span,
    displacement: 1,
    high: [],
    low: [],
  })),
});

export const trendFormulas = { adx, psar, ichimoku };
