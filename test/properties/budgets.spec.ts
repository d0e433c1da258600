/**
 * Budgets that hold on any machine: one answer in engine and raw loop, and few bytes of
 * journal a bar.
 */

import { describe, expect, it } from 'vitest';
import { capital, jobSeed, runJob } from '../../bench/jobs.js';
import { rawLoop } from '../../bench/raw-loop.js';
import { rawMerge } from '../../bench/raw-merge.js';
import { barTimes, seededColumns } from '../../bench/seeded-bars.js';

const rows = 50_000;

const finalEquity = ({ runs }: Awaited<ReturnType<typeof runJob>>): number =>
  runs[0]?.fold.marks.equity.toArray().at(-1) as number;

describe('job J', () => {
  it('ends with the equity of the raw loop, to the cent, from memory and streamed', async () => {
    const columns = seededColumns(jobSeed, rows);
    const raw = rawLoop(columns.close, capital);
    const kept = await runJob({ rows, symbols: 1, agents: 1, columns: [columns] });
    const streamed = await runJob({ rows, symbols: 1, agents: 1 });
    expect(raw.trades).toBeGreaterThan(1000);
    expect(kept.runs[0]?.fold.orders.fills).toBe(raw.trades);
    expect(Math.abs(finalEquity(kept) - raw.finalEquity)).toBeLessThan(0.005);
    expect(streamed.runs[0]?.summary.hash).toBe(kept.runs[0]?.summary.hash);
  });

  it('journals at most 15 bytes a bar', async () => {
    const { bytes, runs } = await runJob({ rows, symbols: 1, agents: 1 });
    expect(runs[0]?.fold.coverage.now().answered).toBe(rows);
    expect(bytes / rows).toBeLessThan(15);
  });
});

describe('job J8', () => {
  it('ends with the equity of sorted arrays merged in a raw loop, to the cent', async () => {
    const count = rows / 8;
    const walks = Array.from({ length: 8 }, (_, number) => seededColumns(jobSeed + number, count));
    const time = barTimes(count);
    const raw = rawMerge(
      walks.map(({ close }) => ({ time, close })),
      capital,
    );
    const run = await runJob({ rows: count, symbols: 8, agents: 1, columns: walks });
    expect(run.runs[0]?.fold.orders.fills).toBe(raw.trades);
    expect(Math.abs(finalEquity(run) - raw.finalEquity)).toBeLessThan(0.005);
  });
});
