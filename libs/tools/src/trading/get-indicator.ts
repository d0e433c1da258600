/** `get_indicator`: one of four indicators on adjusted closes, seeded with exact rows. */

import { z } from 'zod';
import type { MarketView } from '#market-view';
import { formatCivilDate } from '#values';
import { pricedRows } from '../market/daily-rows.js';
import { dateText, rangeFields, rangeOf, symbolField } from '../market/fields.js';
import type { DateRange } from '../market/trading-dates.js';
import { tool } from '../tool/tool.js';
import { type FedIndicator, indicatorNames, indicators } from './fed-indicators.js';

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
  call: ({ symbol, indicator, length, ...dates }, { view }) =>
    indicatorRows(view, symbol, rangeOf(dates), indicators[indicator](length ?? undefined)),
});

/** The values of an indicator on the sessions of a range that have one. */
export function indicatorRows(
  view: MarketView,
  symbol: string,
  { from, to }: DateRange,
  indicator: FedIndicator,
): object[] {
  const rows = pricedRows(view, symbol, { from: from - indicator.warmUpDays, to });
  if (rows.length < (indicator.closesMin ?? 0)) return [];
  return rows.flatMap(({ date, adjClose }) => {
    const values = indicator.next(adjClose);
    return values === null || date < from ? [] : [{ date: formatCivilDate(date), ...values }];
  });
}
