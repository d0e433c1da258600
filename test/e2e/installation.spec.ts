/** One clean installation prepares a checkout, and what goes wrong is explained. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from './command-line.fixture.js';

const packages = {
  '': { name: 'checkout' },
  'node_modules/needed': { version: '1.0.0' },
  'node_modules/of-another-platform': { version: '1.0.0', optional: true },
};

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** What npm was called with, each time. */
  readonly calls: string[];
}

/**
 * Starts scripts/bootstrap.js in a checkout of two packages; `npm` is the shell script
 * that replaces npm.
 */
function bootstrap(npm: string, installed?: object): Ended {
  const root = folder();
  mkdirSync(join(root, 'scripts'));
  cpSync('scripts/bootstrap.js', join(root, 'scripts', 'bootstrap.js'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  for (const [place, script] of [
    ['bin', npm],
    // An npm run puts this folder first on the path; its contents disappear while npm works.
    ['node_modules/.bin', 'echo "npm of node_modules"'],
  ] as const) {
    mkdirSync(join(root, place), { recursive: true });
    const text = `#!/bin/sh\necho "$@" >>"$CALLS"\n${script}\n`;
    writeFileSync(join(root, place, 'npm'), text, { mode: 0o755 });
  }
  if (installed !== undefined) {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(installed));
  }
  const calls = join(root, 'calls');
  const path = [join(root, 'node_modules', '.bin'), join(root, 'bin'), process.env['PATH']];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path.join(delimiter), CALLS: calls },
  });
  const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, out: stdout, err: stderr, calls: made };
}

const whole = { packages: { 'node_modules/needed': { version: '1.0.0' } } };
const writes = `echo '${JSON.stringify(whole)}' >node_modules/.package-lock.json`;
const refuses = (words: string): string => `echo "npm error ${words}" >&2; exit 1`;
const clean = 'ci --no-audit --no-fund --loglevel=error';

describe('scripts/bootstrap.js', () => {
  it('installs cleanly when nothing is installed, with the npm of the machine', () => {
    const { out, calls } = bootstrap(writes);
    expect(calls[0]).toBe(clean);
    expect(out).toMatch(/^tapefold: installing .*\n(?:.*\n)*tapefold: installed in \d+ s\n/);
    expect(out).not.toContain('npm of node_modules');
  });

  it('does so again when something is of another version, and not when all is there', () => {
    const old = { packages: { 'node_modules/needed': { version: '0.9.0' } } };
    expect(bootstrap(writes, old).calls[0]).toBe(clean);
    // Another call than that is about the Node of the project, which this checkout does not have.
    expect(bootstrap(writes, whole).calls).not.toContain(clean);
  });

  it.each([
    [
      '`npm ci` can only install packages when your package.json and package-lock.json are in sync',
      'package-lock.json is not whole: run "npm install", then "npm run lock:complete"',
    ],
    ['code ETARGET', 'the registry does not have a package of package-lock.json'],
    ['code ECONNREFUSED', 'the package registry could not be reached'],
    ['code EACCES', 'node_modules cannot be written'],
    ['something else', 'npm gave up; its first lines stand above'],
  ])('says why after %s', (words, reason) => {
    const { status, err, calls } = bootstrap(refuses(words.replaceAll('`', '')));
    expect(calls).toEqual([clean]);
    expect(err).toContain(`tapefold: the installation failed: ${reason}`);
    expect(status).toBe(1);
  });

  it('does not believe an npm that installed nothing', () => {
    const { status, err } = bootstrap('exit 0');
    expect(err).toContain('npm ended, but node_modules/needed is not installed; run "npm ci"');
    expect(status).toBe(1);
  });
});
