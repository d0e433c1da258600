/**
 * Independent answers: Python scripts with numpy and statsmodels, installed next to
 * the npm packages.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Requirements of a script, and the folder of its packages: of one version, so that a
 * second run finds it.
 */
interface Packages {
  readonly requirements: string;
  readonly cache: string;
}

const statsmodels = { requirements: 'requirements.txt', cache: 'statsmodels-0.15.0' };

export const backtestingAndQuantStats = {
  requirements: 'requirements-trades.txt',
  cache: 'backtesting-0.6.5-quantstats-0.0.86',
};

/** How long the first question may take, which installs the packages. */
export const installLimitMs = 300_000;

/** Runs a script of this folder on JSON, and reads the JSON that it prints. */
export function askPython<T>(script: string, question: unknown, needs: Packages = statsmodels): T {
  const packages = resolve('node_modules/.cache', needs.cache);
  install(packages, resolve('test/data', needs.requirements));
  const input = JSON.stringify(question);
  return JSON.parse(python([resolve('test/data', script)], packages, input)) as T;
}

function python(args: readonly string[], packages: string, input = ''): string {
  const env = { ...process.env, PYTHONPATH: packages };
  const limits = { maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' as const };
  const { status, stdout, stderr, error } = spawnSync('python3', args, { env, input, ...limits });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Several files may install at once: each into its own folder, and the first one stays. */
function install(packages: string, requirements: string): void {
  if (existsSync(packages)) return;
  const into = `${packages}.${process.pid}`;
  const quiet = ['--quiet', '--disable-pip-version-check'];
  const from = ['--target', into, '--requirement', requirements];
  python(['-m', 'pip', 'install', ...quiet, ...from], packages);
  try {
    renameSync(into, packages);
  } catch {
    rmSync(into, { recursive: true });
  }
}
