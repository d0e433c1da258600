/** `tapefold serve` on a free port, ended when its test is over. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { DecisionDue } from '#agents';
import { tapefold, type Ended } from './command-line.fixture.js';
import { startWarm } from './warm-program.fixture.js';

export interface Served {
  readonly pid: number;
  readonly url: string;
  readonly tokenFile: string;
  /** Its output so far. */
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
export const fullDiskWhile = (flag: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${fullDisk}`,
  FULL_DISK_FLAG: flag,
});

/** Starts it in a changed environment, and waits until it is ready. */
export async function served(
  data: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Served> {
  const words = ['serve', '--data', data, '--port', '0', ...args];
  const running = await startWarm(words, env);
  let isOver = false;
  const ended = running.ended.finally(() => {
    isOver = true;
  });
  onTestFinished(async () => {
    if (!isOver) running.kill('SIGTERM');
    await ended;
  });
  await expect
    .poll(() => /ready; /.test(running.said()) || isOver, { timeout: 60_000, interval: 20 })
    .toBe(true);
  expect(isOver, running.said()).toBe(false);
  const url = /^gateway +(\S+)$/m.exec(running.said())?.[1] ?? '';
  const tokenFile = join(data, 'token');
  return {
    pid: running.pid,
    url,
    tokenFile,
    said: running.said,
    end: async (signal) => {
      running.kill(signal);
      return (await ended).code;
    },
    cluster: (...more) => tapefold('cluster', ...more, '--url', url, '--token-file', tokenFile),
    ask: (path, init) => asked(url, tokenFile, path, init),
  };
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

/** Takes each decision that the services tell of, one after the other, until `isOver`. */
export async function takeDecisions(
  { said }: Served,
  isOver: () => boolean,
  decide: (due: DecisionDue) => Promise<void>,
): Promise<DecisionDue[]> {
  const taken: DecisionDue[] = [];
  while (!isOver()) {
    const lines = said()
      .split('\n')
      .filter((line) => line.startsWith('{"type":"decision-due"'));
    for (const line of lines.slice(taken.length)) {
      const due = JSON.parse(line) as DecisionDue;
      taken.push(due);
      await decide(due);
    }
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  return taken;
}
