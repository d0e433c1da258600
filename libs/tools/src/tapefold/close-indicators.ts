/** The indicators on closes that `view` maintains, computed from all readable closes. */

import { bollingerBands } from '#market-view/indicators/bollinger-bands';
import { exponentialMovingAverage } from '#market-view/indicators/running/exponential-moving-average';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import {
  windowLengthMax,
  type RunningIndicator,
} from '#market-view/indicators/running/running-indicator';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import type { IndicatorEntry, IndicatorOption } from '#market-view';

/** Those of all indicators on closes. */
type Options = Readonly<Record<'length' | 'fast' | 'slow' | 'signal' | 'deviations', number>>;

/** An entry of the catalogue, and the indicator that receives its closes. */
export interface CloseIndicator extends IndicatorEntry {
  /** With options by their names, each complete and within its bounds. */
  start(options: Options): RunningIndicator<number | object>;
}

const bars = (value: number, doc: string): IndicatorOption => ({
  doc,
  default: value,
  min: 1,
  max: windowLengthMax,
  integer: true,
});

const deviations: IndicatorOption = {
  doc: 'population standard deviations from the middle to a band',
  default: 2,
  min: 0,
  max: 100,
  integer: false,
};

const onCloses = { reads: ['close'], defects: [] } as const;
const allCloses = 'all readable bars';

export const closeIndicators: readonly CloseIndicator[] = [
  {
    ...onCloses,
    name: 'sma',
    doc: 'Simple moving average: the plain mean of the last closes.',
    options: { length: bars(20, 'bars of the mean') },
    output: 'price',
    warmUp: 'length',
    window: 'length',
    source: 'arithmetic mean',
    start: ({ length }) => simpleMovingAverage(length),
  },
  {
    ...onCloses,
    name: 'ema',
    doc: 'Exponential moving average, seeded with the mean of the first closes.',
    options: { length: bars(20, 'bars of the average: its weight is 2 / (length + 1)') },
    output: 'price',
    warmUp: 'length',
    window: allCloses,
    source: 'J. J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 9',
    start: ({ length }) => exponentialMovingAverage(length),
  },
  {
    ...onCloses,
    name: 'rsi',
    doc: 'Relative strength index after Wilder, seeded with the plain means of the first moves.',
    options: { length: bars(14, 'bars of the smoothing') },
    output: '0 to 100; 100 where nothing was lost, 50 where nothing moved',
    warmUp: 'length + 1',
    window: allCloses,
    source: 'J. W. Wilder, New Concepts in Technical Trading Systems (1978)',
    start: ({ length }) => relativeStrengthIndex(length),
  },
  {
    ...onCloses,
    name: 'macd',
    doc: 'Distance of a fast and a slow exponential average, and the average of that.',
    options: {
      fast: bars(12, 'bars of the fast average'),
      slow: bars(26, 'bars of the slow average'),
      signal: bars(9, 'bars of the average of the line'),
    },
    output: {
      line: 'price: fast less slow',
      signal: 'price; null while it warms up',
      histogram: 'price: line less signal; null while it warms up',
    },
    warmUp: 'max(fast, slow); signal and histogram signal - 1 more',
    window: allCloses,
    source: 'G. Appel, The Moving Average Convergence-Divergence Method (1979)',
    start: ({ fast, slow, signal }) => movingAverageConvergenceDivergence(fast, slow, signal),
  },
  {
    ...onCloses,
    name: 'bollinger',
    doc:
      'Bollinger bands: the mean of the last closes, and a multiple of their deviation on both ' +
      'sides.',
    options: { length: bars(20, 'bars of the mean'), deviations },
    output: { upper: 'price', middle: 'price', lower: 'price' },
    warmUp: 'length',
    window: 'length',
    source: 'J. Bollinger, Bollinger on Bollinger Bands (2001), chapter 7',
    start: ({ length, deviations: width }) => bollingerBands(length, width),
  },
];
