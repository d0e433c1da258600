/** Moving average crossover: long while the fast average is above the slow one. */

import type { AgentConfig } from '#contracts/scenario';
import type { Agent, AgentContext } from '../agent.js';
import { longFlatAgent } from './long-flat-agent.js';

export type SmaCrossConfig = Extract<AgentConfig, { kind: 'sma-cross' }>;

/**
 * Long while the mean of the last `fast` closes, this one included, is strictly above that of the last `slow`,
 * else flat; flat until both means exist. Closes from before the window count.
 */
export function smaCross(config: SmaCrossConfig, context: AgentContext): Agent {
  return longFlatAgent(context, (symbol) => {
    const fast = context.view.sma(symbol, config.fast);
    const slow = context.view.sma(symbol, config.slow);
    return () => {
      const fastMean = fast.value;
      const slowMean = slow.value;
      return fastMean !== null && slowMean !== null && fastMean > slowMean ? 1 : 0;
    };
  });
}
