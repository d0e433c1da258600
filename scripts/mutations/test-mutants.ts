/** Tests mutants with StrykerJS, in a copy of the project, within a bound on time. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedMutant } from './listed-mutant.ts';
import type { TestedMutant } from './stryker-plugin.ts';

export interface JudgedMutant {
  readonly mutant: ListedMutant;
  /** Whether a test failed, or never ended. */
  readonly isKilled: boolean;
}

interface TestOptions {
  /** What was not tested until then stays untested. */
  readonly minutesMax: number;
  readonly onTested: (mutant: ListedMutant, tested: TestedMutant) => void;
}

const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const killing = new Set(['Killed', 'Timeout', 'RuntimeError']);
const pollMs = 500;

/** Rejects when StrykerJS ends before it has tested all of them, and with time left. */
export async function testMutants(
  mutants: readonly ListedMutant[],
  { minutesMax, onTested }: TestOptions,
): Promise<readonly JudgedMutant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-mutations-'));
  const results = join(folder, 'results.jsonl');
  const judged: JudgedMutant[] = [];
  const byKey = new Map(mutants.map((mutant) => [mutant.key, mutant]));
  /** Reads what has been added to the results. */
  const read = (): void => {
    if (!existsSync(results)) return;
    const lines = readFileSync(results, 'utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(judged.length)) {
      const tested = JSON.parse(line) as TestedMutant;
      const mutant = byKey.get(tested.key)!;
      judged.push({ mutant, isKilled: killing.has(tested.status) });
      onTested(mutant, tested);
    }
  };
  try {
    const outcome = await runStryker(folder, mutants, { results, minutesMax, onPoll: read });
    read();
    if (outcome !== 'out of time' && judged.length < mutants.length) {
      throw new Error(`StrykerJS ended with ${outcome}: ${judged.length} of ${mutants.length}`);
    }
    return judged;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RunOptions {
  readonly results: string;
  readonly minutesMax: number;
  readonly onPoll: () => void;
}

/** Ends its whole group of processes when time is up. */
async function runStryker(
  folder: string,
  mutants: readonly ListedMutant[],
  { results, minutesMax, onPoll }: RunOptions,
): Promise<number | null | 'out of time'> {
  const config = join(folder, 'stryker.config.json');
  const drawnFile = join(folder, 'drawn.json');
  writeFileSync(config, JSON.stringify(configOf(folder, mutants)));
  writeFileSync(drawnFile, JSON.stringify(mutants.map(({ key }) => key)));
  const child = spawn(process.execPath, [program, 'run', config], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TAPEFOLD_DRAWN_MUTANTS: drawnFile,
      TAPEFOLD_MUTANT_RESULTS: results,
    },
  });
  const poll = setInterval(onPoll, pollMs);
  const { promise, resolve, reject } = Promise.withResolvers<number | null | 'out of time'>();
  const limit = setTimeout(() => resolve('out of time'), minutesMax * 60_000);
  child.once('error', reject);
  child.once('close', resolve);
  try {
    return await promise;
  } finally {
    clearInterval(poll);
    clearTimeout(limit);
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
}

/**
 * Only the ranges of drawn mutants are instrumented: the coverage of whole files does not fit in
 * memory. A check lets no other mutant of a range through.
 */
const configOf = (folder: string, mutants: readonly ListedMutant[]): object => ({
  mutate: [...new Set(mutants.map(({ file, range }) => `${file}:${range}`))],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutations/vitest.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutations/stryker-plugin.ts'],
  checkers: ['drawn'],
  reporters: ['lines'],
  coverageAnalysis: 'perTest',
  concurrency: availableParallelism(),
  tempDirName: join(folder, 'sandbox'),
  // Types are erased, not checked: what a mutant does when it runs is of interest.
  disableTypeChecks: false,
  dryRunTimeoutMinutes: 90,
  // For machines that are busy: a mutant that never ends is rare.
  timeoutMS: 60_000,
  timeoutFactor: 2,
  allowConsoleColors: false,
});
