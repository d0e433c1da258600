/** `get_prices` of the hedging tools: one price per session. */

import { z } from 'zod';
import { formatCivilDate } from '#values';
import { dailyRows } from '../market/daily-rows.js';
import { dateText, rangeFields, rangeOf, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

export const getLegPrices = tool({
  name: 'get_prices',
  title: 'Daily price of a symbol',
  description:
    'The price of one symbol for each session from date_start to date_end (both inclusive), oldest first. price is ' +
    'adj_close, per share in the currency of the symbol, at which pairs are evaluated; volume in shares (null where ' +
    'unknown). A session is known from its close on. A range wholly after the as-of is an empty list.',
  input: z.strictObject({ symbol: symbolField, ...rangeFields }),
  output: z.array(
    z.strictObject({
      symbol: z.string(),
      date: dateText,
      price: z.number(),
      volume: z.number().nullable(),
    }),
  ),
  call: ({ symbol, ...dates }, { view }) =>
    dailyRows(view, symbol, rangeOf(dates)).map(({ date, adjClose, volume }) => ({
      symbol,
      date: formatCivilDate(date),
      price: adjClose,
      volume,
    })),
});
