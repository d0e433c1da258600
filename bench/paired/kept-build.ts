/** Builds of earlier commits, each made once and kept in a folder of the user's, by commit. */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where builds come from, and where they are kept. */
export interface BuildPlaces {
  /** The repository, with its packages. */
  readonly checkout: string;
  /**
   * `TAPEFOLD_CACHE`, or `.cache/tapefold` in the home folder. Anything in it can be made again.
   */
  readonly cache: string;
}

/**
 * The usual cache. It is outside of `node_modules`, where Node runs no TypeScript, and where it
 * would not outlive a checkout.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const named = environment['TAPEFOLD_CACHE'];
  return named === undefined || named === '' ? join(homedir(), '.cache', 'tapefold') : named;
}

/** The folder with the build of a commit, which is made if it is not there yet. */
export function keptBuild(commit: string, { checkout, cache }: BuildPlaces): string {
  const builds = join(cache, 'builds');
  const kept = join(builds, commit);
  if (existsSync(kept)) {
    makeReady(kept, checkout);
    return kept;
  }
  mkdirSync(builds, { recursive: true });
  const draft = mkdtempSync(join(builds, 'draft-'));
  try {
    unpack(commit, checkout, draft);
    makeReady(draft, checkout);
    keepAs(kept, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return kept;
}

function unpack(commit: string, checkout: string, folder: string): void {
  const archive = join(folder, 'sources.tar');
  runIn(checkout, 'git', 'archive', '--format=tar', `--output=${archive}`, commit);
  runIn(folder, 'tar', '-xf', archive);
  rmSync(archive);
}

/** Packages first, then what is not built yet: nothing is done where all of it is there. */
function makeReady(folder: string, checkout: string): void {
  choosePackages(folder, checkout);
  runIn(folder, process.execPath, join('scripts', 'bootstrap.js'));
}

/**
 * Links the packages of the checkout if they are those that the build asks for; otherwise bootstrap
 * installs them. A link is made again each time: the checkout may be another one, or have other
 * packages by now.
 */
function choosePackages(folder: string, checkout: string): void {
  const packages = join(folder, 'node_modules');
  const found = lstatSync(packages, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) rmSync(packages);
  const lockOf = (root: string): Buffer => readFileSync(join(root, 'package-lock.json'));
  if (!lockOf(folder).equals(lockOf(checkout))) return;
  symlinkSync(join(checkout, 'node_modules'), packages, 'dir');
}

/** Another process may have kept the same build meanwhile, which is as good. */
function keepAs(kept: string, draft: string): void {
  try {
    renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}

function runIn(folder: string, program: string, ...words: readonly string[]): void {
  const { error, status } = spawnSync(program, words, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed in ${folder}`);
}
