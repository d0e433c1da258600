/** Ranks of agents under three policies, for tests; a better rank has the higher return. */

import { symbolPolicies } from '#portfolio';
import type { Rescore } from './rescore-input.js';

type Ranks = readonly (number | null)[];

export function rescored(ranks: Readonly<Record<string, Ranks>>): Rescore {
  const policies = symbolPolicies.own.slice(0, 3);
  const agents = Object.entries(ranks);
  const hash = 'ab'.repeat(32);
  return {
    schemaVersion: 1,
    name: 'example',
    workflow: 'trading',
    dataSha256: hash,
    synthetic: false,
    window: { from: '2026-01-02', to: '2026-03-31' },
    capital: 100_000,
    rankedBy: 'cumulativeReturn',
    streams: agents.map(([agent]) => ({
      agent,
      symbols: ['GS'],
      kind: 'journal' as const,
      sha256: hash,
    })),
    policies,
    runs: policies.flatMap((policy, at) =>
      agents.map(([agent, own]) => {
        const rank = own[at] ?? null;
        const cumulativeReturn = rank === null ? null : (4 - rank) / 100;
        return {
          policy: policy.name,
          agent,
          symbol: 'GS',
          run: `${policy.name}/runs/x`,
          rank,
          journalHash: hash,
          cumulativeReturn,
          sharpe: 1,
          maxDrawdown: 0.1,
          trades: 1,
          denied: 0,
          due: 61,
          answered: 60,
        };
      }),
    ),
  };
}
