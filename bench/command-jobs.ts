/** The jobs on which `tapefold run` is timed whole, as people type it, and one such run. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDailySet, writeMinuteSet, type BarSet } from './bar-file.js';
import { measureProcess, type Measured } from './measured-process.js';
import type { Rule } from './raw-loop.js';

/** What a scenario asks for, beside its data. */
export interface CommandTerms {
  /** Each an `sma-cross` agent of its own. */
  readonly rules: readonly Rule[];
  readonly capital: number;
  /** One run over all symbols, instead of one a symbol. */
  readonly portfolio: boolean;
}

export interface CommandJob extends CommandTerms {
  readonly name: string;
  /** A row each: what stands behind the name, and the options of `run`. */
  readonly variants: readonly { readonly name: string; readonly options: readonly string[] }[];
  /** Whether the raw loop does it too. */
  readonly raw: boolean;
  writeBars(folder: string): BarSet;
}

/** What one run of the command took, and what it left behind. */
export interface CommandRun extends Measured {
  /** Of the whole result folder. */
  readonly writtenBytes: number;
  /** Of its `result.json`. */
  readonly resultBytes: number;
}

/** The folder of the build that this bench belongs to. */
export const ownBuild = fileURLToPath(new URL('../..', import.meta.url));

const seed = 42;
const one = { rules: [{ fast: 10, slow: 30 }], capital: 100_000, portfolio: false };
const plain = [{ name: '', options: [] }];

export const minuteJob: CommandJob = {
  ...one,
  name: 'J: 1,000,000 minute bars, 1 agent',
  variants: plain,
  raw: true,
  writeBars: (folder) => writeMinuteSet(folder, seed, 1_000_000),
};

export const dailyJob: CommandJob = {
  ...one,
  name: '500 symbols × 10 years daily, 1 portfolio',
  capital: 10_000_000,
  portfolio: true,
  variants: plain,
  raw: true,
  writeBars: (folder) => writeDailySet(folder, seed, 500, 2516),
};

export const smallRunsJob: CommandJob = {
  ...one,
  name: '30 symbols × 2 years daily, 10 agents: 300 runs',
  rules: rulesOf(10),
  variants: ['1', '2'].map((jobs) => ({ name: `, --jobs ${jobs}`, options: ['--jobs', jobs] })),
  raw: true,
  writeBars: (folder) => writeDailySet(folder, seed, 30, 504),
};

export const agentsJob: CommandJob = {
  ...one,
  name: '1,000,000 minute bars, 100 agents',
  rules: rulesOf(100),
  variants: plain,
  raw: true,
  writeBars: (folder) => writeMinuteSet(folder, seed, 1_000_000),
};

export const longJob: CommandJob = {
  ...one,
  name: '8,000,000 minute bars, 1 agent',
  variants: plain,
  // Its text is longer than a string may be.
  raw: false,
  writeBars: (folder) => writeMinuteSet(folder, seed, 8_000_000),
};

/** So many rules that differ, slow enough not to turn at every other bar. */
function rulesOf(count: number): Rule[] {
  return Array.from({ length: count }, (_, n) => ({
    fast: 10 + (n % 10),
    slow: 30 + 5 * Math.floor(n / 10),
  }));
}

/** Writes a scenario beside its data; every member of the policy in which named ones differ is spelled out. */
export function writeScenario(bars: BarSet, { rules, capital, portfolio }: CommandTerms): string {
  const agents = rules.map(({ fast, slow }) => ({
    id: `${fast}-${slow}`,
    kind: 'sma-cross',
    fast,
    slow,
  }));
  const execution = {
    ...{
      name: 'whole-units',
      fill: 'decision-close',
      hold: 'keep',
      short: false,
      size: 'all-in',
      lotSize: 1,
    },
    ...{ feeBps: 0, slippageBps: 0, borrowBpsPerYear: 0, dividends: 'ignore', liquidate: false },
  };
  const scenario = {
    ...{
      name: 'bench',
      data: '.',
      window: { from: bars.from, to: bars.to },
      symbols: bars.symbols,
    },
    ...{ portfolio, capital, execution, agents },
  };
  const path = join(dirname(bars.file), 'scenario.yaml');
  writeFileSync(path, JSON.stringify(scenario));
  return path;
}

/** Types the command once, into a folder that does not exist yet and is removed afterwards. */
export async function typeRun<T = undefined>(
  build: string,
  scenario: string,
  options: readonly string[],
  read?: (folder: string) => T,
): Promise<CommandRun & { readonly found: T | undefined }> {
  const parent = mkdtempSync(join(dirname(scenario), 'out-'));
  const out = join(parent, 'result');
  try {
    const words = [join(build, 'bin', 'tapefold.js'), 'run', scenario, '--out', out, ...options];
    const measured = await measureProcess(process.execPath, words, parent);
    const resultBytes = statSync(join(out, 'result.json')).size;
    return { ...measured, resultBytes, writtenBytes: sizeOf(out), found: read?.(out) };
  } finally {
    rmSync(parent, { recursive: true });
  }
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}

/** What each run of a result ended with, by rule and symbol, and its fills. */
export function endsOf(folder: string): Record<string, { finalEquity: number; fills: number }> {
  const { runs } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as {
    runs: {
      agent: string;
      symbol: string | null;
      metrics: { finalEquity: number; fills: number };
    }[];
  };
  return Object.fromEntries(
    runs.map(({ agent, symbol, metrics }) => [`${agent}/${symbol ?? 'all'}`, metrics]),
  );
}
