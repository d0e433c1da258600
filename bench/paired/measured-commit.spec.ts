/** Which build another is compared with, and when there is none. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  chooseBuild,
  moveMeasuredCommit,
  parseMeasuredCommit,
  readMeasuredCommit,
} from './measured-commit.js';

const commit = '0123456789abcdef0123456789abcdef01234567';

describe('the file of the measured commit', () => {
  it('has one full hash', () => {
    expect(parseMeasuredCommit(`${commit}\n`)).toBe(commit);
  });

  it.each(['', 'main\n', `${commit.slice(1)}\n`, `${commit}\n${commit}\n`])('not %j', (text) => {
    expect(() => parseMeasuredCommit(text)).toThrow(/measured-commit: expected one line/);
  });
});

describe('the choice of a build', () => {
  it('is the measured commit', () => {
    const choice = chooseBuild({ commit, isInHistory: true, hasSameSources: false });
    expect(choice).toEqual({ commit });
  });

  it('is none if the history does not have it, or nothing changed', () => {
    expect(chooseBuild({ commit, isInHistory: false, hasSameSources: false })).toEqual({
      reason: 'the measured commit 012345678 is not in the history at hand',
    });
    expect(chooseBuild({ commit, isInHistory: true, hasSameSources: true })).toEqual({
      reason: 'this checkout has the sources of the measured commit 012345678',
    });
  });
});

/** A repository with one commit of a source and of a page. */
function repository(): { folder: string; head: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'measured-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  for (const name of ['.ci', 'libs', 'docs']) mkdirSync(join(folder, name));
  for (const name of ['libs/a.ts', 'docs/a.md']) writeFileSync(join(folder, name), 'first\n');
  git('init', '--quiet');
  git('add', '.');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  git(...author, 'commit', '--quiet', '--no-gpg-sign', '--message', 'first');
  return { folder, head: git('rev-parse', 'HEAD'), file: join(folder, '.ci/measured-commit') };
}

describe('the measured commit of a checkout', () => {
  it('moves to HEAD, and then has the same sources until one changes', () => {
    const { folder, head, file } = repository();
    moveMeasuredCommit(folder);
    expect(readFileSync(file, 'utf8')).toBe(`${head}\n`);
    writeFileSync(join(folder, 'docs/a.md'), 'second\n');
    const same = { commit: head, isInHistory: true, hasSameSources: true };
    expect(readMeasuredCommit(folder)).toEqual(same);
    writeFileSync(join(folder, 'libs/b.ts'), 'new\n');
    expect(readMeasuredCommit(folder)).toEqual({ ...same, hasSameSources: false });
  });

  it('stays while a source is not committed', () => {
    const { folder, file } = repository();
    writeFileSync(file, `${commit}\n`);
    writeFileSync(join(folder, 'libs/a.ts'), 'second\n');
    expect(moveMeasuredCommit(folder)).toContain('stays: some sources are not committed');
    expect(readFileSync(file, 'utf8')).toBe(`${commit}\n`);
    expect(readMeasuredCommit(folder)).toMatchObject({ isInHistory: false });
  });
});
