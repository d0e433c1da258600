/** Moving average crossover: long while the fast average is above the slow one. */

import type { AgentConfig } from '#contracts/scenario/scenario';
import type { Agent, AgentContext } from '#agents';
import { longFlatAgent } from './long-flat-agent.js';

type SmaCrossConfig = Extract<AgentConfig, { kind: 'sma-cross' }>;

/**
 * Long while the mean of the last `fast` closes, this one included, is strictly above that of the
 * last `slow`, else flat; flat until both means exist. Closes from before the window count.
 */
export function smaCross(config: SmaCrossConfig, context: AgentContext): Agent {
  return longFlatAgent(context, (symbol) => {
    const crossing = context.view.smaCross(symbol, config.fast, config.slow);
    return () => (crossing.value === 1 ? 1 : 0);
  });
}
