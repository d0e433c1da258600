/** What users want to see of live runs in progress. */

import type { Coverage } from '#contracts/result/result';
import { tradingFold } from '#workflows';
import type { OpenedRun } from '../loop/open-run.js';

/** One run as it stands. */
export interface LiveRunState {
  readonly run: string;
  readonly agent: string;
  /** At the last prices. */
  readonly equity: number;
  readonly coverage: Coverage;
  /** Whether its agent is being asked. */
  readonly isAsked: boolean;
}

/** In the order of the runs. */
export const liveRunStates = (runs: readonly OpenedRun[]): readonly LiveRunState[] =>
  runs.map(({ plan, loop, fold, observation }) => ({
    run: plan.label,
    agent: plan.agent.id,
    equity: equityOf(observation),
    coverage: withStretch(tradingFold(fold).coverage.now(), loop.unwritten),
    isAsked: loop.waiting !== undefined,
  }));

/**
 * The journal counts a stretch of unchanged decisions once it ends; users see it
 * counted as it grows.
 */
const withStretch = (coverage: Coverage, decisions: number): Coverage => ({
  ...coverage,
  due: coverage.due + decisions,
  answered: coverage.answered + decisions,
});

/** Only agents that trade see an account. */
function equityOf(observation: OpenedRun['observation']): number {
  if (!('account' in observation)) return 0;
  const { account } = observation as { readonly account: { readonly equity: number } };
  return account.equity;
}
