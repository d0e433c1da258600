/**
 * Commands of the built program in warm processes: one for each command that runs at the same
 * time, used again.
 */

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandReport, CommandRequest } from './warm-process.fixture.js';

export const mainFile = fileURLToPath(new URL('../../dist/program/tapefold.js', import.meta.url));
const processFile = fileURLToPath(new URL('warm-process.fixture.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command that runs, or has run. */
export interface RunningCommand {
  /** The id of the process that runs it; a signal to it is one to the command. */
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** What it has printed to standard output so far. */
  printed(): string;
  /** What it has printed to standard error so far. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
}

const idle: ChildProcess[] = [];

/** An idle process; a new one if none is idle, or if Node itself is started with options. */
async function warmProcess(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  if (env['NODE_OPTIONS'] !== undefined) return startProcess(env);
  for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
    if (found.connected && found.exitCode === null && found.signalCode === null) return found;
  }
  return startProcess({});
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = fork(processFile, [mainFile], {
    // Not the conditions that the tests' own imports need.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  await new Promise<void>((settle, reject) => {
    child.once('message', () => settle());
    child.once('exit', () => reject(new Error('the warm process did not start')));
  });
  return child;
}

/**
 * Starts `tapefold …`; `env` is added to this process's environment, `onOut` is called
 * when it prints.
 */
export async function startWarm(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onOut: (text: string) => void = () => undefined,
): Promise<RunningCommand> {
  const child = await warmProcess(env);
  const text = { out: '', err: '' };
  const ended = Promise.withResolvers<Ended>();
  const take = (message: CommandReport): void => {
    if (message.kind === 'out' || message.kind === 'err') text[message.kind] += message.text;
    if (message.kind === 'out') onOut(message.text);
    if (message.kind !== 'ended') return;
    release();
    if (env['NODE_OPTIONS'] === undefined) idle.push(child);
    else child.disconnect();
    ended.resolve({ code: message.code, ...text });
  };
  // What reaches the streams themselves: of worker threads, of Node, and of a process that dies.
  const takeOut = (chunk: Buffer): void => void (text.out += chunk.toString());
  const takeErr = (chunk: Buffer): void => void (text.err += chunk.toString());
  const close = (code: number | null): void => {
    release();
    ended.resolve({ code, ...text });
  };
  const release = (): void => {
    child.off('message', take).off('close', close);
    child.stdout?.off('data', takeOut);
    child.stderr?.off('data', takeErr);
  };
  child.on('message', take).on('close', close);
  child.stdout?.on('data', takeOut);
  child.stderr?.on('data', takeErr);
  child.send({ args, env: wholeEnvironment(env) } satisfies CommandRequest);
  return {
    pid: child.pid as number,
    ended: ended.promise,
    printed: () => text.out,
    said: () => text.err,
    kill: (signal) => void child.kill(signal),
  };
}

function wholeEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const all = { ...process.env, NO_COLOR: '1', ...env };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
