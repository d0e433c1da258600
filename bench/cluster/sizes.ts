/** How much is measured: all of it in about half an hour, or a little, to see that it works. */

import type { DecisionsOptions } from './decisions.ts';
import type { FactsOptions } from './facts.ts';
import type { LatencyOptions } from './latency.ts';
import type { ProjectingOptions } from './projecting.ts';
import type { WorkersOptions } from './two-workers.ts';

export interface BenchSize {
  readonly facts: FactsOptions;
  readonly decisions: DecisionsOptions;
  readonly workers: WorkersOptions;
  readonly latency: Omit<LatencyOptions, 'factsASecond'>;
  readonly projecting: ProjectingOptions;
}

/** Medians are of five rounds, in turns with what they are compared with. */
const rounds = 5;

export const sizes: Readonly<Record<'full' | 'small', BenchSize>> = {
  full: {
    facts: { bars: 300_000, rounds },
    decisions: { bars: 1000, steps: [1, 10, 100, 1000].map((runs) => ({ runs, rounds })) },
    workers: { bars: 1000, runs: 1000, rounds },
    latency: { seconds: 10, rounds, warmUpSeconds: 20, symbols: [1, 100] },
    projecting: { bars: 1000, runs: 400, rounds },
  },
  small: {
    facts: { bars: 30_000, rounds: 1 },
    decisions: { bars: 200, steps: [1, 10].map((runs) => ({ runs, rounds: 1 })) },
    workers: { bars: 100, runs: 30, rounds: 1 },
    latency: { seconds: 2, rounds: 1, warmUpSeconds: 2, symbols: [1, 100] },
    projecting: { bars: 200, runs: 10, rounds: 1 },
  },
};
