/**
 * Ten thousand repeats of a module need as much memory as a thousand, and never more
 * processes than cores.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folder } from '../e2e/command-line.fixture.js';
import { moduleScenario, startRunWithin } from '../e2e/module-run.fixture.js';

const repeats = Number(process.env['TAPEFOLD_SOAK_REPEATS'] ?? '10000');
/** A node process starts in 40 ms, on a machine that has nothing else to do. */
const hoursMax = 4;
/**
 * Megabytes by which the peak of the second half may be above that of the first: garbage
 * comes and goes.
 */
const growthMax = 64;

it(`runs ${repeats} repeats in flat memory`, async () => {
  const scenario = moduleScenario(folder(), `export default () => 'long';`, {
    rest: `repeats: ${repeats}\n`,
  });
  const out = join(folder(), 'out');
  const run = startRunWithin(hoursMax * 3_600_000, scenario, '--out', out);
  const peaks = { first: 0, second: 0, derived: 0 };
  let processes = 0;
  let isRunning = true;
  void run.ended.then(() => (isRunning = false));
  while (isRunning) {
    const half = halfOf(join(out, 'runs'));
    peaks[half] = Math.max(peaks[half], residentMegabytes(run.pid));
    processes = Math.max(processes, run.children().length);
    await sleep(100);
  }
  const { code, err } = await run.ended;
  console.log(`peaks in MB: ${JSON.stringify(peaks)}; processes: ${processes}`);
  expect(code, err).toBe(0);
  expect(processes).toBeGreaterThan(0);
  expect(processes).toBeLessThanOrEqual(availableParallelism());
  expect(peaks.first).toBeGreaterThan(0);
  expect(peaks.second).toBeGreaterThan(0);
  expect(peaks.second - peaks.first).toBeLessThan(growthMax);
});

/** Which half of the runs has been begun, or `derived` behind the last of them. */
function halfOf(runs: string): 'first' | 'second' | 'derived' {
  const begun = existsSync(runs) ? readdirSync(runs).length : 0;
  if (begun === repeats) return 'derived';
  return begun < repeats / 2 ? 'first' : 'second';
}

/** The resident memory of a process, 0 where it has ended. */
function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
