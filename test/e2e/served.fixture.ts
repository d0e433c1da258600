/** `tapefold serve` as a process of its own on a free port, ended when its test is over. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { tapefold, type Ended } from './command-line.fixture.js';

const mainFile = fileURLToPath(new URL('../../dist/program/tapefold.js', import.meta.url));

export interface Served {
  readonly pid: number;
  readonly url: string;
  readonly tokenFile: string;
  /** What it has said so far. */
  said(): string;
  /** Sends a signal and waits for the end; the exit code, or null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Runs `tapefold cluster …` against it. */
  cluster(...args: readonly string[]): Promise<Ended>;
  /** A request with its token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts it over a folder and waits until it is ready. */
export function serve(data: string, ...args: readonly string[]): Promise<Served> {
  return served(data, args, {});
}

const fullDisk = fileURLToPath(new URL('full-disk.fixture.ts', import.meta.url));

/** What makes a program find its disk full for as long as the file `flag` is there. */
export const fullDiskWhile = (flag: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${fullDisk}`,
  FULL_DISK_FLAG: flag,
});

/** Starts it in a changed environment, and waits until it is ready. */
export async function served(
  data: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Served> {
  const child = spawn(
    process.execPath,
    [mainFile, 'serve', '--data', data, '--port', '0', ...args],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  );
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await expect
    .poll(() => /ready; /.test(text) || isOver(), { timeout: 60_000, interval: 20 })
    .toBe(true);
  expect(child.exitCode, text).toBeNull();
  const url = /^gateway +(\S+)$/m.exec(text)?.[1] ?? '';
  const tokenFile = join(data, 'token');
  return {
    pid: child.pid as number,
    url,
    tokenFile,
    said: () => text,
    end: (signal) => ended(child, signal),
    cluster: (...more) => tapefold('cluster', ...more, '--url', url, '--token-file', tokenFile),
    ask: (path, init) => asked(url, tokenFile, path, init),
  };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  const [code] = await exit;
  return code;
}

async function asked(
  url: string,
  tokenFile: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const token = (await readFile(tokenFile, 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${url}${path}`, { ...init, headers });
}
