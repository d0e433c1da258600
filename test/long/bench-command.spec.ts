/**
 * What `npm run bench` times: the command itself and all its processes, with the answers of
 * the raw loops.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeDailySet, writeMinuteSet } from '../../bench/bar-file.js';
import { judge } from '../../bench/budget.js';
import { endsOf, runCommand, writeScenario } from '../../bench/command-run.js';
import { measureProcess } from '../../bench/measured-process.js';
import { rawLoop, usualRule } from '../../bench/raw-loop.js';
import { rawMerge } from '../../bench/raw-merge.js';
import { seededColumns } from '../../bench/seeded-bars.js';

const root = resolve(import.meta.dirname, '../..');
const seed = 42;
let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-command-'));
  data = join(folder, 'data');
  mkdirSync(data);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The closes of a file, which has eight decimals. */
const closesOf = (number: number, rows: number): Float64Array =>
  seededColumns(seed + number, rows).close.map((close) => Number(close.toFixed(8)));

describe('the command that the bench times', () => {
  it('ends with the equity of the raw loop, and reports what it wrote', async () => {
    const rows = 3000;
    const terms = { rules: [usualRule], capital: 100_000, portfolio: false };
    const scenario = writeScenario(writeMinuteSet(data, seed, rows), terms);
    const run = await runCommand(root, scenario, [], endsOf);
    const raw = rawLoop(closesOf(0, rows), terms.capital);
    const end = run.found?.['10-30/S0'];
    expect(raw.trades).toBeGreaterThan(100);
    expect(end?.fills).toBe(raw.trades);
    expect(end?.finalEquity).toBeCloseTo(raw.finalEquity, 2);
    expect(run.writtenBytes).toBeGreaterThan(run.resultBytes);
  });

  it('ends with the equity of arrays merged in a raw loop when it is one portfolio', async () => {
    const sessions = 300;
    const terms = { rules: [usualRule], capital: 1_000_000, portfolio: true };
    const scenario = writeScenario(writeDailySet(data, seed, 5, sessions), terms);
    const { found } = await runCommand(root, scenario, ['--jobs', '2'], endsOf);
    const time = Float64Array.from({ length: sessions }, (_, session) => session);
    const series = [0, 1, 2, 3, 4].map((number) => ({ time, close: closesOf(number, sessions) }));
    const raw = rawMerge(series, terms.capital);
    expect(raw.trades).toBeGreaterThan(50);
    expect(found?.['10-30/all']?.fills).toBe(raw.trades);
    expect(found?.['10-30/all']?.finalEquity).toBeCloseTo(raw.finalEquity, 2);
  });
});

describe('memory and processor time of a command', () => {
  it('counts what it started as well', async () => {
    const fill = 'const held = Buffer.alloc(2 ** 27, 1); setTimeout(() => held, 1500);';
    const alone = await measureProcess(process.execPath, ['-e', fill], folder);
    const start =
      "require('child_process').spawn(process.execPath, ['-e', " +
      `${JSON.stringify(fill)}]); ${fill}`;
    const both = await measureProcess(process.execPath, ['-e', start], folder);
    // Only Linux tells.
    expect(alone.peakMegabytes === null).toBe(process.platform !== 'linux');
    expect(alone.peakMegabytes ?? Infinity).toBeGreaterThan(128);
    expect(both.peakMegabytes ?? Infinity).toBeGreaterThan(256);
  });

  it('sums the processor time of all that ran, also of what ended before', async () => {
    const busy = 'while (process.cpuUsage().user < 1e6) for (let n = 0; n < 1e6; n++);';
    const start =
      "require('child_process').spawnSync(process.execPath, " + `['-e', ${JSON.stringify(busy)}]);`;
    const stay = 'setTimeout(() => undefined, 1500);';
    const words = ['-e', `${start} ${busy} ${stay}`];
    const { processorSeconds } = await measureProcess(process.execPath, words, folder);
    expect(processorSeconds === null).toBe(process.platform !== 'linux');
    // One second each; of the first, what it did after the last look at it is missing.
    expect(processorSeconds ?? Infinity).toBeGreaterThan(1.3);
  });

  it('fails with what the command said', async () => {
    const program = measureProcess(
      process.execPath,
      ['-e', 'console.error("no file"); process.exit(1)'],
      folder,
    );
    await expect(program).rejects.toThrow(/no file/);
  });
});

describe('a target of which more is better', () => {
  const bounds = { name: 'speed-up', target: 1.6, floor: 1, unit: '×', rising: true } as const;

  it.each([
    [1.7, 'met'],
    [1.6, 'met'],
    [1.5, 'missed'],
    [0.9, 'broken'],
  ])('%s is %s', (found, verdict) => {
    expect(judge(bounds, found).verdict).toBe(verdict);
  });
});
