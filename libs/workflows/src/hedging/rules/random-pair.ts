/** Any two symbols, any action: the agent of a hedging run that any other should beat. */

import { seededRandom } from '#values';
import type { PairAction } from '#contracts';
import type { AgentContext, PairAgent } from '#agents';
import type { RandomConfig } from '../../trading/rules/random.js';
import { pairAgent } from './pair-agent.js';

const actions: readonly PairAction[] = ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'];

/**
 * An ordered pair of the pool with equal chance, then an action with equal chance at each decision,
 * the first included. The sequence is a function of the run's seed and the configured one.
 */
export function randomPair(config: RandomConfig, context: AgentContext): PairAgent {
  const { symbols, seed } = context;
  const random = seededRandom(`${seed}/${config.seed ?? 'none'}`);
  const left = random.below(symbols.length);
  const right = (left + 1 + random.below(symbols.length - 1)) % symbols.length;
  const pair = { left: symbols[left]!, right: symbols[right]! };
  // A pair that is given needs no choice.
  const choice = { formation: 1, correlation: 0 };
  return pairAgent({ id: config.id, ...pair, ...choice }, context, () => actions[random.below(4)]!);
}
