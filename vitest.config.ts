/** The test projects, one per cost: what `npm test` runs, and the suites that CI adds. */

import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { drawnOf } from './libs/values/src/commit-draw.fixture.ts';

const conditions = ['source'];
/**
 * No test asserts how long it takes, and a machine may be busy: the limits are there
 * for what hangs.
 */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};
/**
 * Modules are loaded once a worker, not once a file: no file may leave anything behind in them, or
 * in the process.
 */
const shared = { isolate: false };
/** Programs that tests start are compiled once, not at each start. */
const compiled = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled-programs') };
/**
 * The client of MCP and the library of model providers need a package that has a condition `source`
 * of its own, in TypeScript: it has to be compiled, as has what loads it.
 */
const server = {
  deps: {
    inline: [/@modelcontextprotocol\/client/, /eventsource/, /@ai-sdk\//, /node_modules\/ai\//],
  },
};
/**
 * The files of a suite of which a build takes a share, and `npm run soak` all. Of those that cost
 * most a share of their own is taken, so that no draw costs much more than another.
 */
const drawnFiles = (
  pattern: string,
  share: number,
  costly: { readonly names: readonly string[]; readonly share: number } = { names: [], share: 0 },
): string[] => {
  const isCostly = (file: string): boolean => costly.names.includes(basename(file, '.spec.ts'));
  const files = globSync(pattern).toSorted();
  const ordinary = files.filter((file) => !isCostly(file));
  return [
    ...drawnOf(ordinary, share, String),
    ...drawnOf(files.filter(isCostly), costly.share, String),
  ];
};
const costlyClusterFiles = [
  'cluster-compose',
  'foreign-clients',
  'message-log-outage',
  'models-in-flight',
  'run-waits',
];
const clusterFiles = drawnFiles('test/cluster/**/*.spec.ts', 0.5, {
  names: costlyClusterFiles,
  share: 0.2,
});
/** Each takes a minute or more, or installs a program to compare with. */
const costlyDataFiles = [
  'herculean-tables',
  'planted-audits-audited',
  'red-team',
  'retriever',
  'trades',
  'xbrl-arelle',
  'xbrl-fuzz',
];
const dataFiles = drawnFiles('test/data/**/*.spec.ts', 1, {
  names: costlyDataFiles,
  share: 0.5,
});
/** The same document, against the embedded server and the gateway of a cluster. */
const conformanceFiles = drawnFiles('test/conformance/**/*.spec.ts', 1, {
  names: ['cluster-gateway', 'serve'],
  share: 0.5,
});
const modelFiles = drawnFiles('test/models/**/*.spec.ts', 0.5, {
  names: ['herculean-quarter', 'in-flight', 'killed-run', 'wires'],
  share: 0.25,
});
/** What an installation brings is measured at each commit. */
const clientFiles = drawnFiles('test/clients/**/*.spec.ts', 0.4, {
  names: ['two-packages'],
  share: 1,
});
const browserFiles = drawnFiles('test/browser/**/*.spec.ts', 0.5, {
  names: ['report', 'report-layout'],
  share: 0.5,
});
const unitFiles = ['libs', 'apps', 'scripts', 'bench'].map((room) => `${room}/**/*.spec.ts`);
const project = (name: string, include: string[], extra: object = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, include, server, ...limits, ...extra },
});

export default defineConfig({
  test: {
    // By default one core is left alone, of two.
    maxWorkers: '100%',
    // A broker that files shared ends in order, also on a busy machine.
    teardownTimeout: 60_000,
    projects: [
      project('unit', unitFiles, shared),
      project('properties', ['test/properties/**/*.spec.ts'], { ...shared, testTimeout: 600_000 }),
      project('simulation', ['test/simulation/**/*.spec.ts'], { ...shared, testTimeout: 600_000 }),
      project('journals', ['test/journals/**/*.spec.ts'], shared),
      project('reference', ['test/reference/**/*.spec.ts'], { testTimeout: 3_600_000 }),
      project('laws', ['test/laws/**/*.spec.ts'], { testTimeout: 3_600_000 }),
      project('gate', ['test/gate/**/*.spec.ts'], {
        ...shared,
        testTimeout: 900_000,
        env: compiled,
      }),
      project('e2e', ['test/e2e/**/*.spec.ts'], {
        ...shared,
        testTimeout: 900_000,
        env: compiled,
      }),
      project('long', drawnFiles('test/long/**/*.spec.ts', 1 / 3), {
        ...shared,
        testTimeout: 900_000,
        env: compiled,
      }),
      project('data', dataFiles, { testTimeout: 900_000 }),
      project('cases', ['test/cases/**/*.spec.ts'], {
        ...shared,
        testTimeout: 900_000,
        env: compiled,
      }),
      project('cluster', clusterFiles, {
        globalSetup: 'test/cluster/servers-once.setup.ts',
        testTimeout: 900_000,
        hookTimeout: 900_000,
        // Brokers that live for seconds: compiled quickly rather than well.
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('faults', drawnFiles('test/faults/**/*.spec.ts', 0.25), {
        testTimeout: 1_800_000,
        hookTimeout: 900_000,
        // Each has a whole cluster to itself, and kills a good part of it.
        fileParallelism: false,
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('parity', ['test/parity/**/*.spec.ts'], {
        testTimeout: 900_000,
        hookTimeout: 900_000,
        env: { TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('soak', ['test/soak/**/*.spec.ts'], {
        testTimeout: 5 * 3_600_000,
        hookTimeout: 180_000,
        fileParallelism: false,
        env: { ...compiled, TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1' },
      }),
      project('conformance', conformanceFiles, {
        testTimeout: 1_800_000,
        hookTimeout: 180_000,
        env: {
          TAPEFOLD_CLUSTER_KAFKA_OPTS: '-XX:TieredStopAtLevel=1',
          // Thousands of requests a minute with one token: what is tried here is not how
          // many may come.
          TAPEFOLD_GATEWAY_LIMITS: JSON.stringify({
            perAddress: 1_000_000,
            perToken: 1_000_000,
            submissionsPerToken: 1_000_000,
          }),
        },
      }),
      project('clients', clientFiles, {
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      project('models', modelFiles, {
        testTimeout: 600_000,
        hookTimeout: 600_000,
        env: compiled,
      }),
      project('feeds', drawnFiles('test/feeds/**/*.spec.ts', 0.5), {
        testTimeout: 600_000,
        hookTimeout: 600_000,
        env: compiled,
      }),
      project('browser', browserFiles, { testTimeout: 600_000 }),
    ],
  },
});
