/** How many bars of each symbol an agent reads back, so that older columns may leave memory. */

import type { AgentConfig } from '#contracts/scenario/scenario';
import type { HistoryNeed } from './agent.js';

/**
 * The rule agents read the last bar; what lies before it is kept by their indicators, which follow the tape from
 * the moment at which they are asked for. Rule agents are therefore opened before the first fact. Only a split makes
 * indicators read their bars again.
 */
const lastBar: HistoryNeed = Object.freeze({ bars: 1 });

/** The bars per symbol that an agent of this configuration may ask for; a module declares them, or gets all. */
export function historyNeed(config: AgentConfig): HistoryNeed {
  switch (config.kind) {
    case 'mcp':
    case 'llm':
    case 'http':
    case 'rule':
      // Tools may ask for anything on the tape.
      return { bars: null };
    case 'module':
      return { bars: config.history ?? null };
    // The choice of a pair looks back from the first answer, and the z-score from each.
    case 'pair-hold':
      return { bars: config.formation };
    case 'pair-zscore':
      return { bars: Math.max(config.formation, config.lookback) };
    case 'sma-cross':
      return { bars: Math.max(config.fast, config.slow) };
    // Older values weigh less than a billionth in Wilder's averages.
    case 'rsi-reversion':
      return { bars: 1 + 21 * config.length };
    case 'buy-and-hold':
    case 'random':
    case 'script':
    case 'external':
    case 'registered':
      return lastBar;
  }
}
