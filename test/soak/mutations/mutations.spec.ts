/**
 * Goal: the tests of a checkout kill at least 90 of 100 mutants that are drawn from eight rooms by
 * the hash of the commit. `TAPEFOLD_SOAK_MUTATIONS=40` draws fewer,
 * `TAPEFOLD_MUTATIONS_SEED=<hash>` draws those of another commit.
 */

import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';

const count = process.env['TAPEFOLD_SOAK_MUTATIONS'] ?? '300';
const seed = process.env['TAPEFOLD_MUTATIONS_SEED'] ?? 'HEAD';
/** All that can be tested in this time count; the others are left. */
const minutesMax = '240';

interface Summary {
  readonly seed: string;
  readonly drawn: number;
  readonly tested: number;
  readonly killed: number;
}

/** Runs the program, and shows what it prints as it does. */
async function mutate(): Promise<Summary> {
  const child = spawn(process.execPath, ['scripts/mutations.ts', count, seed, minutesMax], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    process.stdout.write(text);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return JSON.parse(printed.trim().split('\n').at(-1)!) as Summary;
}

it(`kills at least 90 of 100 mutants, of ${count}`, async () => {
  const { drawn, tested, killed } = await mutate();
  expect(drawn).toBe(Number(count));
  // A machine that is too slow for half of them says nothing about the tests.
  expect(tested).toBeGreaterThanOrEqual(drawn / 2);
  expect(killed / tested).toBeGreaterThanOrEqual(0.9);
});
