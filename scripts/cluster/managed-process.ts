/**
 * A process that is started, waited for until it serves, and stopped, killed, paused or
 * restarted on purpose.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '#values';
import { lastLines } from './last-lines.ts';
import { childrenOf, identify, isAlive } from './process-identity.ts';

/** The program to run, and how to tell that it serves. */
export interface ProcessPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: NodeJS.ProcessEnv;
  /** Where it works; where we do when it is left out. */
  readonly cwd?: string;
  /** Whom it runs as; as we do when it is left out. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** The file to which its output is appended. */
  readonly log: string;
  readonly stopSignal: NodeJS.Signals;
  /** How long it may take to stop before it is killed, milliseconds. */
  readonly stopMs: number;
  /** How long it may take until it serves, milliseconds. */
  readonly readyMs: number;
  /** Whether it serves now; an error counts as no. */
  isReady(): Promise<boolean>;
  /** Tidies up after each end: told the signal, or `exit code 0`. */
  afterExit?(how: string): void;
}

/** Callbacks for the owner of a process, and its control over the start. */
export interface ProcessEvents {
  /** Ends the start: the process is stopped, and `startProcess` rejects. */
  readonly signal?: AbortSignal;
  onSpawn?(pid: number): void;
  /** `wanted`: it was stopped or killed through its handle. */
  onExit?(how: string, wanted: boolean): void;
}

export interface ManagedProcess {
  readonly name: string;
  /** Changes with `restart`. */
  readonly pid: number;
  /** The file with everything that it printed. */
  readonly logs: string;
  isRunning(): boolean;
  /** Asks it to end, waits, and kills it when it does not. */
  stop(): Promise<void>;
  /** SIGKILL; settles when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP to it and its children, as if the machine or the network stood still. */
  pause(): void;
  resume(): void;
  /** Stops it when it runs, and starts it as at first; settles when it serves again. */
  restart(): Promise<void>;
}

const children = new Set<ChildProcess>();
let isWatching = false;

/** What we started must not outlive us, even when we end by an error. */
export function killWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const left of children) left.kill('SIGKILL');
  });
}

interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<string>;
  /** Set once it has ended. */
  how: string | undefined;
  wanted: boolean;
}

/** Starts it and waits until it serves. `Unavailable` with the end of its log when it does not. */
export async function startProcess(
  plan: ProcessPlan,
  events: ProcessEvents = {},
): Promise<ManagedProcess> {
  let running = await spawned(plan, events);
  await untilReady(plan, running, events.signal);
  return {
    name: plan.name,
    logs: plan.log,
    get pid() {
      return running.pid;
    },
    isRunning: () => running.how === undefined,
    stop: () => end(plan, running, plan.stopSignal),
    kill: () => end(plan, running, 'SIGKILL'),
    pause: () => send(family(running), 'SIGSTOP'),
    resume: () => send(family(running), 'SIGCONT'),
    async restart() {
      await end(plan, running, plan.stopSignal);
      running = await spawned(plan, events);
      await untilReady(plan, running, events.signal);
    },
  };
}

async function spawned(plan: ProcessPlan, events: ProcessEvents): Promise<Running> {
  mkdirSync(dirname(plan.log), { recursive: true });
  const log = openSync(plan.log, 'a');
  const child = spawn(plan.command, plan.args, {
    env: plan.env,
    cwd: plan.cwd,
    stdio: ['ignore', log, log],
    ...plan.user,
  });
  closeSync(log);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(unavailable(`${plan.name} did not start: ${cause.message}`, { cause })),
    );
  });
  killWithUs(child);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, name) => resolve(name ?? `exit code ${code ?? 'unknown'}`));
  });
  const running: Running = { child, pid: child.pid!, ended, how: undefined, wanted: false };
  events.onSpawn?.(running.pid);
  void ended.then((how) => {
    running.how = how;
    plan.afterExit?.(how);
    events.onExit?.(how, running.wanted);
  });
  return running;
}

async function untilReady(
  plan: ProcessPlan,
  running: Running,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + plan.readyMs;
  const isWanted = (): boolean => signal?.aborted !== true && performance.now() < deadline;
  while (running.how === undefined && isWanted()) {
    if (await plan.isReady().catch(() => false)) return;
    await Promise.race([sleep(100), running.ended]);
  }
  const how = running.how;
  await end(plan, running, signal?.aborted === true ? plan.stopSignal : 'SIGKILL');
  if (signal?.aborted === true) throw unavailable(`${plan.name} was stopped while it started`);
  const what = how === undefined ? `is not ready after ${plan.readyMs / 1000} s` : `ended (${how})`;
  throw unavailable(`${plan.name} ${what}; the end of ${plan.log}:\n${lastLines(plan.log, 12)}`);
}

/** Ends it by the signal, by SIGKILL when that takes too long; settles when it is gone. */
async function end(plan: ProcessPlan, running: Running, name: NodeJS.Signals): Promise<void> {
  if (running.how !== undefined) return;
  running.wanted = true;
  const all = family(running);
  const workers = all.flatMap((pid) => identify(pid) ?? []);
  running.child.kill(name);
  send(all, 'SIGCONT'); // What is paused can neither end nor see that its parent has ended.
  const timer = setTimeout(() => running.child.kill('SIGKILL'), plan.stopMs);
  await running.ended;
  clearTimeout(timer);
  // A database does not start while workers of a killed one still hold its memory.
  const deadline = performance.now() + plan.stopMs;
  while (workers.some(isAlive) && performance.now() < deadline) await sleep(20);
}

/**
 * A running process and its direct children: a database's workers go on when only their
 * parent is stopped.
 */
const family = ({ pid, how }: Running): number[] =>
  how === undefined ? [pid, ...childrenOf(pid)] : [];

function send(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in between, so there is nothing to pause.
    }
  }
}
