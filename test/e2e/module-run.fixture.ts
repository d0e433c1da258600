/** Runs of a module over a few sessions, as processes whose children can be counted. */

import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { file, mainFile } from './command-line.fixture.js';

/** After this a process that has not ended is killed, and its test fails. */
const hangsMs = 20_000;

/** A module, and a scenario that runs it over eight sessions. */
export function moduleScenario(
  directory: string,
  source: string,
  { agent = '', rest = '' }: { readonly agent?: string; readonly rest?: string } = {},
): string {
  file(directory, 'mine.mjs', source);
  return file(
    directory,
    'scenario.yaml',
    `name: mine
data: aapl-2013-2018
window: { from: 2014-01-02, to: 2014-01-13 }
symbols: [AAPL]
execution: close
agents:
  - { id: mine, kind: module, file: mine.mjs, timeBudgetMs: 3600000${agent} }
${rest}`,
  );
}

/**
 * A module that prints that it is asked, and answers once `letAnswer` was called. It looks at the
 * time of its own file: a file beside it would be closed to it, or part of its hash.
 */
export const waitsToAnswer = `import { statSync } from 'node:fs';
const own = new URL(import.meta.url);
export default async () => {
  console.log('asked');
  while (statSync(own).mtimeMs > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return 'long';
};
`;

/** Lets modules of `waitsToAnswer` in this folder answer. */
export function letAnswer(directory: string): void {
  utimesSync(join(directory, 'mine.mjs'), 0, 0);
}

export interface StartedRun {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Processes that it has started and that live. */
  children(): number[];
  /** Waits until `isSo`; throws where the process ends before. */
  until(isSo: () => boolean): Promise<void>;
  /** How it ended; `hangs` where it had to be killed. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly err: string;
    readonly hangs: boolean;
  }>;
}

/** Starts `tapefold run …` in its own process group, as a terminal does. */
export function startRun(...args: readonly string[]): StartedRun {
  return started(args);
}

/** As `startRun`, for a run that takes longer. */
export function startRunWithin(budgetMs: number, ...args: readonly string[]): StartedRun {
  return started(args, { budgetMs });
}

/** As `startRun`, with additions to the environment of the tests. */
export function startRunIn(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return started(args, { env });
}

interface Start {
  readonly budgetMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

function started(
  args: readonly string[],
  { budgetMs = hangsMs, env = {} }: Start = {},
): StartedRun {
  const child = spawn(process.execPath, [mainFile, 'run', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  const { pid = 0 } = child;
  const seen = new Set<number>();
  const children = (): number[] => {
    const now = childrenOf(pid);
    for (const one of now) seen.add(one);
    return now;
  };
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  let hangs = false;
  const late = setTimeout(() => {
    hangs = true;
    children();
    child.kill('SIGKILL');
  }, budgetMs);
  const gone = new Promise<number | null>((settle) => child.on('exit', settle));
  const ended = gone.then((code) => {
    clearTimeout(late);
    return { code, err, hangs };
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
    for (const one of seen) if (isAlive(one)) process.kill(one, 'SIGKILL');
  });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${err}`);
      await sleep(5);
    }
  };
  return { process: child, pid, children, until, ended };
}

/** Waits for processes to end by themselves; those that live on. */
export async function survivors(pids: readonly number[]): Promise<number[]> {
  for (let waited = 0; waited < hangsMs && pids.some(isAlive); waited += 20) await sleep(20);
  return pids.filter(isAlive);
}

/** Those of all threads of a process that live. */
function childrenOf(pid: number): number[] {
  try {
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'),
    );
    return lists.join(' ').split(' ').filter(Boolean).map(Number).filter(isAlive);
  } catch {
    // It ends, or a thread of it does.
    return [];
  }
}

/** A zombie, which has ended but was not reaped, counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}
