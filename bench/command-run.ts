/**
 * One `tapefold run`, as people type it: its scenario, what it took, what it left behind,
 * what it answered.
 */

import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BarSet } from './bar-file.js';
import { measureProcess, type Measured } from './measured-process.js';
import type { Rule } from './raw-loop.js';

/** What a scenario asks for, apart from its data. */
export interface CommandTerms {
  /** Each is a separate `sma-cross` agent. */
  readonly rules: readonly Rule[];
  readonly capital: number;
  /** One run over all symbols, instead of one a symbol. */
  readonly portfolio: boolean;
}

/** A strategy as a user writes it, in place of the built-in rule, which it gets as its `config`. */
export interface UserModule {
  /** Path of the module; it is copied next to the scenario. */
  readonly file: string;
  /** Whether it runs within the process of the run, instead of confined to its own. */
  readonly trusted: boolean;
  /** Id of its agent where it does something else than the rule; that of the rule otherwise. */
  readonly id?: string;
}

/** What one run of the command took, and what it left behind. */
export interface CommandRun extends Measured {
  /** Counts the whole result folder. */
  readonly writtenBytes: number;
  /** Counts its `result.json` alone. */
  readonly resultBytes: number;
}

/** The folder of the build that this bench belongs to. */
export const ownBuild = fileURLToPath(new URL('../..', import.meta.url));

/** A module of `bench/modules`, both ways. */
export function userModule(name: string, id?: string): Record<'confined' | 'trusted', UserModule> {
  const file = join(ownBuild, 'bench', 'modules', name);
  const own = id === undefined ? { file } : { file, id };
  return { confined: { ...own, trusted: false }, trusted: { ...own, trusted: true } };
}

/** Whole units at the close that decided, without costs. */
const execution = {
  name: 'whole-units',
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 1,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};

/** Writes a scenario next to its data folder; the policy sets every member explicitly. */
export function writeScenario(
  bars: BarSet,
  { rules, capital, portfolio }: CommandTerms,
  module?: UserModule,
): string {
  const data = dirname(bars.file);
  const folder = dirname(data);
  const scenario = {
    name: 'bench',
    data,
    window: { from: bars.from, to: bars.to },
    symbols: bars.symbols,
    portfolio,
    capital,
    execution,
    agents: rules.map((rule) => agentOf(rule, module)),
  };
  if (module !== undefined) copyFileSync(module.file, join(folder, basename(module.file)));
  const path = join(folder, `${module === undefined ? 'scenario' : nameOf(module)}.yaml`);
  writeFileSync(path, JSON.stringify(scenario));
  return path;
}

function agentOf(rule: Rule, module: UserModule | undefined): object {
  const id = module?.id ?? `${rule.fast}-${rule.slow}`;
  if (module === undefined) return { id, kind: 'sma-cross', ...rule };
  const { file, trusted } = module;
  return { id, kind: 'module', file: basename(file), trusted, config: rule };
}

function nameOf({ file, trusted }: UserModule): string {
  return `${basename(file, '.mjs')}-${trusted ? 'trusted' : 'confined'}`;
}

/** Runs the command once, into a folder that does not exist yet and is removed afterwards. */
export async function runCommand<T = undefined>(
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
      figures?: Record<'finalEquity' | 'fills', { value: number }>;
      /** Written by an earlier build, which had values alone. */
      metrics?: { finalEquity: number; fills: number };
    }[];
  };
  return Object.fromEntries(
    runs.map(({ agent, symbol, figures, metrics }) => [
      `${agent}/${symbol ?? 'all'}`,
      {
        finalEquity: figures?.finalEquity.value ?? metrics?.finalEquity ?? NaN,
        fills: figures?.fills.value ?? metrics?.fills ?? NaN,
      },
    ]),
  );
}
