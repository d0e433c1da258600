/** The indicators of `get_indicator`, fed with one adjusted close after another. */

import { bollingerBands } from '#market-view/indicators/bollinger-bands';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import type { RunningIndicator } from '#market-view/indicators/running/running-indicator';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import type { Macd } from '#market-view';
import { rounded } from '../market/fields.js';

export const indicatorNames = ['ma', 'rsi', 'bbands', 'macd'] as const;
export type PublishedIndicator = (typeof indicatorNames)[number];

/** Members of a row besides its date, rounded; null while there is no value. */
type Values = Readonly<Record<string, number>> | null;

/** An indicator that receives one adjusted close after another. */
export interface FedIndicator {
  /** Calendar days before the range that are read for warm-up. */
  readonly warmUpDays: number;
  /** Without this many closes in range and warm-up, no row has a value. */
  readonly closesMin?: number;
  next(close: number): Values;
}

/** Makes an indicator of a length; each has its own default. */
export type Indicators = Readonly<Record<PublishedIndicator, (length?: number) => FedIndicator>>;

/**
 * RSI after Wilder, Bollinger bands with 2 population deviations. Averages are seeded at
 * the first close.
 */
export const indicators: Indicators = {
  ma: (length = 20) => fed(simpleMovingAverage(length), warmUp(length), (ma) => ({ ma })),
  rsi: (length = 14) => fed(relativeStrengthIndex(length), warmUp(length), (rsi) => ({ rsi })),
  bbands: (length = 20) => fed(bollingerBands(length, 2), warmUp(length), (bands) => bands),
  macd: () => fed(movingAverageConvergenceDivergence(), 120, macdMembers),
};

/** Line, histogram and signal as the members of a row; null before all of them exist. */
export const macdMembers = ({ line: macd, histogram: hist, signal }: Macd) =>
  hist === null || signal === null ? null : { macd, hist, signal };

/** Calendar days of warm-up that an indicator of this length gets. */
export const warmUp = (length: number): number => Math.max(60, 3 * length);

const withFourDecimals = (value: number): number => rounded(value, 4);

/** Feeds a running indicator, and shows its values with 4 decimals. */
export function fed<T>(
  running: RunningIndicator<T>,
  warmUpDays: number,
  valuesOf: (value: T) => object | null,
  round = withFourDecimals,
): FedIndicator {
  return {
    warmUpDays,
    next: (close) => {
      running.next(close);
      const { value } = running;
      const values = value === null ? null : valuesOf(value);
      if (values === null) return null;
      return Object.fromEntries(
        Object.entries(values).map(([name, exact]) => [name, round(exact as number)]),
      );
    },
  };
}
