/** `submit_decision`: accepts the action of the session. */

import { z } from 'zod';
import { deskOf, requireOwnSession, requireOwnSymbol } from '../tool/desk.js';
import { dateField, dateText, isGiven, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';

export const rationaleField = z
  .string()
  .max(20_000)
  .nullish()
  .describe('Why, in your own words; kept beside the journal.');

export const ignoredModel = z.string().nullish().describe('Ignored: the system knows who answers.');

export const submitDecision = tool({
  name: 'submit_decision',
  title: 'Submit the decision of this session',
  description:
    'Submits your action for one symbol of this run: BUY, SELL or HOLD; get_execution_policy says what they mean. ' +
    'target_date must be the session of the as-of. price is what you take its price to be (adj_close, ' +
    'in currency per share): nothing fills at it. The system takes the price from the data, and journals a ' +
    'difference. The first valid submission is the decision: no call is answered after it.',
  input: z.strictObject({
    symbol: symbolField,
    target_date: dateField('Session that is decided: that of the as-of.'),
    price: z.number().positive().describe('adj_close of that session as you know it.'),
    action: z.enum(['BUY', 'SELL', 'HOLD']).describe('BUY, SELL or HOLD.'),
    rationale: rationaleField,
    model: ignoredModel,
  }),
  output: z.strictObject({
    submitted: z.literal(true),
    symbol: z.string(),
    date: dateText,
    action: z.string(),
    price: z.number().nullable().describe('The price that the system records, from the data.'),
  }),
  reads: false,
  needsDesk: true,
  call: ({ symbol, target_date: date, price, action, rationale }, context) => {
    const desk = deskOf(context);
    requireOwnSymbol(desk, symbol, 'symbol');
    requireOwnSession(context, date);
    const reason = isGiven(rationale) ? { rationale } : {};
    desk.submit({ kind: 'action', symbol, action, price, ...reason });
    return { submitted: true, symbol, date, action, price: context.view.lastPrice(symbol) };
  },
});
