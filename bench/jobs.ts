/**
 * The jobs that the benchmarks time: J, its raw loop, and their variants over symbols and agents.
 */

import { join } from 'node:path';
import { utcDateOf, microsPerDay, microsPerMinute } from '#values';
import { createJournal } from '#event-log';
import { runBacktest, type FinishedRun } from '#backtest/loop/run-backtest';
import { tradingFold, type TradingFold, type TradingPlan } from '#workflows';
import { resolvePolicy } from '#portfolio';
import { Tape } from '#tape';
import { inTemporaryFolder } from './temporary-folder.js';
import {
  columnBarSource,
  seededBarSource,
  seededHeader,
  sessionSource,
  seriesStart,
  type Walk,
} from './seeded-bars.js';

export const capital = 100_000;
export const jobSeed = 42;

export interface JobShape {
  /** Bars a symbol. */
  readonly rows: number;
  readonly symbols: number;
  readonly agents: number;
  /** Bars in memory, one a symbol; made on the way when left out. */
  readonly columns?: readonly Walk[];
}

export interface JobOutcome {
  readonly runs: readonly (FinishedRun & { readonly fold: TradingFold })[];
  /** Size of the first run's journal. */
  readonly bytes: number;
  /** Bars and session boundaries. */
  readonly facts: number;
}

/**
 * SMA 10/30, all in, whole units, no cost, on seeded one-minute bars, with a full journal that
 * is thrown away.
 */
export function runJob(shape: JobShape): Promise<JobOutcome> {
  return inTemporaryFolder((folder) => runJobIn(folder, shape));
}

/** The same with journals `0.journal`, `1.journal` … that stay in `folder`. */
export async function runJobIn(folder: string, shape: JobShape): Promise<JobOutcome> {
  const days = daysOf(shape.rows);
  const outcome = await runBacktest({
    stream: jobTape(shape),
    runs: Array.from({ length: shape.agents }, (_, number) => ({
      plan: planOf(shape, number, days),
      journal: createJournal(join(folder, `${number}.journal`)),
    })),
    agents: { directory: folder, hidden: [] },
  });
  if (outcome.kind !== 'finished') throw new Error('the job was interrupted');
  const { facts } = outcome;
  const runs = outcome.runs.map((run) => ({ ...run, fold: tradingFold(run.fold) }));
  return { runs, facts, bytes: runs[0]?.summary.bytes ?? 0 };
}

/** The tape of a job: its sessions and one source a symbol. */
export function jobTape({ rows, symbols, columns }: JobShape): Tape {
  const sources = Array.from({ length: symbols }, (_, instrument) => {
    const made = columns?.[instrument];
    if (made !== undefined) return columnBarSource(made, instrument, symbols);
    return seededBarSource({ seed: jobSeed + instrument, rows, instrument });
  });
  return new Tape(seededHeader(symbols), [sessionSource(daysOf(rows)), ...sources]);
}

function daysOf(rows: number): number {
  return Math.ceil((rows * microsPerMinute) / microsPerDay);
}

function planOf({ symbols }: JobShape, number: number, days: number): TradingPlan {
  const names = seededHeader(symbols).instruments.map(({ symbol }) => symbol);
  return {
    id: `bench-${number}`,
    label: `bench-${number}`,
    workflow: 'trading',
    agent: { id: 'cross', kind: 'sma-cross', fast: 10, slow: 30 },
    symbols: names,
    portfolio: symbols > 1,
    repeat: 0,
    baseSeed: 0,
    seed: number,
    policy: resolvePolicy({ name: 'whole-units', lotSize: 1 }),
    capital,
    currency: 'USD',
    decide: 'bar',
    firstSession: utcDateOf(seriesStart),
    lastSession: utcDateOf(seriesStart + days * microsPerDay),
    sessionsPerYear: 365,
    data: null,
    file: null,
  };
}
