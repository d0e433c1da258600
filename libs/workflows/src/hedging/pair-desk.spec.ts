/** Checks that tools see the position as the system keeps it, with prices by symbol. */

import { describe, expect, it } from 'vitest';
import { Capability, hedgingTools } from '#tools';
import type { PairObservation } from '#agents';
import type { MarketView } from '#market-view';
import type { TradingPlan } from '../workflow/run-plan.js';
import { pairDesk } from './pair-state.js';

const pair = { left: 'AA', right: 'BB' };
const plan = { workflow: 'hedging', capital: 1 } as Partial<TradingPlan> as TradingPlan;

/** The effect of a HOLD on a position. */
function held(position: PairObservation['position']): unknown {
  const seen: Partial<PairObservation> = { pool: ['AA', 'BB'], pair, position };
  const desk = { ...pairDesk(plan, seen as PairObservation), submit: () => undefined };
  const context = { view: { symbols: [] } as Partial<MarketView> as MarketView, desk };
  const capability = new Capability({ sets: [hedgingTools], context, now: () => 0 });
  const outcome = capability.call('apply_pair_action', { ...pair, action: 'HOLD' });
  return outcome.error ?? outcome.value;
}

describe('the desk of a pair', () => {
  it('shows an open position at its entry prices', () => {
    const position = {
      direction: 'SHORT_LONG',
      shares: { left: -3, right: 2 },
      entryPrices: { left: 50, right: 80 },
    } as const;
    // Half of a capital of 1 on each leg: 0.5 / 50 and 0.5 / 80.
    expect(held(position)).toEqual({
      direction: 'SHORT_LONG',
      shares: { AA: -0.01, BB: 0.00625 },
      entry_prices: { AA: 50, BB: 80 },
    });
  });

  it('shows that nothing is held', () => {
    expect(held(null)).toBeNull();
  });
});
