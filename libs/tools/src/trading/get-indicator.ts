/** `get_indicator`: one of four indicators on adjusted closes, seeded with exact rows. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { bollingerBands } from '#market-view/indicators/bollinger-bands';
import { movingAverageConvergenceDivergence } from '#market-view/indicators/macd';
import { relativeStrengthIndex } from '#market-view/indicators/running/relative-strength-index';
import type { RunningIndicator } from '#market-view/indicators/running/running-indicator';
import { simpleMovingAverage } from '#market-view/indicators/running/simple-moving-average';
import { dailyRows } from '../market/daily-rows.js';
import { dateText, rangeFields, rangeOf, rounded, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

const indicatorNames = ['ma', 'rsi', 'bbands', 'macd'] as const;
const lengthMax = 1000;
const value = z.number();

export const getIndicator = tool({
  name: 'get_indicator',
  title: 'Indicator values of a symbol',
  description:
    'One indicator of one symbol for the sessions from date_start to date_end (both inclusive), ' +
    'oldest first, in price units (rsi: 0 to 100), computed on adj_close and rounded to 4 ' +
    'decimals. ma: plain mean of length closes (default 20). rsi: after Wilder (14). bbands: ' +
    'mean ± 2 population standard deviations (20). macd: 12/26/9, length is ignored. Warm-up ' +
    'rows are fetched for you: those from 60 calendar days before date_start (macd 120; 3 × ' +
    'length where that is more). Averages are seeded at the first of these rows with the plain ' +
    'mean of their first values, so another date_start can give slightly different rsi and macd ' +
    'values for the same day. Days on which the indicator has no value yet are left out, and so ' +
    'is all after the as-of.',
  input: z.strictObject({
    symbol: symbolField,
    ...rangeFields,
    indicator: z.enum(indicatorNames).describe('ma, rsi, bbands or macd.'),
    length: z
      .int()
      .min(1)
      .max(lengthMax)
      .nullish()
      .describe(`Sessions, 1 to ${lengthMax}; default ma 20, rsi 14, bbands 20; ignored for macd.`),
  }),
  output: z.array(
    z.union([
      z.strictObject({ date: dateText, ma: value }),
      z.strictObject({ date: dateText, rsi: value }),
      z.strictObject({ date: dateText, upper: value, middle: value, lower: value }),
      z.strictObject({ date: dateText, macd: value, hist: value, signal: value }),
    ]),
  ),
  call: ({ symbol, indicator, length, ...dates }, { view }) => {
    const { from, to } = rangeOf(dates);
    const running = indicators[indicator](length ?? undefined);
    return dailyRows(view, symbol, { from: from - running.warmUpDays, to }).flatMap(
      ({ date, adjClose }) => {
        const values = running.next(adjClose);
        return values === null || date < from ? [] : [{ date: formatCivilDate(date), ...values }];
      },
    );
  },
});

/** Members of a row besides its date, rounded; null while there is no value. */
type Values = Readonly<Record<string, number>> | null;

/** An indicator that receives one adjusted close after another. */
interface FedIndicator {
  /** Calendar days before the range that are read for warm-up. */
  readonly warmUpDays: number;
  next(close: number): Values;
}

/**
 * RSI after Wilder, Bollinger bands with 2 population deviations. Averages are seeded at
 * the first close.
 */
const indicators: Record<(typeof indicatorNames)[number], (length?: number) => FedIndicator> = {
  ma: (length = 20) => fed(simpleMovingAverage(length), warmUp(length), (ma) => ({ ma })),
  rsi: (length = 14) => fed(relativeStrengthIndex(length), warmUp(length), (rsi) => ({ rsi })),
  bbands: (length = 20) => fed(bollingerBands(length, 2), warmUp(length), (bands) => bands),
  macd: () =>
    fed(movingAverageConvergenceDivergence(), 120, ({ line: macd, histogram: hist, signal }) =>
      hist === null || signal === null ? null : { macd, hist, signal },
    ),
};

const warmUp = (length: number): number => Math.max(60, 3 * length);

function fed<T>(
  running: RunningIndicator<T>,
  warmUpDays: number,
  valuesOf: (value: T) => object | null,
): FedIndicator {
  return {
    warmUpDays,
    next: (close) => {
      running.next(close);
      const { value } = running;
      const values = value === null ? null : valuesOf(value);
      if (values === null) return null;
      return Object.fromEntries(
        Object.entries(values).map(([name, exact]) => [name, rounded(exact as number, 4)]),
      );
    },
  };
}
