/** A run's plan as messages carry it. */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { TradingPlan } from '#backtest';

/** The plan of a submitted run. */
export function planOfSubmitted({ run, label, plan }: RunSubmitted): TradingPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}

/** What a submission sends of a plan; there is no folder that an agent's file could come from. */
export function submittedPlan({ id: _, label: __, ...plan }: TradingPlan): RunSubmitted['plan'] {
  return { ...plan, symbols: [...plan.symbols], directory: '' };
}
