/** `get_common_trading_dates`: the days on which several symbols traded together. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { dailyRows } from '../market/daily-rows.js';
import { dateText, rangeFields, rangeOf, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { poolOf } from './get-stock-pool.js';

export const getCommonTradingDates = tool({
  name: 'get_common_trading_dates',
  title: 'Days on which all symbols traded',
  description:
    'The days from date_start to date_end (both inclusive) on which every one of the symbols has a price, oldest ' +
    'first. Without symbols, those of the pool. Days after the as-of do not appear.',
  input: z.strictObject({
    ...rangeFields,
    symbols: z.array(symbolField).min(1).max(1000).nullish().describe('Default: the pool.'),
  }),
  output: z.array(dateText),
  call: ({ symbols, ...dates }, context) => {
    const range = rangeOf(dates);
    const asked = [...new Set(symbols ?? poolOf(context))];
    const [first, ...others] = asked.map(
      (symbol) => new Set(dailyRows(context.view, symbol, range).map(({ date }) => date)),
    );
    return [...(first ?? [])]
      .filter((date) => others.every((traded) => traded.has(date)))
      .map(formatCivilDate);
  },
});
