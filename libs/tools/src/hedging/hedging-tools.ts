/**
 * The tool set `hedging_mcp`, with `submit_hedging_decision`: the pair with the first session, the
 * action of each.
 */

import { z } from 'zod';
import { dateField, dateText, isGiven } from '../market/fields.js';
import { filingTools } from '../texts/filings.js';
import { newsTools } from '../texts/news.js';
import {
  conventions,
  deskOf,
  requireOwnSession,
  requireOwnSymbol,
  tool,
  type ToolSet,
} from '../tool/tool.js';
import { ignoredModel, rationaleField } from '../trading/trading-tools.js';
import { applyPairAction } from './apply-pair-action.js';
import { pairPriceTools } from './pair-prices.js';
import { pairAction, pairFields, requirePair, requireTwoLegs } from './pair-rows.js';

const price = z.number().positive();
const chosenOnce = 'the pair of a run is chosen once, with its first decision';

const submitHedgingDecision = tool({
  name: 'submit_hedging_decision',
  title: 'Submit the decision of this session on the pair',
  description:
    'Submits your action on the pair: LONG_SHORT (long left, short right), SHORT_LONG, HOLD or ' +
    'CLOSE. The first decision of a run chooses the ordered pair from the pool, for good; later ' +
    'ones name the same pair. target_date must be the session of the as-of. left_price and ' +
    'right_price are what you take the prices to be (adj_close, in currency per share): nothing ' +
    'fills at them. The system takes prices from the data, and journals a difference. The first ' +
    'valid submission is the decision: no call is answered after it.',
  input: z.strictObject({
    ...pairFields,
    target_date: dateField('Session that is decided: that of the as-of.'),
    left_price: price.describe('adj_close of left as you know it.'),
    right_price: price.describe('adj_close of right as you know it.'),
    action: pairAction,
    status: z.enum(['in_progress', 'completed', 'partial']).nullish().describe('Ignored.'),
    rationale: rationaleField,
    model: ignoredModel,
  }),
  output: z.strictObject({
    submitted: z.literal(true),
    left: z.string(),
    right: z.string(),
    date: dateText,
    action: z.string(),
    prices: z
      .record(z.string(), z.number().nullable())
      .describe('The prices that the system records, from the data.'),
  }),
  reads: false,
  needsDesk: true,
  call: (args, context) => {
    const { left, right, target_date: date, action, rationale } = args;
    const { view } = context;
    const desk = deskOf(context);
    requireTwoLegs(left, right);
    requireOwnSymbol(desk, left, 'left');
    requireOwnSymbol(desk, right, 'right');
    if (desk.pair !== null) requirePair(desk.pair, left, right, chosenOnce);
    requireOwnSession(context, date);
    const stated = { [left]: args.left_price, [right]: args.right_price };
    const reason = isGiven(rationale) ? { rationale } : {};
    desk.submit({ kind: 'pair', left, right, action, prices: stated, ...reason });
    const prices = { [left]: view.lastPrice(left), [right]: view.lastPrice(right) };
    return { submitted: true, left, right, date, action, prices };
  },
});

export const hedgingTools: ToolSet = {
  name: 'hedging_mcp',
  title: 'Hedging tools',
  instructions:
    'Prices, news and filings for one decision a session on a pair of symbols that is chosen ' +
    `once, on the first day: LONG_SHORT, SHORT_LONG, HOLD or CLOSE. ${conventions} All ` +
    'evaluation is at adj_close; the position of the pair is kept by the system.',
  tools: [
    ...pairPriceTools,
    ...newsTools(300),
    ...filingTools,
    applyPairAction,
    submitHedgingDecision,
  ],
};
