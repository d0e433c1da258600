/** `get_execution_policy`: how decisions become fills in this run. */

import { z } from 'zod';
import { executionPolicySchema } from '#contracts/scenario/execution-policy';
import { deskOf } from '../tool/desk.js';
import { tool } from '../tool/tool.js';

export const getExecutionPolicy = tool({
  name: 'get_execution_policy',
  title: 'How decisions become fills',
  description:
    'The execution policy of your run, in full. fill: at which price a decision fills (decision-close: the close it ' +
    'was made on; next-open, next-close: of the next session). hold: whether HOLD keeps the position or makes it ' +
    'flat. short: whether SELL can open a short position when flat. size: what a position amounts to. Fees, slippage ' +
    'and borrow are in basis points (1/100 of a percent). liquidate: whether what is open at the end is closed. ' +
    'basis: what the cumulative return divides by. In hedging short, size and lotSize have no meaning: half of the ' +
    'equity goes on each leg.',
  input: z.strictObject({}),
  output: executionPolicySchema,
  needsDesk: true,
  call: (_, context) => deskOf(context).policy,
});
