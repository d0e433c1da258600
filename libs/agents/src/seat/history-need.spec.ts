/** How much history each kind of agent needs from the as-of store. */

import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import { describe, expect, it } from 'vitest';
import { historyNeed } from './history-need.js';

const configs: { config: AgentConfig; bars: number | null }[] = [
  { config: { id: 'a', kind: 'buy-and-hold' }, bars: 1 },
  { config: { id: 'a', kind: 'sma-cross', fast: 5, slow: 200 }, bars: 200 },
  { config: { id: 'a', kind: 'rsi-reversion', length: 14, enter: 30, exit: 70 }, bars: 295 },
  { config: { id: 'a', kind: 'random' }, bars: 1 },
  { config: pairRule({ kind: 'pair-hold' }), bars: 252 },
  { config: pairRule({ kind: 'pair-zscore', formation: 40 }), bars: 60 },
  { config: pairRule({ kind: 'pair-zscore', lookback: 300 }), bars: 300 },
  { config: { id: 'a', kind: 'script', file: 'a.csv' }, bars: 1 },
  { config: { id: 'a', kind: 'external' }, bars: 1 },
  { config: { id: 'a', kind: 'mcp', timeBudgetMs: 1 }, bars: null },
  { config: moduleOf(undefined), bars: null },
  { config: moduleOf(60), bars: 60 },
];

function pairRule(config: object): AgentConfig {
  return agentConfigSchema.parse({ id: 'a', ...config });
}

function moduleOf(history: number | undefined): AgentConfig {
  const config = {
    id: 'a',
    kind: 'module',
    file: 'a.ts',
    trusted: false,
    timeBudgetMs: 1,
    config: {},
  } as const;
  return history === undefined ? config : { ...config, history };
}

describe('historyNeed', () => {
  it.each(configs)('of $config.kind is $bars', ({ config, bars }) => {
    expect(historyNeed(config)).toEqual({ bars });
  });
});
