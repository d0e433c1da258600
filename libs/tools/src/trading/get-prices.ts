/** `get_prices` of the trading tools: one row per session. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { dailyRows } from '../market/daily-rows.js';
import { dateText, rangeFields, rangeOf, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

export const getPrices = tool({
  name: 'get_prices',
  title: 'Daily prices of a symbol',
  description:
    'Daily prices of one symbol from date_start to date_end (both inclusive), oldest first, one row a session; days ' +
    'without trading have no row. Prices are per share in the currency of the symbol, volume in shares (null where ' +
    'unknown), both in the shares of the as-of: rows before a split that is effective by then are divided by it, and ' +
    'their volume is multiplied. adj_close is the price at which trades are evaluated; where the data has no ' +
    'adjusted close it is the close. A session is known from its close on: the last row can be that of the as-of, ' +
    'never a later one. A range wholly after the as-of is an empty list.',
  input: z.strictObject({ symbol: symbolField, ...rangeFields }),
  output: z.array(
    z.strictObject({
      symbol: z.string(),
      date: dateText,
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
      adj_close: z.number(),
      volume: z.number().nullable(),
    }),
  ),
  call: ({ symbol, ...dates }, { view }) =>
    dailyRows(view, symbol, rangeOf(dates)).map(
      ({ date, open, high, low, close, adjClose, volume }) => ({
        symbol,
        date: formatCivilDate(date),
        open,
        high,
        low,
        close,
        adj_close: adjClose,
        volume,
      }),
    ),
});
