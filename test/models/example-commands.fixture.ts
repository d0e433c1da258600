/**
 * An example as its page shows it: files that are quoted whole, and commands with what they print.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { mainFile, type Ended } from '../e2e/command-line.fixture.js';
import { aimockFolder } from './aimock.fixture.js';
import { folder } from './model-runs.fixture.js';

const namesIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));

/** Files of an example that its page has to quote. */
export const filesOf = (example: string, endings: readonly string[]): string[] =>
  namesIn(join('examples', example))
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => readFileSync(join('examples', example, name), 'utf8'));

/** A copy of an example in its own folder, with free ports. */
export async function copyOf(example: string, ports: readonly number[]): Promise<Copy> {
  const home = folder();
  const into = join(home, 'examples', example);
  mkdirSync(into, { recursive: true });
  cpSync(join('examples', example), into, { recursive: true });
  const free = new Map<number, number>();
  for (const port of ports) free.set(port, await freePort());
  for (const name of namesIn(into)) {
    let text = readFileSync(join(into, name), 'utf8');
    for (const [port, other] of free) text = text.replaceAll(`${port}`, `${other}`);
    writeFileSync(join(into, name), text);
  }
  return { home, folder: into, portOf: (port) => free.get(port) as number };
}

export interface Copy {
  readonly home: string;
  readonly folder: string;
  /** The free port in the place of the one that the example names. */
  portOf(port: number): number;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the command of aimock's package with the script of an example. */
export async function startLlmock(port: number, script: string): Promise<void> {
  const program = join(await aimockFolder(), 'dist/cli.js');
  startServer([process.execPath, program, '-p', `${port}`, '-f', script]);
  await answers(port);
}

/** A program that serves until the test is over. */
export function startServer(words: readonly string[], env: Record<string, string> = {}): void {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, { stdio: 'ignore', env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
}

/** Waits until something listens. */
export async function answers(port: number): Promise<void> {
  for (;;) {
    const asked = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (asked !== undefined) return;
    await sleep(20);
  }
}

/** A command of a page in the folder of the copy. */
export async function shown(line: string, { home }: Copy): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1' };
  const words = [resolve(mainFile), ...line.split(' ')];
  const child = spawn(process.execPath, words, { cwd: home, env });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
