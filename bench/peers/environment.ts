/**
 * The Python environment of the peers: made once under node_modules/.cache, with the versions
 * that are pinned.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownBuild } from '../command-run.js';

/** The source folder, which holds the Python programs; compiled output is under dist/. */
export const sources = fileURLToPath(new URL('../../../bench/peers/', import.meta.url));

const requirements = join(sources, 'requirements.txt');

/**
 * Makes the environment if `requirements.txt` or the Python changed, and returns its interpreter.
 */
export function pythonOfPeers(python: string): string {
  const version = execFileSync(python, ['--version'], { encoding: 'utf8' }).trim();
  const wanted = createHash('sha256')
    .update(version)
    .update(readFileSync(requirements))
    .digest('hex');
  const folder = join(ownBuild, 'node_modules', '.cache', 'bench-peers');
  const stamp = join(folder, '.made-of');
  const installed = join(folder, 'bin', 'python');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return installed;
  rmSync(folder, { recursive: true, force: true });
  execFileSync(python, ['-m', 'venv', folder], { stdio: 'inherit' });
  execFileSync(installed, ['-m', 'pip', 'install', '--quiet', '-r', requirements], {
    stdio: 'inherit',
  });
  writeFileSync(stamp, wanted);
  return installed;
}

/** The pinned version of a package. */
export function versionOf(name: string): string {
  const pin = new RegExp(`^${name}==(.+)$`, 'm').exec(readFileSync(requirements, 'utf8'));
  if (pin?.[1] === undefined) throw new Error(`requirements.txt does not pin ${name}`);
  return pin[1];
}
