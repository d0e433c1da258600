/** The whole system in one process: a tape is released, and every run on it folds it into its journal. */

import type { FactColumns, TapeHeader } from '#contracts';
import type { ModuleAgentOptions } from '#agents';
import type { JournalSummary } from '#event-log';
import { AsOfStore, type DocumentReader } from '#market-view';
import type { FactStream } from '#tape';
import { historyOf, openRun, type OpenedRun, type PlannedRun } from './open-run.js';
import type { RunPlan, TradingFold } from '#workflows';

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
  readonly fold: TradingFold;
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
    for (const run of runs) {
      opened.push(
        await openRun(run, { header: stream.header, store, agents: options.agents, signal }),
      );
    }
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
