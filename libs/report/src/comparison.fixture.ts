/** A comparison of generated agents, as a result would have it. */

import type { ComparedEntry, TradingComparison } from '#contracts/result/comparison';

const level = 0.95;

const entry = (agent: string, overrides: Partial<ComparedEntry> = {}): ComparedEntry => ({
  agent,
  runs: 2,
  missingRuns: 0,
  due: 122,
  answered: 122,
  failures: 0,
  refused: null,
  return: {
    mean: 0.12,
    deviation: 0.03,
    overRuns: { low: -0.15, high: 0.39, level },
    overDays: { low: -0.4, high: 0.7, level },
  },
  sharpe: { mean: 0.8, deviation: 0.2, overRuns: null, overDays: null },
  agreement: { decisions: 61, equal: 0.75, alpha: 0.5 },
  ...overrides,
});

const tested = {
  difference: 0.05,
  interval: { low: -0.2, high: 0.3, level },
  p: 0.41,
  pAdjusted: 0.734,
  smallestSeen: 0.6,
};

/** Two agents that are ranked, and one of a hostile name that is not. */
export function exampleComparison(winner: string | null = null): TradingComparison {
  const [best, worst] = winner === null ? [1, 2] : [1, 1];
  return {
    level,
    returns: 60,
    entries: [
      entry('alpha'),
      entry('beta', { sharpe: null }),
      entry('<b>&\u001b[31m', { refused: 'it answered 90% of its 122 decisions', failures: 12 }),
    ],
    rankings: [
      {
        by: 'return',
        winner,
        smallestSeen: 0.6,
        ranks: [
          { agent: 'alpha', value: 0.12, rank: 1, best, worst },
          { agent: 'beta', value: 0.07, rank: 2, best: winner === null ? 1 : 2, worst: 2 },
        ],
      },
    ],
    differences: [{ one: 'alpha', other: 'beta', by: 'return', ...tested }],
    models: {
      cells: [
        { framework: 'llm', model: 'openai/a', agent: 'alpha' },
        { framework: 'llm', model: 'openai/b', agent: 'beta' },
      ],
      ofFrameworks: [],
      ofModels: [
        {
          fixed: 'llm',
          one: 'openai/a',
          other: 'openai/b',
          agents: ['alpha', 'beta'],
          by: 'return',
          ...tested,
        },
      ],
    },
  };
}
