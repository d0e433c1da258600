/** The test projects, one per cost: what `npm test` runs, and the suites that CI adds. */

import { defineConfig } from 'vitest/config';

const conditions = ['source'];
/** No test asserts how long it takes, and a machine may be busy: the limits are there for what hangs. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};
const project = (name: string, include: string[], extra: object = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, include, ...limits, ...extra },
});

export default defineConfig({
  test: {
    // By default one core is left alone, of two.
    maxWorkers: '100%',
    projects: [
      project('unit', ['libs/**/*.spec.ts', 'apps/**/*.spec.ts', 'scripts/**/*.spec.ts']),
      project('properties', ['test/properties/**/*.spec.ts'], { testTimeout: 600_000 }),
      project('simulation', ['test/simulation/**/*.spec.ts'], { testTimeout: 600_000 }),
      project('journals', ['test/journals/**/*.spec.ts']),
      project('gate', ['test/gate/**/*.spec.ts'], { testTimeout: 300_000 }),
      project('e2e', ['test/e2e/**/*.spec.ts'], { testTimeout: 300_000 }),
      project('data', ['test/data/**/*.spec.ts'], { testTimeout: 300_000 }),
      project('cluster', ['test/cluster/**/*.spec.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        // Brokers that live for seconds: compiled quickly rather than well.
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('faults', ['test/faults/**/*.spec.ts'], {
        testTimeout: 600_000,
        hookTimeout: 180_000,
        // Each has a whole cluster to itself, and kills a good part of it.
        fileParallelism: false,
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('parity', ['test/parity/**/*.spec.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('browser', ['test/browser/**/*.spec.ts'], { testTimeout: 120_000 }),
    ],
  },
});
