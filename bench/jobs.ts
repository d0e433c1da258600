/** The jobs that the benchmarks time: J, its raw loop, and their variants over symbols and agents. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utcDateOf, microsPerDay, microsPerMinute } from '#values';
import { createJournal } from '#event-log';
import { runBacktest, type FinishedRun } from '#backtest/run-backtest';
import type { RunPlan } from '#backtest/run-plan';
import { resolvePolicy } from '#portfolio';
import { Tape } from '#tape';
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

/** SMA 10/30, all in, whole units, no cost, on seeded one-minute bars; returns the finished runs. */
export async function runJob(
  shape: JobShape,
): Promise<{ runs: readonly FinishedRun[]; bytes: number }> {
  const { rows, symbols, agents } = shape;
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-bench-'));
  try {
    const days = Math.ceil((rows * microsPerMinute) / microsPerDay);
    const sources = Array.from({ length: symbols }, (_, instrument) => {
      const columns = shape.columns?.[instrument];
      if (columns !== undefined) return columnBarSource(columns, instrument);
      return seededBarSource({ seed: jobSeed + instrument, rows, instrument });
    });
    const stream = new Tape(seededHeader(symbols), [sessionSource(days), ...sources]);
    const outcome = await runBacktest({
      stream,
      runs: Array.from({ length: agents }, (_, number) => ({
        plan: planOf(shape, number, days),
        journal: createJournal(join(folder, `${number}.journal`)),
      })),
      agents: { directory: folder, hidden: [] },
    });
    if (outcome.kind !== 'finished') throw new Error('the job was interrupted');
    return { runs: outcome.runs, bytes: outcome.runs[0]?.summary.bytes ?? 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function planOf({ symbols }: JobShape, number: number, days: number): RunPlan {
  const names = seededHeader(symbols).instruments.map(({ symbol }) => symbol);
  return {
    id: `bench-${number}`,
    label: `bench-${number}`,
    agent: { id: 'cross', kind: 'sma-cross', fast: 10, slow: 30 },
    symbols: names,
    portfolio: symbols > 1,
    repeat: 0,
    seed: number,
    policy: resolvePolicy({ name: 'whole-units', lotSize: 1 }),
    capital,
    currency: 'USD',
    decide: 'bar',
    firstSession: utcDateOf(seriesStart),
    lastSession: utcDateOf(seriesStart + days * microsPerDay),
    sessionsPerYear: 365,
  };
}
