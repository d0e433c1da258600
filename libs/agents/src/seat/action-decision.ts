/**
 * How BUY, SELL and HOLD are submitted: as actions in a run of one symbol, as targets in a
 * run of several.
 */

import type { Action, Decision, ExecutionPolicy } from '#contracts';

/** The decision of a run of one symbol, read by the policy's own table of BUY, SELL and HOLD. */
export const actionDecisions: Readonly<Record<Action, Decision>> = Object.freeze({
  BUY: Object.freeze({ kind: 'action', action: 'BUY' }),
  SELL: Object.freeze({ kind: 'action', action: 'SELL' }),
  HOLD: Object.freeze({ kind: 'action', action: 'HOLD' }),
});

/**
 * One decision for several symbols at once. An action names one symbol, so actions become targets:
 * BUY is 1, SELL is -1 where the policy allows shorts and 0 where it does not, HOLD leaves the
 * symbol out (it stays as it is, also under a policy whose HOLD closes). Frozen.
 */
export function portfolioDecision(
  actions: Iterable<readonly [symbol: string, action: Action]>,
  policy: ExecutionPolicy,
): Decision {
  const positions: [string, 1 | 0 | -1][] = [];
  for (const [symbol, action] of actions) {
    if (action !== 'HOLD') positions.push([symbol, positionOf(action, policy.short)]);
  }
  return Object.freeze({
    kind: 'target',
    positions: Object.freeze(Object.fromEntries(positions)),
  });
}

function positionOf(action: 'BUY' | 'SELL', short: boolean): 1 | 0 | -1 {
  if (action === 'BUY') return 1;
  return short ? -1 : 0;
}
