/**
 * The last measured commit, whose build others are compared with: `.ci/measured-commit` names it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git.js';

/** What git knows of the measured commit. */
export interface MeasuredCommit {
  /** Full hash. */
  readonly commit: string;
  /** False in a shallow clone that does not go back to it, and outside of a repository. */
  readonly isInHistory: boolean;
  /** Whether this checkout would be built from the same files. */
  readonly hasSameSources: boolean;
}

/** The commit to compare with, or the reason why there is none. */
export type Choice = { readonly commit: string } | { readonly reason: string };

const file = join('.ci', 'measured-commit');
/** All that a build is made of. */
const sources = [
  'apps',
  'bin',
  'libs',
  'migrations',
  'package.json',
  'package-lock.json',
  'scripts/bootstrap.js',
  'scripts/bundle.ts',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Chooses the other build of a comparison. */
export function chooseBuild({ commit, isInHistory, hasSameSources }: MeasuredCommit): Choice {
  const short = commit.slice(0, 9);
  if (!isInHistory) return { reason: `the measured commit ${short} is not in the history at hand` };
  if (hasSameSources) {
    return { reason: `this checkout has the sources of the measured commit ${short}` };
  }
  return { commit };
}

/** The hash in the text of the file; throws if it has anything else. */
export function parseMeasuredCommit(text: string): string {
  const line = text.trimEnd();
  if (/^[0-9a-f]{40}$/.test(line)) return line;
  throw new Error(`${file}: expected one line with the full hash of a commit; found "${line}"`);
}

export function readMeasuredCommit(checkout: string): MeasuredCommit {
  const commit = parseMeasuredCommit(readFileSync(join(checkout, file), 'utf8'));
  const isInHistory = git(checkout, 'cat-file', '-e', `${commit}^{commit}`) !== null;
  return { commit, isInHistory, hasSameSources: isInHistory && hasSourcesOf(checkout, commit) };
}

/**
 * Names HEAD as the measured commit, if what was measured is what it has; returns a line
 * that says which.
 */
export function moveMeasuredCommit(checkout: string): string {
  const head = git(checkout, 'rev-parse', 'HEAD');
  if (head === null) return `${file} stays: git does not name the commit of this checkout`;
  if (!hasSourcesOf(checkout, head)) return `${file} stays: some sources are not committed`;
  writeFileSync(join(checkout, file), `${head}\n`);
  return `${file}: ${head}`;
}

/**
 * Compares the files as they are, committed or not; files that git does not know yet count
 * as changes too.
 */
function hasSourcesOf(checkout: string, commit: string): boolean {
  const unchanged = git(checkout, 'diff', '--quiet', commit, '--', ...sources) !== null;
  const added = git(checkout, 'ls-files', '--others', '--exclude-standard', '--', ...sources);
  return unchanged && added === '';
}
