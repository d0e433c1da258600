/** Folders of small inputs that broke the product, run as their users ran them. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadScenario, runScenario, type ScenarioOptions } from '#backtest';
import { type RunResult, type Result } from '#contracts/result/result';

const cases = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', '../cases');

/** A copy of the folder of a case, which goes away with its test. */
export function caseFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-case-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(cases, name), folder, { recursive: true });
  return folder;
}

/** Runs a scenario of a case's folder in this process; throws what the command would print. */
export async function runCase(
  folder: string,
  scenario = 's.yaml',
  more: Pick<ScenarioOptions, 'onPrint'> = {},
): Promise<Result> {
  const out = join(folder, 'out');
  const loaded = loadScenario(join(folder, scenario));
  const options = { out, codeVersion: 'test', jobs: 1, fresh: true, ...more };
  const outcome = await runScenario(loaded, options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const { result } = outcome;
  return result;
}

/** The run of an agent in a result. */
export function runOf(result: Result, agent: string): RunResult {
  const run = result.runs.find((candidate) => candidate.agent === agent);
  if (run === undefined) throw new Error(`no run of ${agent}`);
  return run;
}
