/**
 * Weekly reports without an end are the same runs, whether their data came week by week or at once.
 */

import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reasonsOf, valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate } from '#values';
import { resultSchema, type Result } from '#contracts/result/result';
import type { TaskScenario } from '#contracts/scenario/scenario';
import { GrowingData, journalsOf, sessions } from '../run-folder/growing-data.fixture.js';
import { inspectRun } from './inspect-run.js';
import { loadScenario } from '../tape/load-scenario.js';
import { runScenario, type ScenarioOptions } from '../run/run-scenario.js';
import { verifyResult } from './verify-result.js';
import { verifyRun } from './verify-run.js';

const dates = sessions.map(formatCivilDate);
/** Sessions from the first day of the data to this one. */
const daysTo = (date: string): number => dates.indexOf(date) + 1;
/** April 3 is Good Friday. */
const weeks = ['2026-04-02', '2026-04-10', '2026-04-17', '2026-04-24', '2026-05-01'];
const labels = ['ratings-insights', 'reporter-insights', 'counter-insights'];

/** Counts calls in its state: its answer depends on how often it was asked. */
const counter = `export default {
  decide({ state }) {
    state.asked = (state.asked ?? 0) + 1;
    return { rating: ['BUY', 'HOLD', 'SELL'][state.asked % 3] };
  },
};
`;

function scenarioOver({ directory }: GrowingData, to = 'open') {
  const ratings = weeks.flatMap((date, week) => [
    { date, symbol: 'AA', rating: week % 2 === 0 ? 'BUY' : 'SELL' },
    { date, symbol: 'BB', rating: 'STRONG_SELL' },
  ]);
  const lines = ratings.map((one) => JSON.stringify(one)).join('\n');
  writeFileSync(join(directory, 'ratings.jsonl'), lines);
  writeFileSync(join(directory, 'counter.mjs'), counter);
  const scenario = {
    name: 'rolled',
    data: directory,
    workflow: 'insights',
    symbols: ['AA', 'BB'],
    window: { from: '2026-04-02', to },
    agents: [
      { id: 'ratings', kind: 'script', file: 'ratings.jsonl' },
      { id: 'reporter', kind: 'rule', rule: 'reporter' },
      { id: 'counter', kind: 'module', file: 'counter.mjs', trusted: true },
    ],
  };
  const path = join(directory, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  return loadScenario(path);
}

async function run(data: GrowingData, out: string, options: Partial<ScenarioOptions> = {}) {
  const place = { out: join(data.directory, out), codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario(scenarioOver(data), { ...place, ...options });
  if (outcome.kind !== 'finished') throw new Error('no result');
  expect(resultSchema.safeParse(outcome.result).success).toBe(true);
  return outcome.result;
}

const hashes = ({ runs }: Result) => runs.map(({ journalHash }) => journalHash);
const dueIn = ({ runs }: Result) => runs.map(({ coverage }) => coverage.due);
const bytesOf = ({ directory }: GrowingData, out: string) =>
  labels.map((label) => readFileSync(join(directory, out, 'runs', label, 'journal.bin')));

it('has the journals of one go when it was rolled forward week by week', async () => {
  const data = new GrowingData(daysTo('2026-04-02'));
  for (const [week, date] of weeks.entries()) {
    data.growTo(daysTo(date));
    const result = await run(data, 'out');
    expect(result.scenario.open).toBe(true);
    const due = 2 * (week + 1);
    expect(dueIn(result)).toEqual([due, due, due]);
  }
  const before = bytesOf(data, 'out');
  const rolled = await run(data, 'out', { end: true });
  const once = await run(data, 'once', { end: true });
  expect(rolled).toEqual(once);
  expect(rolled.runs.map(({ coverage }) => coverage.answered)).toEqual([10, 10, 10]);
  expect(rolled.scenario).not.toHaveProperty('open');
  const after = bytesOf(data, 'out');
  expect(after).toEqual(bytesOf(data, 'once'));
  // Existing content was only appended to.
  for (const [at, bytes] of before.entries()) {
    expect(after[at]!.subarray(0, bytes.length).equals(bytes)).toBe(true);
  }
});

it('resumes where a crash tore its journals, and is the same run', async () => {
  const data = new GrowingData(daysTo('2026-04-10'));
  for (const [at, date] of ['2026-04-10', '2026-04-15', '2026-04-24'].entries()) {
    data.growTo(daysTo(date));
    await run(data, 'out');
    for (const [cut, label] of labels.entries()) {
      const path = join(data.directory, 'out', 'runs', label, 'journal.bin');
      truncateSync(path, Math.max(0, statSync(path).size - 400 * at - 7 * cut));
    }
  }
  await run(data, 'out', { end: true });
  await run(data, 'once', { end: true });
  expect(bytesOf(data, 'out')).toEqual(bytesOf(data, 'once'));
});

it('asks for no report before the last session of its week is over', async () => {
  const data = new GrowingData(daysTo('2026-04-09'));
  expect(dueIn(await run(data, 'out'))).toEqual([2, 2, 2]);
  data.growTo(daysTo('2026-04-10'));
  expect(dueIn(await run(data, 'out'))).toEqual([4, 4, 4]);
  // Nothing new was due in the middle of a week, and the prices of these days count at the end.
  data.growTo(daysTo('2026-04-14'));
  const rolled = await run(data, 'out', { end: true });
  expect(dueIn(rolled)).toEqual([4, 4, 4]);
  expect(hashes(rolled)).toEqual(hashes(await run(data, 'once', { end: true })));
});

it('has no report before the first week is over, and reports it', async () => {
  const data = new GrowingData(daysTo('2026-04-02') - 1);
  await expect(run(data, 'out')).rejects.toThrow(/the window lies outside the data/);
  const path = join(data.directory, 'scenario.json');
  data.growTo(daysTo('2026-04-07'));
  const late = JSON.parse(readFileSync(path, 'utf8'));
  late.window.from = '2026-04-06';
  writeFileSync(path, JSON.stringify(late));
  const options = { out: join(data.directory, 'late'), codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario(loadScenario(path), options);
  const result = (outcome as { result: Result }).result;
  expect(dueIn(result)).toEqual([0, 0, 0]);
  expect(reasonsOf(result.runs[0]!)).toMatchObject({
    coverage: 'no report was due',
    cumulativeReturn: 'no report was due',
  });
});

it('has the figures of an end at each stop, and a journal without it', async () => {
  const data = new GrowingData(daysTo('2026-04-17'));
  const open = await run(data, 'open');
  expect(open.scenario.notes[0]).toMatch(/^The runs have no end yet/);
  const types = (out: string) =>
    journalsOf(data, out, labels).map((events) => events.map((one) => JSON.parse(one)));
  for (const events of types('open')) {
    expect(events.some(({ type }) => type === 'RunClosed')).toBe(false);
    expect(events.some(({ type, task }) => type === 'Measured' && task === null)).toBe(false);
  }
  const ended = await run(data, 'ended', { end: true });
  expect(open.runs.map(({ figures }) => figures)).toEqual(ended.runs.map(({ figures }) => figures));
  expect(open.sections).toEqual(ended.sections);
  // AA is bought at 2026-04-02, sold at 04-10; BB is short in both weeks: the closes are
  // in the fixture.
  const close = (day: number, phase: number): number =>
    Math.round(100 * (100 + 10 * Math.sin(day / 2 + phase) + day)) / 100;
  const [first, second, third] = weeks.slice(0, 3).map(daysTo) as [number, number, number];
  const change = (from: number, to: number, phase: number) =>
    close(to, phase) / close(from, phase) - 1;
  const up = change(first, second, 0);
  const down = change(second, third, 0);
  expect(valuesOf(open.runs[0])['cumulativeReturn.AA']).toBeCloseTo((1 + up) * (1 - down) - 1, 12);
});

it('repeats, and can be looked into, when its data has grown since', async () => {
  const data = new GrowingData(daysTo('2026-04-10'));
  await run(data, 'out');
  const out = join(data.directory, 'out');
  expect(await verifyResult(out)).toMatchObject({ verified: 3, findings: [], notes: [] });
  data.growTo(daysTo('2026-04-24'));
  expect(await verifyResult(out)).toMatchObject({ verified: 3, findings: [] });
  const folder = join(out, 'runs', labels[0]!);
  expect(await verifyRun(folder)).toMatchObject({ kind: 'verified' });
  expect(await inspectRun(folder, '2026-04-10')).toMatchObject({
    task: { id: 'BB-2026-04-10' },
    decision: { type: 'AnswerGiven', task: 'BB-2026-04-10' },
  });
  rmSync(join(out, 'report.html'));
  await run(data, 'out');
  expect(existsSync(join(out, 'report.html'))).toBe(true);
});

it('refuses more data once it was ended', async () => {
  const data = new GrowingData(daysTo('2026-04-10'));
  await run(data, 'out', { end: true });
  const ended = bytesOf(data, 'out');
  expect(dueIn(await run(data, 'out'))).toEqual([4, 4, 4]);
  data.growTo(daysTo('2026-04-17'));
  await expect(run(data, 'out')).rejects.toThrow(/the run was ended, and its data set has grown/);
  expect(bytesOf(data, 'out')).toEqual(ended);
});

it('differs from a window with an end', async () => {
  const data = new GrowingData(daysTo('2026-04-10'));
  const loaded = scenarioOver(data, '2026-04-10');
  const options = { out: join(data.directory, 'out'), codeVersion: 'test', jobs: 1, fresh: false };
  await expect(runScenario(loaded, { ...options, end: true })).rejects.toThrow(
    /window\.to.*expected "?open.*found "?2026-04-10/,
  );
  expect((loaded.scenario as TaskScenario).terms).toMatchObject({
    reports: { window: { from: '2026-04-02', to: '2026-04-10' } },
  });
});
