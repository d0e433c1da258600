/** Shows what the installed command does: start the build that is there, or say in one line what is missing. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, run } from './project-copy.js';

let folder: string;
const launch = (...args: string[]): ReturnType<typeof run> =>
  run(folder, 'node', ['bin/tapefold.js', ...args]);

function plantBuild(source: string): void {
  mkdirSync(join(folder, 'dist/program'), { recursive: true });
  writeFileSync(join(folder, 'dist/program/tapefold.js'), source);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-launch-'));
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('bin/tapefold.js', () => {
  it('hands arguments and exit code through', async () => {
    plantBuild('console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;');
    const outcome = await launch('run', 'a b');
    expect(outcome).toEqual({ exitCode: 3, output: '["run","a b"]\n' });
  });

  it('hands over to the Node of the project, with the options of npm start, where this one is too old', async () => {
    plantBuild('');
    const launcher = join(folder, 'bin/tapefold.js');
    const source = readFileSync(launcher, 'utf8').replace(
      'nodeMin = [24, 11]',
      'nodeMin = [999, 0]',
    );
    writeFileSync(launcher, source);
    const place = join(folder, 'node_modules/node/bin');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'node'), '#!/bin/sh\necho "$@"; exit 4\n', { mode: 0o755 });
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    const options = scripts.start.split(' ').filter((word) => word.startsWith('--v8'));
    expect(options).toHaveLength(1);
    const { exitCode, output } = await launch('inspect');
    expect(exitCode).toBe(4);
    expect(output).toBe(
      `${options.join(' ')} ${join(folder, 'dist/program/tapefold.js')} inspect\n`,
    );
  });

  it('says in one line, with exit code 2, that nothing is built', async () => {
    const { exitCode, output } = await launch();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^tapefold: nothing is built yet: run "npm ci".*\n$/);
  });

  it('says in one line, with exit code 2, that the build is damaged', async () => {
    plantBuild(`import './absent.js';`);
    const { exitCode, output } = await launch();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^tapefold: it did not start: Cannot find module .*\n$/);
  });
});
