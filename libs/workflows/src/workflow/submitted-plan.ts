/** A run's plan as messages carry it. */

import { canonicalHash } from '#values';
import type { RunSubmitted } from '#contracts/streams/runs';
import { isTradingPlan, type RunPlan } from './run-plan.js';

/** The part of a plan that a submission sends; there is no folder that an agent's file could come from. */
export function submittedPlan(plan: RunPlan): RunSubmitted['plan'] {
  if (isTradingPlan(plan)) {
    const { id: _, label: __, symbols, ...rest } = plan;
    return { ...rest, symbols: [...symbols], directory: '' };
  }
  const { id: _, label: __, ...rest } = plan;
  return { ...rest, directory: '' };
}

/** The plan of a submitted run. */
export function planOfSubmitted({
  run,
  label,
  plan,
}: Pick<RunSubmitted, 'run' | 'label' | 'plan'>): RunPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}

/** The id of a submitted run on a feed: a changed description makes another tape, and therefore other runs. */
export const idOnTape = (id: string, tape: string): string => canonicalHash({ id, tape });
