/** Tests of agents as a command line writes them. */

import { describe, expect, it } from 'vitest';
import { agentOfText, agentWords } from './short-agent.js';

describe('agents of a command line', () => {
  it.each([
    ['buy-and-hold', { id: 'buy-and-hold', kind: 'buy-and-hold' }],
    ['sma-cross:10,30', { id: 'sma-cross-10-30', kind: 'sma-cross', fast: 10, slow: 30 }],
    [
      'rsi-reversion',
      { id: 'rsi-reversion', kind: 'rsi-reversion', length: 14, enter: 30, exit: 70 },
    ],
    [
      'rsi-reversion:7,25',
      { id: 'rsi-reversion-7-25', kind: 'rsi-reversion', length: 7, enter: 25, exit: 70 },
    ],
    ['random:3', { id: 'random-3', kind: 'random', seed: 3 }],
    ['./agents/mine.ts', { id: 'mine', kind: 'module', file: './agents/mine.ts' }],
    ['script:told.csv', { id: 'script-told', kind: 'script', file: 'told.csv' }],
  ])('%s', (text, agent) => {
    expect(agentOfText(text)).toMatchObject(agent);
  });

  it.each([
    ['sma-cross:10', /--agent.*expected sma-cross:fast,slow; slow: .*found "?sma-cross:10/],
    ['sma-cross', /expected sma-cross:fast,slow/],
    ['sma-cross:10,x', /expected sma-cross:fast,slow; slow: number/],
    ['sma-cross:10,30,50', /too many values.*expected sma-cross:fast,slow/],
    ['sma-cross:0,30', /sma-cross:fast,slow; fast: /],
    ['buy-and-hold:1', /too many values.*expected buy-and-hold/],
    ['sma', /no such agent.*expected buy-and-hold, sma-cross, /],
  ])('refuses %s', (text, message) => {
    expect(() => agentOfText(text)).toThrow(message);
  });
});

it('names kind and settings of an agent, and no file', () => {
  expect(agentWords(agentOfText('sma-cross:10,30'))).toBe('sma-cross, fast 10, slow 30');
  expect(agentWords(agentOfText('./mine.ts'))).toBe('module, trusted false, timeBudgetMs 10000');
});
