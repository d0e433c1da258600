/**
 * A run that decides at minutes is marked at minutes: its drawdown, exposure and table, and
 * what that takes.
 */

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate, formatInstant, microsPerMinute, requireCivilDate } from '#values';
import { calendarOf } from '#market-data';
import { type RunResult } from '#contracts/result/result';
import { readJournal } from '#event-log';
import { equityOfRun } from '../again/equity-of-run.js';
import { writeManifest } from '../tape/written-manifest.js';
import { readManifest, runFolder } from './run-folder.js';
import { runScenario } from '../run/run-scenario.js';
import { verifyResult } from '../again/verify-result.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-bars-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const calendar = calendarOf('XNYS');
const first = requireCivilDate('2026-03-02', 'first');
const sessions = calendar.sessionsBetween(first, first + 2);
const minutes = sessions.flatMap((session) =>
  Array.from({ length: 390 }, (_, minute) => calendar.openOf(session) + minute * microsPerMinute),
);
/** Ends each session where it began, and is a third lower in the middle of the second. */
const prices = minutes.map((_, bar) => {
  const depth = bar >= 390 && bar < 780 ? 33 : 3;
  return Math.round(100 * (100 - depth * Math.sin((Math.PI * ((bar % 390) + 1)) / 390))) / 100;
});
/** Falls from bar to bar: an agent that follows the trend never buys it. */
const falling = minutes.map((_, bar) => 200 - bar / 100);

const row = (symbol: string, bar: number, price: number): string =>
  `${symbol},${formatInstant(minutes[bar]!)},${price},${price},${price},${price},1000`;
const rows = minutes.flatMap((_, bar) => [
  row('AA', bar, prices[bar]!),
  // Every other minute has no bar of BB.
  ...(bar % 2 === 1 ? [row('BB', bar, falling[bar]!)] : []),
]);
writeFileSync(
  join(directory, 'minutes.csv'),
  `symbol,timestamp,open,high,low,close,volume\n${rows.join('\n')}\n`,
);
writeFileSync(
  join(directory, 'dataset.yaml'),
  `name: minutes
calendar: XNYS
timeZone: America/New_York
currency: USD
bars: { file: minutes.csv, frequency: intraday, stamp: start, barMinutes: 1, priceBasis: raw }
symbols: [AA, BB]
`,
);

interface Asked {
  readonly portfolio?: boolean;
  readonly to?: string;
  readonly equity?: 'sessions' | 'marks';
}

async function runs(out: string, asked: Asked = {}): Promise<RunResult[]> {
  const { portfolio = false, to = '2026-03-04', equity } = asked;
  const scenario = {
    name: 'minutes',
    data: directory,
    symbols: ['AA', 'BB'],
    workflow: 'trading' as const,
    window: { from: '2026-03-02', to },
    capital: 10_000,
    portfolio,
    ...(equity && { equity }),
    execution: 'close',
    seed: 1,
    repeats: 1,
    badRows: 'refuse' as const,
    agents: [
      { id: 'hold', kind: 'buy-and-hold' as const },
      ...(portfolio ? [] : [{ id: 'cross', kind: 'sma-cross' as const, fast: 1, slow: 2 }]),
    ],
  };
  const outcome = await runScenario(
    { scenario, directory },
    { out: join(directory, out), codeVersion: 'test', jobs: 1, fresh: false },
  );
  if (outcome.kind !== 'finished') throw new Error('no result');
  return [...outcome.result.runs];
}

const table = (out: string, run: string): string[][] =>
  readFileSync(join(directory, out, 'runs', run, 'equity.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** The deepest fall by definition. */
function depthOf(levels: readonly number[]): number {
  let peak = 10_000;
  let depth = 0;
  for (const level of levels) {
    peak = Math.max(peak, level);
    depth = Math.max(depth, (peak - level) / peak);
  }
  return depth;
}

const found = await runs('out');
const runOf = (run: string): RunResult => found.find((one) => one.run === run)!;

describe('a run that decides at minutes', () => {
  const held = runOf('hold-AA');
  const lines = table('out', 'hold-AA');
  const [fill] = readFileSync(join(directory, 'out', 'runs', 'hold-AA', 'fills.csv'), 'utf8')
    .split('\n')
    .slice(1);
  const [, , shares, price, fee] = fill!.split(',').map(Number) as number[];
  const cash = 10_000 - shares! * price! - fee!;
  const levels = prices.map((close) => cash + shares! * close);

  it('has the drawdown of the minutes, with its instants', () => {
    const closes = levels.filter((_, bar) => bar % 390 === 389);
    expect(depthOf(closes)).toBeLessThan(0.01);
    expect(depthOf(levels)).toBeGreaterThan(0.3);
    expect(valuesOf(held).maxDrawdown).toBeCloseTo(depthOf(levels), 12);
    const bottom = minutes[levels.indexOf(Math.min(...levels))]! + microsPerMinute;
    expect(held.drawdown).toMatchObject({ to: formatInstant(bottom) });
  });

  it('has a row of equity.csv for each minute', () => {
    expect(lines.map(([date]) => date)).toEqual(
      minutes.map((start) => formatInstant(start + microsPerMinute)),
    );
    for (const [bar, [, equity, left]] of lines.entries()) {
      expect(Number(equity)).toBeCloseTo(levels[bar]!, 8);
      expect(Number(left)).toBeCloseTo(cash, 8);
    }
  });

  it('has exposure and time in market of the minutes, and returns of the sessions', () => {
    const ratios = levels.map((level) => (level - cash) / level);
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    expect(valuesOf(held).exposure).toBeCloseTo(mean, 12);
    expect(valuesOf(held).timeInMarket).toBe(1);
    expect(valuesOf(held).returns).toBe(sessions.length - 1);
    expect(valuesOf(held).finalEquity).toBeCloseTo(levels.at(-1)!, 8);
  });

  it('has a journal of a few hundred bytes when it never trades', () => {
    expect(valuesOf(runOf('cross-BB'))).toMatchObject({ fills: 0, maxDrawdown: 0, exposure: 0 });
    expect(table('out', 'cross-BB')).toHaveLength(minutes.length / 2);
    const size = (run: string) => statSync(join(directory, 'out', 'runs', run, 'journal.bin')).size;
    expect(size('cross-BB')).toBeLessThan(1500);
    expect(size('hold-AA') / minutes.length).toBeLessThan(33);
  });

  it('is verified, and resumes a torn journal to the same bytes', async () => {
    const { journal } = runFolder(join(directory, 'out', 'runs', 'hold-AA'));
    const whole = readFileSync(journal);
    for (const part of [0.4, 0.7, 0.98]) {
      truncateSync(journal, Math.floor(whole.length * part));
      await runs('out');
      expect(readFileSync(journal).equals(whole)).toBe(true);
    }
    const verified = await verifyResult(join(directory, 'out'));
    expect(verified).toMatchObject({ verified: 4, findings: [], notes: [] });
  });
});

describe('with a row a session', () => {
  const folder = runFolder(join(directory, 'sessions', 'runs', 'hold-AA'));
  const ofMarks = table('out', 'hold-AA');

  it('has their least and greatest equity, and the same figures', async () => {
    const [held] = await runs('sessions', { equity: 'sessions' });
    const rows = table('sessions', 'hold-AA');
    expect(rows.map(([date]) => date)).toEqual(sessions.map(formatCivilDate));
    for (const [at, [, equity, , , low, high]] of rows.entries()) {
      const levels = ofMarks.slice(390 * at, 390 * (at + 1)).map(([, level]) => Number(level));
      expect(Number(equity)).toBe(levels.at(-1));
      expect(Number(low)).toBe(Math.min(...levels));
      expect(Number(high)).toBe(Math.max(...levels));
    }
    expect(held).toEqual(runOf(held!.run));
    const { journal } = runFolder(join(directory, 'out', 'runs', 'hold-AA'));
    expect(readFileSync(folder.journal).equals(readFileSync(journal))).toBe(true);
  });

  it('has the rows of all marks in its journal', () => {
    const printed: string[] = [];
    equityOfRun(folder.path, 'marks', (line) => printed.push(line));
    expect(printed.slice(1).map((line) => line.split(','))).toEqual(ofMarks);
  });

  it('takes the place of the table of an earlier version, and is named in the manifest', async () => {
    const manifest = readManifest(folder);
    writeManifest(folder, { ...manifest, plan: { ...manifest.plan, equity: undefined } as never });
    writeFileSync(folder.equity, ofMarks.map((row) => `${row.join(',')}\n`).join(''));
    await runs('sessions', { equity: 'sessions' });
    expect(readManifest(folder)).toEqual(manifest);
    const verified = await verifyResult(join(directory, 'sessions'));
    expect(verified).toMatchObject({ verified: 4, findings: [], notes: [] });
  });
});

it('marks a portfolio at each minute at which any of its symbols has a bar', async () => {
  const [held] = await runs('both', { portfolio: true });
  const lines = table('both', held!.run);
  expect(lines).toHaveLength(minutes.length);
  expect(valuesOf(held!).maxDrawdown).toBeCloseTo(
    depthOf(lines.map(([, equity]) => Number(equity))),
    12,
  );
  expect(valuesOf(held!).maxDrawdown).toBeGreaterThan(0.15);
});

it('has the marks of an open window as those of one that ends there', async () => {
  await runs('open', { to: 'open' });
  for (const run of ['hold-AA', 'cross-BB']) expect(table('open', run)).toEqual(table('out', run));
  const types: string[] = [];
  const { journal } = runFolder(join(directory, 'open', 'runs', 'hold-AA'));
  readJournal(journal, ({ event }) => types.push(event.type));
  expect(types.filter((type) => type === 'BarsMarked')).toHaveLength(sessions.length - 1);
});
