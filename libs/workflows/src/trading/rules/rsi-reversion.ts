/** Mean reversion on the relative strength index: buy what fell, leave when it rose. */

import type { AgentConfig } from '#contracts/scenario/scenario';
import type { Agent, AgentContext } from '#agents';
import { longFlatAgent } from './long-flat-agent.js';

type RsiReversionConfig = Extract<AgentConfig, { kind: 'rsi-reversion' }>;

/**
 * While flat, wants the symbol when its RSI is strictly below `enter`; while long, leaves when it
 * is strictly above `exit`; otherwise, and while the index warms up, keeps what it wanted last.
 * Ignores the account: a denied order does not change what it wants.
 */
export function rsiReversion(config: RsiReversionConfig, context: AgentContext): Agent {
  const { enter, exit, length } = config;
  return longFlatAgent(context, (symbol) => {
    const index = context.view.rsi(symbol, length);
    return (wantedBefore) => {
      const strength = index.value;
      if (strength === null) return wantedBefore;
      if (wantedBefore === 0) return strength < enter ? 1 : 0;
      return strength > exit ? 0 : 1;
    };
  });
}
