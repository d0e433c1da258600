/** A thread that does a share of a scenario's runs, as the thread that started it sees it. */

import { Worker } from 'node:worker_threads';
import { TapefoldError, type FailureCode } from '#values';
import type { ParsedBars } from '#market-data';
import { runningProcesses } from '#agents/module/process/running-processes';
import type { ShardOptions, ShardReport } from './run-shard.js';
import type { ScenarioTape } from '../tape/scenario-tape.js';

/**
 * For a thread to end in order; one that a trusted module blocks is terminated. Its journals
 * can be resumed.
 */
const stopMs = 1_000;

/** Data passed to a worker thread: all that can be sent. */
export type ShardTask = Omit<
  ShardOptions,
  Callback | 'tape' | 'workflows' | 'live' | 'pace' | 'signal' | 'models'
> & {
  readonly tape: Omit<ScenarioTape, 'dataset'>;
  /** Bars of the data set, so that the thread does not parse them again. */
  readonly parsed: ParsedBars | undefined;
  /** What the caller follows. */
  readonly subscribed: readonly Callback[];
  /** Where processes are noted, for the main thread to end. */
  readonly processes: SharedArrayBuffer;
};

/** Callbacks of a shard, which a thread calls by messages. */
const callbacks = ['onProgress', 'onPrint', 'onDue'] as const;
export type Callback = (typeof callbacks)[number];

export type ShardMessage =
  | { readonly kind: 'called'; readonly name: Callback; readonly args: readonly unknown[] }
  | { readonly kind: 'done'; readonly report: ShardReport }
  | { readonly kind: 'failed'; readonly code: FailureCode | null; readonly message: string };

const stopped: ShardReport = { interrupted: true, resumed: [], measured: [], paused: [] };

export type ThreadOptions = ShardOptions & Pick<ShardTask, 'parsed'>;

/** As much of a worker as is needed of one. */
export interface ShardThread {
  on(event: 'message', listener: (message: ShardMessage) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(message: 'stop'): void;
  terminate(): unknown;
}

const startWorker = (workerData: ShardTask): ShardThread =>
  new Worker(new URL('./shard-worker.js', import.meta.url), { workerData });

/**
 * Does a share of runs in a thread of its own, which has the callbacks called here. Rejects with
 * the failure of the thread; its signal interrupts it.
 */
export function runThread(options: ThreadOptions, start = startWorker): Promise<ShardReport> {
  const { signal } = options;
  return new Promise((settle, fail) => {
    const worker = start(taskOf(options));
    let late: NodeJS.Timeout | undefined;
    const stop = (): void => {
      worker.postMessage('stop');
      late = setTimeout(() => void worker.terminate(), stopMs);
    };
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    worker.on('message', (message: ShardMessage) => {
      if (message.kind === 'called') call(options[message.name], message.args);
      else if (message.kind === 'done') settle(message.report);
      else fail(asError(message));
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted === true) settle(stopped);
      else fail(new Error('a thread ended before its runs'));
    });
  });
}

/** `args` are those that the same callback got in the thread. */
const call = (callback: unknown, args: readonly unknown[]): void =>
  (callback as ((...args: readonly unknown[]) => void) | undefined)?.(...args);

function taskOf(options: ThreadOptions): ShardTask {
  const { scenario, directory, plans, runsDirectory, codeVersion, parsed } = options;
  const { batch, asks, moduleProcesses, end = false, failFast = false } = options;
  const { dataset: _, ...tape } = options.tape;
  return {
    scenario,
    tape,
    parsed,
    directory,
    plans,
    runsDirectory,
    codeVersion,
    end,
    failFast,
    batch,
    asks,
    moduleProcesses,
    subscribed: callbacks.filter((name) => options[name] !== undefined),
    processes: runningProcesses.memory,
  };
}

function asError({ code, message }: { code: FailureCode | null; message: string }): Error {
  return code === null ? new Error(message) : new TapefoldError(code, message);
}
