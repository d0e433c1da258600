/** `get_corporate_actions`: dividends and splits, as announced by the as-of. */

import { z } from 'zod';
import { formatCivilDate, type CivilDate } from '#values';
import { dateOrNull, dateText, openRangeFields, rangeOf, symbolField } from '../market/fields.js';
import type { DateRange } from '../market/trading-dates.js';
import { tool } from '../tool/tool.js';

/** Actions with their dates inside the range, oldest first. */
function byDate<T>(actions: readonly T[], dateOf: (action: T) => CivilDate, range: DateRange): T[] {
  return actions
    .filter((one) => dateOf(one) >= range.from && dateOf(one) <= range.to)
    .sort((one, other) => dateOf(one) - dateOf(other));
}

export const getCorporateActions = tool({
  name: 'get_corporate_actions',
  title: 'Dividends and splits of a symbol',
  description:
    'Cash dividends (by ex date) and splits (by effective date) of one symbol that are known at the as-of, oldest ' +
    'first; date_start and date_end (inclusive, both optional) bound the ex or effective date. A dividend is known ' +
    'from the close of the day it was declared on, else from the open of its ex date, so an ex date can lie after ' +
    'the as-of. amount is per share of that time, in currency; a split gives `to` new shares for `from` old ones.',
  input: z.strictObject({ symbol: symbolField, ...openRangeFields }),
  output: z.strictObject({
    dividends: z.array(
      z.strictObject({
        symbol: z.string(),
        ex_date: dateText,
        declared_date: dateText.nullable(),
        record_date: dateText.nullable(),
        pay_date: dateText.nullable(),
        amount: z.number(),
        currency: z.string(),
        type: z.string(),
      }),
    ),
    splits: z.array(
      z.strictObject({
        symbol: z.string(),
        effective_date: dateText,
        from: z.number(),
        to: z.number(),
      }),
    ),
  }),
  call: ({ symbol, ...dates }, { view }) => {
    const range = rangeOf(dates);
    const dividends = byDate(view.dividends(symbol), (one) => one.exDate, range);
    const splits = byDate(view.splits(symbol), (one) => one.effectiveDate, range);
    return {
      dividends: dividends.map((one) => ({
        symbol,
        ex_date: formatCivilDate(one.exDate),
        declared_date: dateOrNull(one.declaredDate),
        record_date: dateOrNull(one.recordDate),
        pay_date: dateOrNull(one.payDate),
        amount: one.amount,
        currency: one.currency,
        type: one.type,
      })),
      splits: splits.map((one) => ({
        symbol,
        effective_date: formatCivilDate(one.effectiveDate),
        from: one.from,
        to: one.to,
      })),
    };
  },
});
