/** What the rules for pairs have in common: the first answer names the pair, and later ones act on it. */

import type { PairAction, PairDecision } from '#contracts';
import type { AgentContext, Pair, PairAgent, SaidOfPair } from '#agents';
import { requireOfPool } from './require-of-pool.js';
import { selectPair, type PairChoice } from './select-pair.js';

/** Where a pair is given, it is taken; else it is chosen from what is known when it is asked for. */
export interface PairConfig extends PairChoice {
  readonly id: string;
  readonly left?: string | undefined;
  readonly right?: string | undefined;
}

/** What to do with a pair; `isFirst` until a decision has named it. */
export type PairRule = (pair: Pair, isFirst: boolean) => PairAction;

/**
 * An agent that names its pair with its first answer, and at each answer submits what `rule` says. As long as there is
 * no pair to choose, its answer has failed, with the reason: it never takes any two. `InvalidInput` for a pair that is
 * not of the pool.
 */
export function pairAgent(
  config: PairConfig,
  { view, symbols }: AgentContext,
  rule: PairRule,
): PairAgent {
  const given = givenPair(config, symbols);
  const first = (): SaidOfPair => {
    const selected = given === null ? selectPair(view, symbols, config) : { pair: given };
    if (selected.pair === null) return Object.freeze({ kind: 'failed', reason: selected.reason });
    return Object.freeze({ kind: 'pair', ...selected.pair, action: rule(selected.pair, true) });
  };
  return {
    decide: ({ pair }) => (pair === null ? first() : pairActions[rule(pair, false)]),
    close: () => undefined,
  };
}

/** The pair of the configuration, or null where it has none. */
function givenPair({ id, left, right }: PairConfig, pool: readonly string[]): Pair | null {
  if (left === undefined || right === undefined) return null;
  requireOfPool({ left, right }, pool, `agents, ${id}`);
  return { left, right };
}

/** The decision of a session after the first. */
const pairActions: Readonly<Record<PairAction, PairDecision>> = Object.freeze({
  LONG_SHORT: Object.freeze({ kind: 'pair', action: 'LONG_SHORT' }),
  SHORT_LONG: Object.freeze({ kind: 'pair', action: 'SHORT_LONG' }),
  HOLD: Object.freeze({ kind: 'pair', action: 'HOLD' }),
  CLOSE: Object.freeze({ kind: 'pair', action: 'CLOSE' }),
});
