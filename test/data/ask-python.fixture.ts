/** Independent answers: scripts in Python with numpy and statsmodels, installed beside the packages of npm. */

import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const requirements = resolve('test/data/requirements.txt');
/** Of one version: a second run finds it there. */
const packages = resolve('node_modules/.cache/statsmodels-0.15.0');

/** How long the first question may take, which installs the packages. */
export const installLimitMs = 300_000;

/** Runs a script of this folder on JSON, and reads the JSON that it prints. */
export function askPython<T>(script: string, question: unknown): T {
  install();
  return JSON.parse(python([resolve('test/data', script)], JSON.stringify(question))) as T;
}

function python(args: readonly string[], input = ''): string {
  const env = { ...process.env, PYTHONPATH: packages };
  const limits = { maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' as const };
  const { status, stdout, stderr, error } = spawnSync('python3', args, { env, input, ...limits });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Several files may install at once: each into a folder of its own, and the first one stays. */
function install(): void {
  if (existsSync(packages)) return;
  const into = `${packages}.${process.pid}`;
  const quiet = ['--quiet', '--disable-pip-version-check'];
  python(['-m', 'pip', 'install', ...quiet, '--target', into, '--requirement', requirements]);
  try {
    renameSync(into, packages);
  } catch {
    rmSync(into, { recursive: true });
  }
}
