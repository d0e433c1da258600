/** What tools see of a run that trades: its policy, its capital, and its account as it is now. */

import type { Observation } from '#agents';
import type { TradingPlan } from '../run-plan.js';
import type { MarketDesk } from '../workflow.js';

/** One object for the whole run: `observation` shows the account of the moment. */
export const tradingDesk = (
  { workflow, policy, capital }: TradingPlan,
  { symbols, account }: Observation,
): MarketDesk => Object.freeze({ workflow, symbols, policy, capital, account, pair: null });
