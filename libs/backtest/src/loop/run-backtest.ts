/**
 * The whole system in one process: a tape is released, and every run on it folds it
 * into its journal.
 */

import { setImmediate } from 'node:timers/promises';
import type { JournalEvent, TapeHeader } from '#contracts';
import { mayAnswerLater } from '#contracts/agents/agent-kinds';
import type { ModuleAgentOptions } from '#agents';
import type { JournalSummary } from '#event-log';
import { AsOfStore, type DocumentReader } from '#market-view';
import type { FactStream } from '#tape';
import { AskLimit } from './ask-limit.js';
import {
  historyOf,
  openRun,
  type OpenedRun,
  type OpenRunOptions,
  type PlannedRun,
} from './open-run.js';
import { RunLanes, type LanesProgress } from './run-lanes.js';
import { isOpenPlan, type RunPlan, type WorkflowFold } from '#workflows';

/**
 * Facts kept at most for runs that wait for their agents; beyond that, reading waits for the
 * slowest of them.
 */
const factsKeptDefault = 1_000_000;

/** How long runs that answer at once may block the event loop. */
const yieldEveryMs = 100;

interface BacktestOptions extends Pick<
  OpenRunOptions,
  'tools' | 'models' | 'workflows' | 'asks' | 'moduleProcesses'
> {
  readonly stream: FactStream;
  readonly runs: readonly PlannedRun[];
  readonly documents?: DocumentReader | undefined;
  readonly agents: Omit<ModuleAgentOptions, 'header' | 'print' | 'signal'>;
  /** As `factsKeptDefault`. */
  readonly factsKept?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets the runs before the first fact. */
  readonly onOpened?: ((runs: readonly OpenedRun[]) => void) | undefined;
  readonly onProgress?: ((progress: LanesProgress) => void) | undefined;
}

export interface FinishedRun {
  readonly plan: RunPlan;
  readonly summary: JournalSummary;
  readonly fold: WorkflowFold;
  /**
   * Whether it has no end yet: its fold has the events that would end it here, its
   * journal does not.
   */
  readonly open: boolean;
  /** These events; empty for a run that has ended. */
  readonly ending: readonly JournalEvent[];
}

type BacktestOutcome =
  | {
      readonly kind: 'finished';
      readonly runs: readonly FinishedRun[];
      readonly tapeHash: string;
      readonly facts: number;
    }
  /** Stopped by the signal; the journals can be resumed. */
  | { readonly kind: 'interrupted' };

/**
 * Reads the stream once, to its end. Runs whose agents answer at once move through each
 * batch before the next is released; a run that waits follows behind them, through facts
 * that are kept for it.
 */
export async function runBacktest(options: BacktestOptions): Promise<BacktestOutcome> {
  const { stream } = options;
  const store = openStore(stream.header, options);
  const opened: OpenedRun[] = [];
  try {
    await openRuns(store, options, opened);
    options.onOpened?.(opened);
    const lanes = new RunLanes(opened, options.onProgress);
    if (!(await readToEnd(store, lanes, options))) return await interrupt(opened);
    const tape = { hash: stream.hash(), facts: stream.facts };
    const finished: FinishedRun[] = [];
    for (const [at, { loop, fold, plan }] of opened.entries()) {
      const open = isOpenPlan(plan) && options.runs[at]?.ends !== true;
      const { summary, ending } = open
        ? await loop.pause(tape)
        : { summary: await loop.finish(tape), ending: [] };
      finished.push({ plan, fold, summary, open, ending });
    }
    return { kind: 'finished', runs: finished, tapeHash: tape.hash, facts: tape.facts };
  } catch (error) {
    // The first failure has the reason: that of an end which the same disk also
    // refuses adds nothing.
    await interrupt(opened).catch(() => undefined);
    if (options.signal?.aborted === true && error === options.signal.reason) {
      return { kind: 'interrupted' };
    }
    throw error;
  } finally {
    stream.close();
  }
}

/** A run that is done, or done again: where its answers come from, and where its records go. */
export interface RunSink<R> {
  planned(): PlannedRun;
  finish(run: FinishedRun, tapeHash: string): R | Promise<R>;
  /** Releases what it has open, whether or not the run has finished. */
  close(): void;
}

/**
 * As `runBacktest`: what each of `sinks` makes of its run, and the hash of the tape; undefined
 * if interrupted.
 */
export async function runInto<R>(
  sinks: readonly RunSink<R>[],
  options: Omit<BacktestOptions, 'runs'>,
): Promise<{ readonly done: readonly R[]; readonly tapeHash: string } | undefined> {
  try {
    const outcome = await runBacktest({ ...options, runs: sinks.map((sink) => sink.planned()) });
    if (outcome.kind === 'interrupted') return undefined;
    const { runs, tapeHash } = outcome;
    const done: R[] = [];
    for (const [at, run] of runs.entries()) done.push(await sinks[at]!.finish(run, tapeHash));
    return { done, tapeHash };
  } finally {
    for (const sink of sinks) sink.close();
  }
}

/**
 * Opens the runs into `opened`, side by side, since modules take their time to load. Throws once
 * all have settled.
 */
async function openRuns(
  store: AsOfStore,
  options: BacktestOptions,
  opened: OpenedRun[],
): Promise<void> {
  const { stream, runs, workflows, moduleProcesses, signal, asks = new AskLimit() } = options;
  const agents = { ...options.agents, signal };
  const surroundings = {
    header: stream.header,
    store,
    agents,
    tools: options.tools,
    models: options.models,
    workflows,
    asks,
    moduleProcesses,
    foresees: true,
  };
  const opening = await Promise.allSettled(runs.map((run) => openRun(run, surroundings)));
  for (const one of opening) if (one.status === 'fulfilled') opened.push(one.value);
  const failed = opening.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** False if the signal ends it early. */
async function readToEnd(
  store: AsOfStore,
  lanes: RunLanes,
  { stream, runs, factsKept = factsKeptDefault, signal }: BacktestOptions,
): Promise<boolean> {
  const mayWait = runs.some(mayWaitForAgent);
  let yieldedAt = performance.now();
  for (;;) {
    const released = stream.next();
    const facts = released instanceof Promise ? await untilStopped(released, signal) : released;
    if (facts === undefined) return false;
    if (facts === null) break;
    store.append(facts, 0, facts.count, lanes.behind());
    lanes.take(facts);
    // Answers and Ctrl-C arrive through the event loop, which a tape in memory would
    // never yield to.
    if (mayWait || performance.now() - yieldedAt > yieldEveryMs) {
      await setImmediate();
      yieldedAt = performance.now();
    }
    if (!(await lanes.until(() => lanes.kept <= factsKept, signal))) return false;
  }
  return lanes.until(() => lanes.areDone, signal);
}

/**
 * The promised value; undefined if the signal comes first, since a feed may be silent for hours.
 */
async function untilStopped<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  if (signal === undefined) return promise;
  const stopped = Promise.withResolvers<undefined>();
  const stop = (): void => stopped.resolve(undefined);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([promise, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Whether a run may have to wait for an agent that answers later. */
const mayWaitForAgent = ({ plan, openAgent }: PlannedRun): boolean =>
  openAgent !== undefined || mayAnswerLater(plan.agent);

async function interrupt(opened: readonly OpenedRun[]): Promise<{ kind: 'interrupted' }> {
  // All of them end, even if one cannot write its end.
  const ended = await Promise.allSettled(opened.map(({ loop }) => loop.abandon()));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return { kind: 'interrupted' };
}

/** Keeps what agents look back at. */
function openStore(header: TapeHeader, { runs, documents }: BacktestOptions): AsOfStore {
  const needs = runs.map(({ plan }) => historyOf(plan));
  const history = needs.includes(null) ? null : Math.max(1, ...(needs as number[]));
  return new AsOfStore({
    ...header,
    history,
    ticks: 'last',
    ...(documents === undefined ? {} : { documents }),
  });
}
