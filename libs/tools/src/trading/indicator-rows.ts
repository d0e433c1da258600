/** The four indicators of `get_indicator`: how long they are, what they need before the range, and a row of each. */

import { bollingerBands } from '#market-view/indicators/bollinger-bands';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/relative-strength-index';
import type { RunningIndicator } from '#market-view/indicators/running-indicator';
import { simpleMovingAverage } from '#market-view/indicators/simple-moving-average';
import { rounded } from '../market/fields.js';

export const indicatorNames = ['ma', 'rsi', 'bbands', 'macd'] as const;
export type IndicatorName = (typeof indicatorNames)[number];

/** Members of a row beside its date, rounded; null while there is no value. */
type Values = Readonly<Record<string, number>> | null;

/** An indicator to be fed with one adjusted close after another. */
export interface FedIndicator {
  /** Calendar days before the range from which rows are taken. */
  readonly warmUpDays: number;
  next(close: number): Values;
}

const decimals = 4;
const usualWarmUp = 60;
const macdWarmUp = 120;

/**
 * Moving average (default 20), RSI after Wilder (14), Bollinger bands with 2 population deviations (20), and MACD
 * 12/26/9, which has no length. Averages are seeded at the first close that is fed.
 */
export function indicatorOf(name: IndicatorName, length: number | null): FedIndicator {
  switch (name) {
    case 'ma':
      return fed(simpleMovingAverage(length ?? 20), warmUp(length ?? 20), (ma) => ({ ma }));
    case 'rsi':
      return fed(relativeStrengthIndex(length ?? 14), warmUp(length ?? 14), (rsi) => ({ rsi }));
    case 'bbands':
      return fed(bollingerBands(length ?? 20, 2), warmUp(length ?? 20), (bands) => ({ ...bands }));
    case 'macd':
      return fed(
        movingAverageConvergenceDivergence(12, 26, 9),
        macdWarmUp,
        ({ line, histogram: hist, signal }) =>
          hist === null || signal === null ? null : { macd: line, hist, signal },
      );
  }
}

const warmUp = (length: number): number => Math.max(usualWarmUp, 3 * length);

function fed<T>(
  running: RunningIndicator<T>,
  warmUpDays: number,
  valuesOf: (value: T) => Values,
): FedIndicator {
  return {
    warmUpDays,
    next: (close) => {
      running.next(close);
      const { value } = running;
      const values = value === null ? null : valuesOf(value);
      return values === null ? null : roundedValues(values);
    },
  };
}

function roundedValues(values: Readonly<Record<string, number>>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, rounded(value, decimals)]),
  );
}
