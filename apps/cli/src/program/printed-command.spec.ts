/**
 * A printed command names the program as a shell in the folder finds it, and its words
 * survive the shell.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printedCommand } from './printed-command.js';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'tapefold-printed-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

function made(...parts: readonly string[]): string {
  const path = join(top, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

/** A package with its launcher; in `folder`, and installed below `project`. */
function installed(folder: string, project?: string): string {
  const launcher = join(made(folder, 'bin'), 'tapefold.js');
  writeFileSync(launcher, '');
  writeFileSync(join(top, folder, 'package.json'), '{}');
  if (project === undefined) return join(top, folder);
  writeFileSync(join(made(project), 'package.json'), '{}');
  symlinkSync(launcher, join(made(project, 'node_modules', '.bin'), 'tapefold'));
  return join(top, folder);
}

const clone = installed('clone');

describe('the program', () => {
  it.each([
    ['in the clone', clone, []],
    ['below it', made('clone', 'examples', 'one'), []],
  ])('is called by npx %s', (_, cwd) => {
    expect(printedCommand(['verify', 'out/runs/one'], { cwd, packageFolder: clone })).toBe(
      'npx tapefold verify out/runs/one',
    );
  });

  it('is called by npx inside a project that has installed it', () => {
    const packageFolder = installed('project/node_modules/tapefold', 'project');
    for (const cwd of [join(top, 'project'), made('project', 'scenarios')]) {
      expect(printedCommand(['agents'], { cwd, packageFolder })).toBe('npx tapefold agents');
    }
  });

  it('is called by its path elsewhere, beside another one too', () => {
    const launcher = join(clone, 'bin', 'tapefold.js');
    const nested = made('clone', 'nested');
    writeFileSync(join(nested, 'package.json'), '{}');
    for (const cwd of [top, '/', join(top, 'project'), nested]) {
      expect(printedCommand(['agents'], { cwd, packageFolder: clone })).toBe(
        `node ${launcher} agents`,
      );
    }
  });

  it('is called by a path that a shell takes as one word', () => {
    const packageFolder = installed("it's a clone");
    const printed = printedCommand([], { cwd: top, packageFolder });
    expect(printed).toBe(`node '${top}/it'\\''s a clone/bin/tapefold.js'`);
  });
});

it('has words that a shell hands over as they are', () => {
  const words = ['a b', "it's", '$HOME', '*', '', '--url', 'http://127.0.0.1:1', 'a;b', '\\', '"'];
  const printed = printedCommand(words, { cwd: clone, packageFolder: clone });
  const script = `npx() { printf '%s\\n' "$@"; }; ${printed}`;
  const out = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(out.split('\n').slice(1, -1)).toEqual(words);
});
