/** What tools see of a hedging run: its policy, its capital, and account and position as they are now. */

import type { DeskPair } from '#tools';
import type { PairObservation } from '#agents';
import type { TradingPlan } from '../workflow/run-plan.js';
import type { MarketDesk } from '../workflow/workflow.js';

/** One object for the whole run: `observation` shows the state of the moment. */
export const pairDesk = (
  { workflow, policy, capital }: TradingPlan,
  observation: PairObservation,
): MarketDesk =>
  Object.freeze({
    ...{ workflow, policy, capital },
    symbols: observation.pool,
    account: observation.account,
    get pair(): DeskPair | null {
      return deskPair(observation);
    },
  });

/** The pair and its position in the form that tools read. */
export function deskPair({
  pair,
  position,
}: Pick<PairObservation, 'pair' | 'position'>): DeskPair | null {
  if (pair === null) return null;
  const { direction = null, entryPrices = null } = position ?? {};
  return { ...pair, direction, entryPrices };
}
