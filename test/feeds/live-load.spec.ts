/** Goal: 10,000 symbols at 20,000 trades a second into one process: nothing is lost, and memory stays flat. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Heap } from './heap.fixture.js';
import { runUnderLoad } from './live-load.fixture.js';
import { tellLoad } from './tell-load.fixture.js';

const symbols = 10_000;
const rate = 20_000;
const seconds = 60;

it('takes what comes, keeps nothing, and replays to the same tape', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const heap = new Heap();
  const report = await runUnderLoad({
    ...{ folder, symbols, rate, seconds, onSample: () => heap.sample() },
  });
  tellLoad(report, heap);
  expect(report.sent).toBe(rate * seconds);
  expect(report.trades).toBe(report.sent);
  expect([report.outOfPlace, report.behind]).toEqual([0, 0]);
  expect(report.status).toEqual({ duplicates: 0, late: 0, gaps: 0 });
  expect(report.bars).toBeGreaterThanOrEqual(symbols * Math.floor(seconds / 60));
  expect(report.replayHash).toBe(report.liveHash);
  expect(heap.growthMegabytes).toBeLessThan(32);
});
