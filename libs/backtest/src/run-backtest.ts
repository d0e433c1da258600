/** The whole system in one process: a tape is released, and every run on it folds it into its journal. */

import type { FactColumns, TapeHeader } from '#contracts';
import { historyNeed, isRepeatable, openAgent, type ModuleAgentOptions } from '#agents';
import type { JournalSummary, JournalWriter } from '#event-log';
import { AsOfStore, Cursor, type DocumentReader } from '#market-view';
import { Book } from '#portfolio';
import type { FactStream } from '#tape';
import { agentAnswers, recordedAnswers, type RecordedAnswer } from './agent-answers.js';
import type { KeepText } from './journalled-answer.js';
import { LoopObservation } from './loop-observation.js';
import { RunFold } from './run-fold.js';
import { RunLoop, type AnswerSource } from './run-loop.js';
import type { RunPlan } from './run-plan.js';

/** A run that is to be done, or done again over the journal that it left. */
export interface PlannedRun {
  readonly plan: RunPlan;
  readonly journal: JournalWriter;
  /** Answers that stand in the journal already; agents that repeat themselves are asked again. */
  readonly recorded?: readonly RecordedAnswer[];
  /** Never ask an agent that does not repeat itself: a missing recording is an error. */
  readonly replayOnly?: boolean;
  /** Takes the rationales of decisions. */
  readonly keepText?: KeepText;
}

export interface BacktestOptions {
  readonly stream: FactStream;
  readonly runs: readonly PlannedRun[];
  readonly documents?: DocumentReader;
  readonly agents: Omit<ModuleAgentOptions, 'header'>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { facts: number; time: number }) => void;
}

export interface FinishedRun {
  readonly plan: RunPlan;
  readonly summary: JournalSummary;
  readonly fold: RunFold;
}

export type BacktestOutcome =
  | {
      readonly kind: 'finished';
      readonly runs: readonly FinishedRun[];
      readonly tapeHash: string;
      readonly facts: number;
    }
  /** Stopped by the signal; the journals can be resumed. */
  | { readonly kind: 'interrupted' };

/** Reads the stream once, to its end; all runs move through each batch before the next is released. */
export async function runBacktest(options: BacktestOptions): Promise<BacktestOutcome> {
  const { stream, runs, signal } = options;
  const store = openStore(stream.header, runs, options.documents);
  const opened: OpenedRun[] = [];
  try {
    for (const run of runs) opened.push(await openRun(run, store, options));
    for (;;) {
      const released = stream.next();
      const facts = released instanceof Promise ? await released : released;
      if (facts === null) break;
      store.append(facts);
      const pending = processAll(opened, facts);
      if (pending !== undefined) await pending;
      options.onProgress?.({ facts: stream.facts, time: store.lastTime });
      if (signal?.aborted === true) return await interrupt(opened);
    }
    const tape = { hash: stream.hash(), facts: stream.facts };
    const finished: FinishedRun[] = [];
    for (const { loop, fold, plan } of opened) {
      finished.push({ plan, fold, summary: await loop.finish(tape) });
    }
    return { kind: 'finished', runs: finished, tapeHash: tape.hash, facts: tape.facts };
  } catch (error) {
    await interrupt(opened);
    throw error;
  } finally {
    stream.close();
  }
}

interface OpenedRun {
  readonly plan: RunPlan;
  readonly loop: RunLoop;
  readonly fold: RunFold;
}

/** A plain call a run; a promise only where an agent made somebody wait. */
function processAll(
  opened: readonly OpenedRun[],
  facts: FactColumns,
): Promise<unknown> | undefined {
  let waiting: Promise<void>[] | undefined;
  for (let index = 0; index < opened.length; index++) {
    const pending = (opened[index] as OpenedRun).loop.process(facts);
    if (pending !== undefined) (waiting ??= []).push(pending);
  }
  return waiting === undefined ? undefined : Promise.all(waiting);
}

async function interrupt(opened: readonly OpenedRun[]): Promise<{ kind: 'interrupted' }> {
  for (const { loop } of opened) await loop.abandon();
  return { kind: 'interrupted' };
}

function openStore(
  header: TapeHeader,
  runs: readonly PlannedRun[],
  documents: DocumentReader | undefined,
): AsOfStore {
  const needs = runs.map(({ plan }) => historyOf(plan));
  const history = needs.includes(null) ? null : Math.max(1, ...(needs as number[]));
  const { instruments, tradePrice, priceBasis } = header;
  return new AsOfStore({
    instruments,
    tradePrice,
    priceBasis,
    history,
    ...(documents === undefined ? {} : { documents }),
  });
}

function historyOf(plan: RunPlan): number | null {
  return isInProcess(plan) ? historyNeed(plan.agent).bars : 1;
}

/** A confined module keeps its own copy of the past, and reads nothing here. */
function isInProcess({ agent }: RunPlan): boolean {
  return agent.kind !== 'module' || agent.trusted;
}

async function openRun(
  run: PlannedRun,
  store: AsOfStore,
  { stream, agents, signal }: BacktestOptions,
): Promise<OpenedRun> {
  const { plan, journal } = run;
  const { header } = stream;
  const cursor = new Cursor(store, historyOf(plan));
  const book = new Book(plan);
  const fold = new RunFold();
  const answers = await openAnswers(run, cursor, { ...agents, header });
  const loop = new RunLoop({
    plan,
    header,
    cursor,
    book,
    observation: new LoopObservation(cursor, book),
    answers,
    journal,
    fold,
    ...(signal === undefined ? {} : { signal }),
  });
  return { plan, loop, fold };
}

async function openAnswers(
  run: PlannedRun,
  cursor: Cursor,
  options: ModuleAgentOptions,
): Promise<AnswerSource> {
  const { plan, recorded } = run;
  const repeats = isRepeatable(plan.agent.kind);
  if (recorded !== undefined && !repeats && run.replayOnly === true) {
    return recordedAnswers(recorded, undefined);
  }
  const { symbols, policy, capital, decide, seed } = plan;
  const instruments = options.header.instruments.filter(({ symbol }) => symbols.includes(symbol));
  const context = { symbols, instruments, policy, capital, decide, seed, view: cursor.view };
  const agent = await openAgent(plan.agent, context, options);
  if (agent.history !== undefined && isInProcess(plan)) cursor.limitHistory(agent.history.bars);
  const live = agentAnswers(agent, symbols, run.keepText);
  return recorded === undefined || repeats ? live : recordedAnswers(recorded, live);
}
