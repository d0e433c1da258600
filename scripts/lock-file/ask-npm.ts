/**
 * What npm finds in its registry for a lock file that lacks entries, asked for in a folder that
 * is thrown away.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LockFile } from './lock-entries.ts';

const command = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * The lock file of the project in this folder as npm makes it out of `lock`: with each missing
 * package that the registry has, without the others. Throws with npm's own words where it fails.
 */
export function askNpm(lock: LockFile): LockFile {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-lock-'));
  try {
    for (const file of ['package.json', '.npmrc'].filter((name) => existsSync(name))) {
      cpSync(file, join(folder, file));
    }
    const file = join(folder, 'package-lock.json');
    writeFileSync(file, JSON.stringify(lock, null, 2));
    const options = ['--omit-lockfile-registry-resolved', '--loglevel=error'];
    const { error, status, stderr } = spawnSync('npm', [...command, ...options], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (error !== undefined || status !== 0) {
      throw new Error(`npm did not complete the lock file: ${error?.message ?? stderr}`);
    }
    const made = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
    requireLibc(lock, made);
    return made;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** npm 10 does not write libc: what it adds for musl would count as for glibc too. */
function requireLibc(before: LockFile, after: LockFile): void {
  const places = Object.keys(after.packages);
  const added = places.find((place) => before.packages[place] === undefined);
  const lost = places.find(
    (place) =>
      before.packages[place]?.libc !== undefined && after.packages[place]?.libc === undefined,
  );
  if (added === undefined || lost === undefined) return;
  throw new Error(
    `${added} is new: expected an npm that keeps libc, as 11 does, found one that drops it`,
  );
}
