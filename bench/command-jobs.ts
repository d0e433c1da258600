/** The jobs on which `tapefold run` is timed whole, as people type it. */

import { writeDailySet, writeMinuteSet, type BarSet } from './bar-file.js';
import { userModule, type CommandTerms, type UserModule } from './command-run.js';
import type { Rule } from './raw-loop.js';

export interface CommandJob extends CommandTerms {
  readonly name: string;
  readonly variants: readonly Variant[];
  /** Whether the raw loop does it too. */
  readonly raw: boolean;
  writeBars(folder: string): BarSet;
}

/** Gets its own row. */
export interface Variant {
  /** Appended to the name of the job. */
  readonly name: string;
  /** Follow the word `run`. */
  readonly options: readonly string[];
  /** In place of the rules. */
  readonly module?: UserModule;
}

/** All bars are drawn with it. */
export const seed = 42;
const rows = 1_000_000;
const single = { rules: [{ fast: 10, slow: 30 }], capital: 100_000, portfolio: false };
const plain = [{ name: '', options: [] }];

export const minuteJob: CommandJob = {
  ...single,
  name: 'J: 1,000,000 minute bars, 1 agent',
  variants: plain,
  raw: true,
  writeBars: (folder) => writeMinuteSet(folder, seed, rows),
};

export const dailyJob: CommandJob = {
  ...single,
  name: '500 symbols × 10 years daily, 1 portfolio',
  capital: 10_000_000,
  portfolio: true,
  variants: plain,
  raw: true,
  writeBars: (folder) => writeDailySet(folder, seed, 500, 2516),
};

export const smallRunsJob: CommandJob = {
  ...single,
  name: '30 symbols × 2 years daily, 10 agents: 300 runs',
  rules: rulesOf(10),
  variants: ['1', '2'].map((jobs) => ({ name: `, --jobs ${jobs}`, options: ['--jobs', jobs] })),
  raw: true,
  writeBars: (folder) => writeDailySet(folder, seed, 30, 504),
};

export const agentsJob: CommandJob = {
  ...single,
  name: '1,000,000 minute bars, 100 agents',
  rules: rulesOf(100),
  variants: plain,
  raw: true,
  writeBars: (folder) => writeMinuteSet(folder, seed, rows),
};

export const longJob: CommandJob = {
  ...single,
  name: '8,000,000 minute bars, 1 agent',
  variants: plain,
  // Its text is longer than a string may be.
  raw: false,
  writeBars: (folder) => writeMinuteSet(folder, seed, 8_000_000),
};

function crossVariants(file: string): Variant[] {
  const { trusted, confined } = userModule(file);
  return [
    { name: ': built-in rule', options: [] },
    { name: ': SMA 20/50, trusted', options: [], module: trusted },
    { name: ': SMA 20/50, confined', options: [], module: confined },
  ];
}

const stop = userModule('trailing-stop.mjs', 'trailing-stop');

/** The rule first: times of the modules are compared with it. */
export const moduleJob: CommandJob = {
  ...minuteJob,
  rules: [{ fast: 20, slow: 50 }],
  name: '1,000,000 minute bars, own module',
  variants: [
    ...crossVariants('cross-one.mjs'),
    { name: ': trailing stop, trusted', options: [], module: stop.trusted },
    { name: ': trailing stop, confined', options: [], module: stop.confined },
  ],
};

export const dailyModuleJob: CommandJob = {
  ...dailyJob,
  rules: moduleJob.rules,
  name: `${dailyJob.name}, own module`,
  variants: crossVariants('cross-many.mjs'),
};

/** So many rules that differ, slow enough not to turn at every other bar. */
export function rulesOf(count: number): Rule[] {
  return Array.from({ length: count }, (_, n) => ({
    fast: 10 + (n % 10),
    slow: 30 + 5 * Math.floor(n / 10),
  }));
}
