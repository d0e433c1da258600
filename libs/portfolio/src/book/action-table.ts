/** What BUY, SELL and HOLD mean under a policy: the wanted direction, or no change. */

import type { Action, ExecutionPolicy } from '#contracts';

export type Direction = 1 | 0 | -1;

/**
 * The tables of Agent Market Arena. `hold: keep` (normal): HOLD changes nothing, BUY is long, SELL
 * closes a long, and opens a short only from flat. `hold: flat` (aggressive): HOLD is flat, BUY
 * long, SELL short (flat where shorts are not allowed).
 */
export function wantedDirection(
  action: Action,
  current: Direction,
  policy: Pick<ExecutionPolicy, 'hold' | 'short'>,
): Direction {
  const down: Direction = policy.short ? -1 : 0;
  if (action === 'BUY') return 1;
  if (policy.hold === 'flat') return action === 'HOLD' ? 0 : down;
  if (action === 'HOLD' || current === -1) return current;
  return current === 1 ? 0 : down;
}
