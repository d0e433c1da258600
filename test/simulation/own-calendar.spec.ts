/**
 * Services learn a custom calendar without ever seeing its file. Each is loaded afresh, as in a
 * process of its own.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runScenario } from '#backtest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import { outgoing, type BrokenMessage, type Processor } from '#event-log';
import { planSubmission, type SubmissionPlan } from '#gateway/submissions/plan-submission';
import { formatCivilDate, parseCivilDate, seededRandom, weekdayOf, type CivilDate } from '#values';
import type { WallClock } from '#tape';
import { SimulatedTopics } from './simulated-topics.js';
import { SimulatedWorker } from './simulated-worker.js';

const first = parseCivilDate('2023-01-02') as CivilDate;
const dates = Array.from({ length: 120 }, (_, day) => (first + day) as CivilDate);
/** Sunday to Thursday. */
const sessions = dates.filter((date) => weekdayOf(date) < 5);

/** A data set with one file of bars for a symbol of its own sessions, and for one of every day. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-own-calendar-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, 'data');
  mkdirSync(data);
  const bars = dates.flatMap((date, at) => {
    const symbols = weekdayOf(date) < 5 ? ['COIN', 'LAB'] : ['COIN'];
    return symbols.map((symbol, number) => {
      const open = 100 + ((at * 7 + number) % 11);
      return `${formatCivilDate(date)},${symbol},${open},${open + 2},${open - 1},${open + 1}\n`;
    });
  });
  const times = sessions.map((date) => `${formatCivilDate(date)},09:00,17:00\n`);
  writeFileSync(join(data, 'p.csv'), `date,symbol,open,high,low,close\n${bars.join('')}`);
  writeFileSync(join(data, 'lab.csv'), `session,open,close\n${times.join('')}`);
  writeFileSync(
    join(data, 'dataset.yaml'),
    `name: lab
calendar: { file: lab.csv, zone: Asia/Jerusalem, sessionsPerYear: 250 }
calendars: { COIN: 24/7 }
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
`,
  );
  return folder;
}

const scenarioOf = (data: string, more: object): Scenario =>
  scenarioSchema.parse({
    name: 'lab',
    data,
    window: { from: '2023-01-09', to: '2023-04-20' },
    symbols: ['LAB', 'COIN'],
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'cross', kind: 'sma-cross', fast: 2, slow: 4 },
    ],
    ...more,
  });

/** The journal hashes that `tapefold run` gives, by the labels of the runs. */
async function plainHashes(folder: string, more: object): Promise<Record<string, string>> {
  const scenario = scenarioOf('data', more);
  const out = join(folder, `out-${Object.keys(more).join('-')}`);
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const plain = await runScenario({ scenario, directory: folder }, options);
  if (plain.kind !== 'finished') throw new Error(`the plain run was ${plain.kind}`);
  const { runs } = plain.result;
  return Object.fromEntries(runs.map(({ run, journalHash }) => [run, journalHash]));
}

/** What a module says in a process that has loaded nothing else. */
async function loadedAnew<T>(load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  return load();
}

/** After which nothing moves any more. */
const turnsMax = 5_000;
const noWall: WallClock = { nowMs: () => 0, sleep: () => Promise.resolve() };

/** All services, each with a memory of its own. */
async function openServices(data: string, fail: (error: unknown) => void): Promise<Processor[]> {
  const failed = (_: string, error: unknown): void => fail(error);
  const load = () => import('#pipeline');
  const ingest = await loadedAnew(async () => {
    const { registeredSources } = await import('#pipeline/ingest/registered-sources');
    const { IngestProcessor } = await load();
    return new IngestProcessor(registeredSources(new Map([['lab', data]])), failed);
  });
  const clock = new (await loadedAnew(load)).ClockProcessor(noWall, failed);
  const adapter = new (await loadedAnew(load)).AdapterProcessor();
  const portfolio = new (await loadedAnew(load)).PortfolioProcessor();
  const scoring = new (await loadedAnew(load)).ScoringProcessor();
  return [ingest, clock, adapter, portfolio, scoring];
}

/** The journal hash of each run, once all are scored. */
async function servedHashes(
  data: string,
  { tape, runs }: SubmissionPlan,
): Promise<Record<string, string>> {
  const topics = new SimulatedTopics(1);
  const failures: unknown[] = [];
  const services = await openServices(data, (error) => failures.push(error));
  const workers = services.map((service, number) => {
    const onBroken = ({ reason }: BrokenMessage): void => void failures.push(reason);
    const name = `${number}`;
    const make = () => service;
    const onAgain = () => undefined;
    return new SimulatedWorker({ name, make, topics, committed: new Map(), onBroken, onAgain });
  });
  for (const worker of workers) worker.open(0);
  topics.append(outgoing('tapes', tape));
  for (const run of runs) topics.append(outgoing('runs', run));
  const random = seededRandom(1);
  // A score may come twice.
  const scored = (): number => new Set(topics.all('scores').map(({ key }) => key)).size;
  for (let turn = 0; scored() < runs.length && failures.length === 0; turn++) {
    if (turn > turnsMax) throw new Error(workers.map((worker) => worker.describe()).join('; '));
    for (const worker of workers) if (!worker.send(random, true)) await worker.receive(random);
    await setImmediate();
  }
  expect(failures).toEqual([]);
  const scores = topics.all('scores').map(({ value }) => parseMessage('scores', value));
  const labels = new Map(runs.map(({ run, label }) => [run, label]));
  return Object.fromEntries(scores.map(({ run, journalHash }) => [labels.get(run), journalHash]));
}

it.each([
  ['of the first symbol, and of each of the others', {}],
  ['of one’s own, for all', { calendar: 'own:lab' }],
  ['of an own one in a portfolio', { portfolio: true }],
  ['of the other symbol, for all', { calendar: '24/7' }],
])('services give the journals of one process with the calendar %s', async (_, more) => {
  const folder = dataFolder();
  const data = join(folder, 'data');
  const expected = await plainHashes(folder, more);
  const datasets = new Map([['lab', data]]);
  const rules = { datasets, runsMax: 10, speed: 'max' } as const;
  const plan = await planSubmission(scenarioOf('lab', more), rules);
  expect(JSON.stringify(plan.tape)).toContain('own:lab:');
  expect(await servedHashes(data, plan)).toEqual(expected);
});

it('runs of one symbol on tapes with other sessions are other runs', async () => {
  const data = join(dataFolder(), 'data');
  const rules = { datasets: new Map([['lab', data]]), runsMax: 10, speed: 'max' } as const;
  const calendars = [undefined, '24/7', 'own:lab'];
  const plans = await Promise.all(
    calendars.map((calendar) => planSubmission(scenarioOf('lab', { calendar }), rules)),
  );
  const runs = plans.flatMap((plan) => plan.runs.map(({ run }) => run));
  expect(new Set(runs).size).toBe(12);
});
