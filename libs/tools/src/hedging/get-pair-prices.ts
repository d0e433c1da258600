/** `get_pair_prices`: both prices of one day. */

import { z } from 'zod';
import { dateField, dateText } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { legsOn, pairFields, pairPrices, pricesOf } from './pair-rows.js';

export const getPairPrices = tool({
  name: 'get_pair_prices',
  title: 'Prices of both legs on a day',
  description:
    'adj_close of both symbols on target_date, by symbol. available is false, and prices empty, unless both are ' +
    'known at the as-of: on closed days, where a leg is missing, and for days that are still to come.',
  input: z.strictObject({ ...pairFields, target_date: dateField('The day asked about.') }),
  output: z.strictObject({
    available: z.boolean(),
    date: dateText,
    prices: pairPrices,
  }),
  call: (asked, { view }) => {
    const { legs, rows } = legsOn(view, asked);
    const available = rows.length === legs.length;
    return { available, date: asked.target_date, prices: available ? pricesOf(legs, rows) : {} };
  },
});
