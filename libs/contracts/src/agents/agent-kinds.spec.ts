/** What each kind of agent says of itself. */

import { agentConfigSchema, type AgentConfig } from '../scenario/scenario.js';
import { describe, expect, it } from 'vitest';
import { isStateless, kindsThat, traitsOf } from './agent-kinds.js';

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

describe('the bars that an agent reads back', () => {
  it.each(configs)('$config.kind: $bars', ({ config, bars }) => {
    expect(traitsOf(config).history(config)).toBe(bars);
  });
});

describe('the kinds', () => {
  it.each([
    ['do any work', kindsThat(({ isGeneral }) => isGeneral), 'script module mcp llm http external'],
    ['ask models', kindsThat((traits) => traits.asksModels), 'llm http'],
    ['work through tools', kindsThat(({ answers }) => answers === 'tools'), 'mcp llm http rule'],
    [
      'follow from tape and seed',
      kindsThat(({ answers }) => answers === 'rule'),
      'buy-and-hold sma-cross rsi-reversion pair-hold pair-zscore random',
    ],
    [
      'have to be registered',
      kindsThat(({ submission }) => submission === 'registered'),
      'module llm http',
    ],
    ['may be registered', kindsThat(({ isRegistrable }) => isRegistrable), 'module mcp llm http'],
  ])('that %s', (_, kinds, expected) => {
    expect(kinds.join(' ')).toBe(expected);
  });

  it.each([
    [{ kind: 'module', file: 'a.ts' }, false],
    [{ kind: 'module', file: 'a.ts', stateless: true }, true],
    [{ kind: 'llm', model: 'p/m' }, true],
    [{ kind: 'llm', model: 'p/m', memory: 'notes' }, false],
    [{ kind: 'mcp' }, true],
    [{ kind: 'script', file: 'a.jsonl' }, false],
  ])('%o works on several tasks at once: %s', (config, expected) => {
    expect(isStateless(agentConfigSchema.parse({ id: 'a', ...config }))).toBe(expected);
  });
});
