/**
 * The tests that judge mutants: unit tests, properties, simulations and golden journals,
 * as one project.
 */

import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.ts';
import { NearestFirst } from './nearest-first.ts';

const [unit] = main.test!.projects as { resolve: object; ssr: object; test: object }[];

export default defineConfig({
  ...unit!,
  test: {
    ...unit!.test,
    name: 'mutations',
    // StrykerJS ends what hangs, after a time that it measures on this machine.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    setupFiles: ['scripts/mutations/fresh-coverage.ts'],
    sequence: { sequencer: NearestFirst },
    include: [
      'libs/**/*.spec.ts',
      'apps/**/*.spec.ts',
      'test/properties/**/*.spec.ts',
      'test/simulation/**/*.spec.ts',
      'test/journals/**/*.spec.ts',
    ],
  },
});
