/** Buy and hold: long from the first decision at which the symbol has a price, for good. */

import type { Agent, AgentContext } from '#agents';
import { longFlatAgent } from './long-flat-agent.js';

/**
 * Wants each symbol of the run as soon as it has traded; a symbol that lists later is bought then.
 */
export function buyAndHold(context: AgentContext): Agent {
  const { view } = context;
  return longFlatAgent(context, (symbol) => (wantedBefore) => {
    if (wantedBefore === 1) return 1;
    return view.lastPrice(symbol) === null ? 0 : 1;
  });
}
