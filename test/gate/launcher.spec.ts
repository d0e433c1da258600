/**
 * Shows what the installed command does: start the existing build, or report in one line
 * what is missing.
 */

import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, run } from './project-copy.js';

let folder: string;
const launch = (...args: string[]): ReturnType<typeof run> =>
  run(folder, 'node', ['bin/tapefold.js', ...args]);

function plantBuild(source: string): void {
  mkdirSync(join(folder, 'dist/program'), { recursive: true });
  writeFileSync(join(folder, 'dist/program/tapefold.js'), source);
}

const forwarded = [
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
  ['SIGHUP', 'SIGTERM'],
] as const;
const waiting = "console.log('here'); setTimeout(() => undefined, 60_000);";
const killed = (pid: number): boolean => process.kill(pid, 'SIGKILL');

function requireNewerNode(): void {
  const launcher = join(folder, 'bin/tapefold.js');
  const source = readFileSync(launcher, 'utf8').replace('nodeMin = [24, 20]', 'nodeMin = [999, 0]');
  writeFileSync(launcher, source);
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
}

/**
 * Starts the launcher as an old Node would, and waits until the program behind it has spoken
 * or has its lock.
 */
async function launchOld(...args: string[]) {
  requireNewerNode();
  const node = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(node)) symlinkSync(process.execPath, node);
  const launcher = spawn(process.execPath, ['bin/tapefold.js', ...args], {
    cwd: folder,
    detached: true,
  });
  let output = '';
  const speaks = Promise.withResolvers<void>();
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
      speaks.resolve();
    });
  }
  // Output that the child writes after the death of its launcher counts as well.
  const closed = new Promise((settle) => launcher.once('close', settle));
  const ended = new Promise<{ code: number | null; signal: string | null }>((settle) => {
    launcher.once('exit', (code, signal) => void closed.then(() => settle({ code, signal })));
  });
  const locked = async (): Promise<void> => {
    while (!existsSync(join(folder, 'out', '.tapefold-lock'))) await sleep(5);
  };
  await (args.length === 0 ? speaks.promise : locked());
  return { launcher, ended, output: () => output };
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

  it('hands over to the Node of the project, with the options of npm start when this one is too old', async () => {
    plantBuild('');
    requireNewerNode();
    writeFileSync(join(folder, 'node_modules/node/bin/node'), '#!/bin/sh\necho "$@"; exit 4\n', {
      mode: 0o755,
    });
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

  it('forwards each signal once, under another name when the child may have it already', async () => {
    for (const [sent, received] of forwarded) {
      plantBuild(`process.on('${received}', () => process.exit(7)); ${waiting}`);
      const { launcher, ended } = await launchOld();
      launcher.kill(sent);
      expect(await ended).toEqual({ code: 7, signal: null });
    }
  });

  it('dies by the signal that it was sent when the child does not handle it', async () => {
    for (const [sent] of forwarded) {
      plantBuild(waiting);
      const { launcher, ended } = await launchOld();
      launcher.kill(sent);
      expect(await ended).toEqual({ code: null, signal: sent });
    }
  });

  it('lets a command stop in order at a signal that reaches both, or when the launcher is killed', async () => {
    symlinkSync(join(root, 'dist'), join(folder, 'dist'));
    const example = join(root, 'examples/01-hello-backtest/scenario.yaml');
    const out = join(folder, 'out');
    const words = ['run', example, '--out', out, '--speed', '100000', '--logs'];
    for (const end of [(pid: number) => process.kill(-pid, 'SIGINT'), killed]) {
      const { launcher, ended, output } = await launchOld(...words);
      end(launcher.pid as number);
      const { code } = await ended;
      if (end !== killed) expect(code).toBe(130);
      while (existsSync(join(out, '.tapefold-lock'))) await sleep(10);
      expect(output()).toContain('interrupted; resume with: ');
    }
  });

  it('says in one line, with exit code 2, that nothing is built', async () => {
    const { exitCode, output } = await launch();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^tapefold: nothing is built yet: run "npm ci".*\n$/);
    mkdirSync(join(folder, 'node_modules/typescript'), { recursive: true });
    expect((await launch()).output).toContain('nothing is built yet: run "npm run build" in ');
  });

  it('says in one line, with exit code 2, that the build is damaged', async () => {
    plantBuild(`import './absent.js';`);
    const { exitCode, output } = await launch();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^tapefold: it did not start: Cannot find module .*\n$/);
  });
});
