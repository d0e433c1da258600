/** A coin with three sides: the agent that any other should beat. */

import { seededRandom, type SeededRandom } from '#values';
import type { Action } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { actionDecisions, portfolioDecision } from '#agents/seat/action-decision';
import type { Agent, AgentContext } from '#agents';

export type RandomConfig = Extract<AgentConfig, { kind: 'random' }>;

/**
 * BUY, SELL or HOLD with equal chance for each symbol at each decision, in the order of the run's
 * symbols. The sequence is a function of the run's seed and the configured one. Actions in a run of
 * one symbol, one target decision in a run of several.
 */
export function randomActions(config: RandomConfig, context: AgentContext): Agent {
  const { symbols, policy, seed } = context;
  const random = seededRandom(`${seed}/${config.seed ?? 'none'}`);
  const decide =
    symbols.length === 1
      ? () => actionDecisions[pick(random)]
      : () =>
          portfolioDecision(
            symbols.map((symbol) => [symbol, pick(random)] as const),
            policy,
          );
  return { decide, close: () => undefined };
}

function pick(random: SeededRandom): Action {
  const side = random.below(3);
  if (side === 0) return 'BUY';
  return side === 1 ? 'SELL' : 'HOLD';
}
