/** `get_account`: the account of the run. */

import { z } from 'zod';
import { deskOf } from '../tool/desk.js';
import { tool } from '../tool/tool.js';

export const getAccount = tool({
  name: 'get_account',
  title: 'The account of this run',
  description:
    'The account of your run before this decision, as the system keeps it: cash and equity in currency (equity marks ' +
    'positions at the last price), the capital it began with, shares of each symbol of the run (negative for a short ' +
    'position, 0 for none) with its last price, and in hedging the pair with its direction (null while it is flat).',
  input: z.strictObject({}),
  output: z.strictObject({
    workflow: z.string(),
    capital: z.number(),
    cash: z.number(),
    equity: z.number(),
    positions: z.array(
      z.strictObject({
        symbol: z.string(),
        shares: z.number(),
        price: z.number().nullable(),
      }),
    ),
    pair: z
      .strictObject({
        left: z.string(),
        right: z.string(),
        direction: z.enum(['LONG_SHORT', 'SHORT_LONG']).nullable(),
      })
      .nullable(),
  }),
  needsDesk: true,
  call: (_, context) => {
    const { workflow, capital, account, symbols, pair } = deskOf(context);
    return {
      workflow,
      capital,
      cash: account.cash,
      equity: account.equity,
      positions: symbols.map((symbol) => ({
        symbol,
        shares: account.shares(symbol),
        price: context.view.lastPrice(symbol),
      })),
      pair: pair && { left: pair.left, right: pair.right, direction: pair.direction },
    };
  },
});
