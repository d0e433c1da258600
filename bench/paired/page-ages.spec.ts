/** When a page of figures is too old, and when that is unknown. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ageLine, ageOfPage, figurePages, type FigurePage } from './page-ages.js';

const figures: FigurePage = { page: 'docs/a.md', rooms: ['libs'], command: 'npm run a' };
const root = resolve(import.meta.dirname, '../..');

describe('the line on a page of figures', () => {
  it.each([
    { days: 7, commits: 1000 },
    { days: 365, commits: 400 },
    { days: 0, commits: 0 },
  ])('is none at $days days and $commits commits', (age) => {
    expect(ageLine(figures, age)).toBeNull();
  });

  it('warns of more days and more commits, and says what to do', () => {
    expect(ageLine(figures, { days: 8.7, commits: 401 })).toBe(
      'warning: docs/a.md is 8 days and 401 commits of what it measures old: ' +
        '`npm run a` writes it again',
    );
  });

  it('says that an age is unknown', () => {
    expect(ageLine(figures, null)).toBe('docs/a.md: the history at hand does not tell its age');
  });
});

describe('the pages of figures', () => {
  it.each(figurePages)('$page and its rooms are there', ({ page, rooms }) => {
    const paths = [page, ...rooms].map((path) => join(root, path));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** Commits a file on a day of January 2026. */
function commit(folder: string, file: string, day: number): void {
  writeFileSync(join(folder, file), `${day}\n`);
  const date = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['add', '.'], { cwd: folder });
  execFileSync('git', [...author, 'commit', '--quiet', '--message', file], { cwd: folder, env });
}

describe('the age of a page', () => {
  it('counts days, and commits of its rooms, from its last change to HEAD', () => {
    const parent = mkdtempSync(join(tmpdir(), 'page-ages-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const folder = join(parent, 'whole');
    for (const name of ['docs', 'libs']) mkdirSync(join(folder, name), { recursive: true });
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    commit(folder, 'libs/a.ts', 1);
    commit(folder, 'docs/a.md', 2);
    commit(folder, 'libs/a.ts', 5);
    commit(folder, 'docs/other.md', 8);
    commit(folder, 'libs/b.ts', 12);
    expect(ageOfPage(folder, figures)).toEqual({ days: 10, commits: 2 });

    const clone = (depth: number): string => {
      const shallow = join(parent, `shallow-${depth}`);
      const words = ['clone', '--quiet', '--depth', String(depth), `file://${folder}`, shallow];
      execFileSync('git', words);
      return shallow;
    };
    expect(ageOfPage(clone(2), figures)).toBeNull();
    // Its first commit is the one before the page changed.
    expect(ageOfPage(clone(5), figures)).toEqual({ days: 10, commits: 2 });
  });

  it('is unknown outside of a repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-ages-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(ageOfPage(folder, figures)).toBeNull();
  });
});
