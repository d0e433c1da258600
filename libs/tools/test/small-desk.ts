/** A run's desk for the tests of this room, which stores submissions. */

import type { DeskPair, TradingDesk } from '../src/index.js';

export interface SmallDesk extends TradingDesk {
  readonly submitted: unknown[];
}

export function smallDesk(symbols: readonly string[], pair: DeskPair | null = null): SmallDesk {
  const submitted: unknown[] = [];
  return {
    workflow: 'trading',
    symbols,
    capital: 1000,
    policy: {
      name: 'close',
      version: 1,
      fill: 'decision-close',
      hold: 'keep',
      short: false,
      size: 'all-in',
      lotSize: 0,
      feeBps: 5,
      slippageBps: 0,
      borrowBpsPerYear: 0,
      dividends: 'ignore',
      liquidate: false,
      basis: 'capital',
    },
    account: { cash: 400, equity: 900, shares: (symbol) => (symbol === symbols[0] ? 10 : 0) },
    pair,
    submitted,
    submit: (decision) => void submitted.push(decision),
  };
}
