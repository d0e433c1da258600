/** An open-ended run is the same run, whether its data came day by day or at once. */

import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { resultSchema, type Result } from '#contracts/result/result';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { GrowingData, journalsOf, runOver } from './growing-data.fixture.js';
import { verifyResult } from '../again/verify-result.js';
import { verifyRun } from '../again/verify-run.js';

const days = sweepSize(6, 10);
const pair: AgentConfig = {
  id: 'pair',
  kind: 'pair-hold',
  left: 'AA',
  right: 'BB',
  direction: 'LONG_SHORT',
  formation: 252,
  correlation: 0.3,
};
const coin: AgentConfig = { id: 'coin', kind: 'random' };
const hashes = ({ runs }: Result): object =>
  Object.fromEntries(runs.map(({ run, journalHash }) => [run, journalHash]));

function scenarioOf(result: Result) {
  return result.scenario;
}

describe.each(['realistic', 'ama-normal-long-short'])('under %s', (execution) => {
  it('has the journals of one go when it was rolled forward day by day', async () => {
    const grown = new GrowingData(3);
    const whole = new GrowingData(days);
    for (let day = 3; day <= days; day++) {
      grown.growTo(day);
      const { result } = await runOver(grown, 'out', { execution });
      expect(scenarioOf(result)).toMatchObject({ open: true });
      expect(resultSchema.safeParse(result).success).toBe(true);
    }
    const rolled = await runOver(grown, 'out', { execution, end: true });
    const once = await runOver(whole, 'once', { execution, end: true });
    expect(hashes(once.result)).toEqual(hashes(rolled.result));
    expect(scenarioOf(rolled.result)).not.toHaveProperty('open');
  });
});

it('is on each evening what it would be if it ended there', async () => {
  const data = new GrowingData(3);
  for (let day = 3; day <= days - 2; day++) {
    data.growTo(day);
    const { result } = await runOver(data, 'out', { execution: 'ama-normal-long-short' });
    const to = scenarioOf(result).window!.to;
    const closed = await runOver(data, `closed-${day}`, { execution: 'ama-normal-long-short', to });
    const figures = ({ runs }: Result) =>
      runs.map((run) => ({ ...run, runId: '', journalHash: '', againstBaseline: null }));
    expect(figures(result)).toEqual(figures(closed.result));
    const page = readFileSync(join(data.directory, 'out', 'report.html'), 'utf8');
    expect(page).toContain(`open, reached ${to}`);
  }
});

it('ends with what its window would have ended with, but for the digest of its data', async () => {
  const data = new GrowingData(days);
  const execution = 'ama-normal-long-short';
  const { result } = await runOver(data, 'open', { execution, end: true });
  const { to } = scenarioOf(result).window!;
  await runOver(data, 'closed', { execution, to });
  const runs = ['hold-AA', 'cross-BB', 'coin-AA', 'script-BB'];
  const withoutData = (events: string[]) => events.map((event) => event.replace(/"data":.*/, ''));
  expect(journalsOf(data, 'open', runs).map(withoutData)).toEqual(
    journalsOf(data, 'closed', runs).map(withoutData),
  );
});

it('resumes where a crash tore its journals, and is the same run', async () => {
  const data = new GrowingData(3);
  const whole = new GrowingData(days - 1);
  for (let day = 3; day < days; day++) {
    data.growTo(day);
    await runOver(data, 'out');
    for (const [at, run] of ['hold-AA', 'script-BB', 'coin-AA', 'module-BB'].entries()) {
      const path = join(data.directory, 'out', 'runs', run, 'journal.bin');
      truncateSync(path, Math.max(0, statSync(path).size - 7 * at - day));
    }
  }
  const rolled = await runOver(data, 'out', { end: true });
  const once = await runOver(whole, 'once', { end: true });
  expect(hashes(rolled.result)).toEqual(hashes(once.result));
});

it.each([
  { name: 'a pair', workflow: 'hedging' as const, agents: [pair], execution: 'pair-realistic' },
  { name: 'a portfolio', workflow: 'trading' as const, agents: [coin], execution: 'realistic' },
])('rolls $name forward as it runs in one go', async ({ name: _, ...given }) => {
  const data = new GrowingData(3);
  const whole = new GrowingData(days);
  const options = { ...given, portfolio: true };
  for (let day = 3; day <= days; day++) {
    data.growTo(day);
    await runOver(data, 'out', options);
  }
  const rolled = await runOver(data, 'out', { ...options, end: true });
  const once = await runOver(whole, 'once', { ...options, end: true });
  expect(rolled.result).toEqual(once.result);
  expect(rolled.result.runs[0]?.coverage.due).toBe(days - 2);
});

it('does not resume with a run of another version, or another run, in the place of its own', async () => {
  const data = new GrowingData(6);
  await runOver(data, 'out');
  const place = (label: string) => join(data.directory, 'out', 'runs', label, 'manifest.json');
  const own = readFileSync(place('hold-AA'), 'utf8');
  const older = own.replace(/"semantics": \d+/, '"semantics": 1');
  const cases = [
    [older, 'the folder holds a run of another version of the engine'],
    [readFileSync(place('hold-BB'), 'utf8'), 'the folder holds another run: '],
  ] as const;
  data.growTo(7);
  for (const [text, what] of cases) {
    writeFileSync(place('hold-AA'), text);
    const resumed = runOver(data, 'out');
    await expect(resumed).rejects.toThrow(`${join(place('hold-AA'), '..')}: ${what}`);
    expect(readFileSync(place('hold-AA'), 'utf8')).toBe(text);
  }
  writeFileSync(place('hold-AA'), own);
  expect((await runOver(data, 'out')).resumed.length).toBeGreaterThan(0);
});

it('resumes if only a derived file was changed, and if nothing was', async () => {
  const data = new GrowingData(6);
  const before = await runOver(data, 'out');
  const path = join(data.directory, 'out', 'runs', 'hold-AA', 'equity.csv');
  const equity = readFileSync(path);
  writeFileSync(path, 'nothing\n');
  rmSync(join(data.directory, 'out', 'report.html'));
  const after = await runOver(data, 'out');
  expect(readFileSync(path)).toEqual(equity);
  expect(after.result).toEqual(before.result);
});

it('is verified and replayed as it is, even when its data has grown since', async () => {
  const data = new GrowingData(6);
  await runOver(data, 'out');
  const out = join(data.directory, 'out');
  expect(await verifyResult(out)).toMatchObject({ verified: 10, findings: [], notes: [] });
  expect(await verifyRun(join(out, 'runs', 'coin-BB'))).toMatchObject({ kind: 'verified' });
  data.growTo(8);
  const grown = await verifyResult(out);
  expect(grown).toMatchObject({ verified: 10, findings: [] });
  expect(grown.notes).toHaveLength(10);
  await runOver(data, 'out', { end: true });
  expect(await verifyResult(out)).toMatchObject({ verified: 10, findings: [], notes: [] });
});

it('is refuted when a price of its past is not what it was', async () => {
  const data = new GrowingData(6);
  await runOver(data, 'out');
  const path = join(data.directory, 'bars.csv');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.length - 4;
  writeFileSync(path, lines.with(at, lines[at]!.replace(/,1000$/, ',1001')).join('\n'));
  const { findings } = await verifyResult(join(data.directory, 'out'));
  expect(findings.map((one) => one.path)).toEqual(['result.json', 'report.html']);
});

it('refuses to continue with a result that was ended once its data has grown', async () => {
  const data = new GrowingData(6);
  const ended = await runOver(data, 'out', { end: true });
  const again = await runOver(data, 'out');
  expect(again).toMatchObject({ kept: 10, result: ended.result });
  data.growTo(7);
  await expect(runOver(data, 'out')).rejects.toMatchObject({
    code: 'Conflict',
    message: expect.stringContaining('the run was ended, and its data set has grown since'),
  });
});

it('ends all runs when ending them was interrupted', async () => {
  const data = new GrowingData(6);
  await runOver(data, 'out');
  await runOver(data, 'ended', { end: true });
  const journal = join('runs', 'hold-AA', 'journal.bin');
  cpSync(join(data.directory, 'ended', journal), join(data.directory, 'out', journal));
  const { result } = await runOver(data, 'out');
  expect(scenarioOf(result)).not.toHaveProperty('open');
});

it('refuses to end what ends by itself, and a window that begins after the data', async () => {
  const data = new GrowingData(4);
  const to = '2026-03-05';
  await expect(runOver(data, 'out', { to, end: true })).rejects.toMatchObject({
    code: 'InvalidInput',
    message: expect.stringContaining('window.to'),
  });
  data.growTo(2);
  await expect(runOver(data, 'out')).rejects.toThrow('the window lies outside the data');
});

it('says that the past of its data has changed when the journal does not repeat', async () => {
  const data = new GrowingData(6);
  await runOver(data, 'out');
  const path = join(data.directory, 'bars.csv');
  const changed = (row: string) =>
    row.replace(/([0-9.]+),1000$/, (_, close) => `${close - 0.5},1000`);
  const rows = readFileSync(path, 'utf8').replace(/^2026-03-05.*$/gm, changed);
  writeFileSync(path, rows);
  await expect(runOver(data, 'out')).rejects.toMatchObject({ code: 'CorruptJournal' });
});
