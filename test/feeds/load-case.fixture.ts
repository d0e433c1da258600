/** 10,000 symbols at 20,000 trades a second for a while: prints what was measured, and holds it against its bounds. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Heap } from './heap.fixture.js';
import type { Latencies } from './latencies.fixture.js';
import { runUnderLoad, warmSeconds, type LoadReport } from './live-load.fixture.js';

const symbols = 10_000;
const rate = 20_000;
/** One number that is kept of each fact takes as many; buffers that a burst makes larger take some MB, once. */
const bytesAFactMax = 8;

/** Nothing is lost or out of place, the replay has the same tape, and no fact leaves anything in memory. */
export async function passesLoad(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const heap = new Heap();
  const report = await runUnderLoad({
    ...{ folder, symbols, rate, seconds, onSample: () => heap.sample() },
  });
  const bytesAFact = heap.growth / (rate * (seconds - warmSeconds));
  tell(report, heap, bytesAFact);
  expect(report.sent).toBe(rate * seconds);
  expect(report.trades).toBe(report.sent);
  expect([report.outOfPlace, report.behind]).toEqual([0, 0]);
  expect(report.status).toEqual({ duplicates: 0, late: 0, gaps: 0 });
  expect(report.bars).toBeGreaterThanOrEqual(symbols * Math.floor(seconds / 60));
  expect(report.replayHash).toBe(report.liveHash);
  expect(bytesAFact).toBeLessThan(bytesAFactMax);
}

function tell(report: LoadReport, heap: Heap, bytesAFact: number): void {
  const { sent, elapsedMs, latencies, work } = report;
  const ms = (one: Latencies): string =>
    `p50 ${one.quantile(0.5).toFixed(2)} ms, p99 ${one.quantile(0.99).toFixed(2)} ms`;
  const share = (part: number): string => `${((100 * part) / elapsedMs).toFixed(1)} %`;
  const megabytes = heap.megabytes.join(' and ');
  console.log(
    [
      `${sent} trades in ${(elapsedMs / 1000).toFixed(1)} s, ${Math.round((1000 * sent) / elapsedMs)} a second`,
      `received to journal: ${ms(latencies.whole)}`,
      `received to stored: ${ms(latencies.toStored)}`,
      `stored to fold: ${ms(latencies.toFold)}`,
      `fold to journal: ${ms(latencies.toJournal)}`,
      `share of the time: venue ${share(work.venue)}, decoding ${share(work.decode)}, runs ${share(work.runs)}`,
      `${report.bars} bars, ${report.marks} closes; held ${megabytes} MB, ${bytesAFact.toFixed(2)} bytes a fact`,
    ].join('\n'),
  );
}
