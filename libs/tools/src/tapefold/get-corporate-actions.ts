/** `get_corporate_actions`: dividends and splits, as announced by the as-of. */

import { z } from 'zod';
import { formatCivilDate, type CivilDate } from '#values';
import { dateText, openRangeFields, rangeOf, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

const dateOrNull = (date: CivilDate | null): string | null =>
  date === null ? null : formatCivilDate(date);

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
    const { from, to } = rangeOf(dates);
    const dividends = view
      .dividends(symbol)
      .filter((one) => one.exDate >= from && one.exDate <= to);
    const splits = view
      .splits(symbol)
      .filter(({ effectiveDate }) => effectiveDate >= from && effectiveDate <= to);
    return {
      dividends: dividends
        .toSorted((one, other) => one.exDate - other.exDate)
        .map((one) => ({
          symbol,
          ex_date: formatCivilDate(one.exDate),
          declared_date: dateOrNull(one.declaredDate),
          record_date: dateOrNull(one.recordDate),
          pay_date: dateOrNull(one.payDate),
          amount: one.amount,
          currency: one.currency,
          type: one.type,
        })),
      splits: splits
        .toSorted((one, other) => one.effectiveDate - other.effectiveDate)
        .map((one) => ({
          symbol,
          effective_date: formatCivilDate(one.effectiveDate),
          from: one.from,
          to: one.to,
        })),
    };
  },
});
