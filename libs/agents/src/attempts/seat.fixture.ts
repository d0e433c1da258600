/** A seat of a run that trades one symbol, and decisions that fall due in it. */

import { z } from 'zod';
import { requireCivilDate } from '#values';
import type { ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';
import { tool } from '#tools';
import { tradingWork } from '#workflows/trading/trading-work';
import type { Asked } from '../mcp/capability-agent.js';
import type { ToolSeat } from '../mcp/tool-seat.js';

const submit = tool({
  name: 'submit_decision',
  title: 'Submit',
  description: 'Takes the action of the session.',
  input: z.strictObject({ action: z.string().describe('BUY, SELL or HOLD.') }),
  output: z.strictObject({ submitted: z.literal(true) }),
  reads: false,
  needsDesk: true,
  call: ({ action }, { desk }) => {
    desk?.submit({ kind: 'action', action });
    return { submitted: true };
  },
});
const price = tool({
  name: 'get_price',
  title: 'Price',
  description: 'The price of a symbol.',
  input: z.strictObject({ symbol: z.string().describe('Of the run.') }),
  output: z.strictObject({ price: z.number() }),
  call: ({ symbol }) => {
    if (symbol === 'BROKEN') throw new Error('the table is gone');
    return { price: 101.5 };
  },
});

/** Reads a market with a single price. */
const view = { lastPrice: () => 101.5, symbols: [] } as Partial<MarketView> as MarketView;
const policy: ExecutionPolicy = {
  name: 'test',
  version: 1,
  fill: 'next-open',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 1,
  feeBps: 1,
  slippageBps: 2,
  borrowBpsPerYear: 50,
  dividends: 'cash',
  liquidate: true,
  basis: 'capital',
};
export const desk = {
  workflow: 'trading',
  symbols: ['AAPL'],
  policy,
  capital: 1000,
  pair: null,
  account: { cash: 400, equity: 1000, shares: () => 6 },
};

export const seatFor = (overrides: Partial<ToolSeat> = {}): ToolSeat => ({
  run: { id: 'a'.repeat(64), label: 'model-AAPL' },
  sets: [{ name: 't', title: 'Trading', instructions: 'Prices.', tools: [price, submit] }],
  view,
  work: tradingWork({ ...desk, seed: 1, view }, desk),
  toolRules: {},
  desk,
  defectOf: () => undefined,
  calls: undefined,
  ...overrides,
});
export const askedAt = (asOf = 7, session = '2025-03-03'): Asked => ({
  asOf,
  time: 1_741_035_600_000_000,
  view,
  session: requireCivilDate(session, 'test'),
});
