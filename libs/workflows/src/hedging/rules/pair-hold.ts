/** One pair, one direction: what a rule that trades has to beat. */

import type { AgentConfig } from '#contracts/scenario/scenario';
import type { AgentContext, PairAgent } from '#agents';
import { pairAgent } from './pair-agent.js';

export type PairHoldConfig = Extract<AgentConfig, { kind: 'pair-hold' }>;

/** Opens its pair in `direction` with the first answer, and holds. */
export function pairHold(config: PairHoldConfig, context: AgentContext): PairAgent {
  return pairAgent(config, context, (_, isFirst) => (isFirst ? config.direction : 'HOLD'));
}
