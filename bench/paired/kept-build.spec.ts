/**
 * Builds of commits: made once, with the right packages, and never used if their making
 * was interrupted.
 */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cacheFolder, keptBuild } from './kept-build.js';

let checkout: string;
let cache: string;

/** Builds once, and installs packages where there are none. */
const bootstrap = `
import * as fs from 'fs';
if (!fs.existsSync('node_modules')) fs.mkdirSync('node_modules');
if (!fs.existsSync('built')) fs.writeFileSync('built', '');
fs.appendFileSync('built', 'ready ');
`;

function git(...words: readonly string[]): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...words], { cwd: checkout, encoding: 'utf8' }).trim();
}

function commitWith(script: string): string {
  writeFileSync(join(checkout, 'scripts/bootstrap.js'), script);
  git('add', '.');
  git('commit', '--quiet', '--message', 'a change');
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  checkout = join(folder, 'checkout');
  cache = join(folder, 'cache');
  for (const name of ['node_modules', 'scripts']) {
    mkdirSync(join(checkout, name), { recursive: true });
  }
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
  writeFileSync(join(checkout, 'package-lock.json'), 'first');
  git('init', '--quiet');
});

describe('the cache', () => {
  it('is the folder that the environment names, or one in the home folder', () => {
    expect(cacheFolder({ TAPEFOLD_CACHE: 'cache' })).toBe('cache');
    expect(cacheFolder({ TAPEFOLD_CACHE: '' })).toBe(cacheFolder({}));
    expect(cacheFolder({})).toBe(join(homedir(), '.cache', 'tapefold'));
  });
});

describe('the build of a commit', () => {
  it('has the files of the commit, is made once and made ready each time', () => {
    const commit = commitWith(bootstrap);
    commitWith('process.exit(1);');
    const build = keptBuild(commit, { checkout, cache });
    expect(build).toBe(join(cache, 'builds', commit));
    expect(readFileSync(join(build, 'scripts/bootstrap.js'), 'utf8')).toBe(bootstrap);
    expect(keptBuild(commit, { checkout, cache })).toBe(build);
    expect(readFileSync(join(build, 'built'), 'utf8')).toBe('ready ready ');
    expect(readdirSync(join(cache, 'builds'))).toEqual([commit]);
  });

  it('is not kept if its making fails', () => {
    const commit = commitWith('process.exit(1);');
    expect(() => keptBuild(commit, { checkout, cache })).toThrow(/bootstrap.js failed/);
    expect(readdirSync(join(cache, 'builds'))).toEqual([]);
  });

  it('is made again beside a draft that was left behind', () => {
    const commit = commitWith(bootstrap);
    mkdirSync(join(cache, 'builds', 'draft-left'), { recursive: true });
    expect(existsSync(join(keptBuild(commit, { checkout, cache }), 'built'))).toBe(true);
  });

  it('uses the packages of the checkout while they are its own', () => {
    const commit = commitWith(bootstrap);
    const packages = join(keptBuild(commit, { checkout, cache }), 'node_modules');
    expect(readlinkSync(packages)).toBe(join(checkout, 'node_modules'));
    writeFileSync(join(checkout, 'package-lock.json'), 'second');
    keptBuild(commit, { checkout, cache });
    expect(lstatSync(packages).isDirectory()).toBe(true);
  });
});
