/**
 * A live day through a faulty feed, deaths and a full disk, and what must hold of its runs and
 * its recording.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';
import { formatCivilDate, microsPerMilli, utcDateOf } from '#values';
import { expectWhole, faultsIn, figuresOf } from '../feeds/expect-whole.fixture.js';
import { fillsOf } from '../feeds/journal-fills.fixture.js';
import { accountFor, type Account } from '../feeds/tape-account.fixture.js';
import { tablesEqualRebuilt } from './judgement.fixture.js';
import { journalHashes } from './scenarios.fixture.js';
import type { ServedDay } from './served-day.fixture.js';
import { untilTrue } from './until.fixture.js';
import type { Submitted, World } from './world.fixture.js';

const scenarioOf = (own: object): Scenario =>
  scenarioSchema.parse({
    data: 'served',
    window: { from: formatCivilDate(utcDateOf(Date.now() * microsPerMilli)), to: 'open' },
    symbols: ['BTC/USD'],
    ...own,
  });

/** Filled at the bars that were decided on. */
const atBars = scenarioOf({
  name: 'at-bars',
  execution: 'close',
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'dice', kind: 'random' },
    { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
  ],
});

/** Filled at trades of the last hour, of which an order takes so little that it needs several. */
const atTrades = scenarioOf({
  name: 'at-trades',
  execution: { fill: 'next-trade', latencyMs: 250, participation: 0.0001, feeBps: 1 },
  capital: 20_000_000,
  agents: [
    { id: 'cross', kind: 'sma-cross', fast: 3, slow: 8 },
    { id: 'coin', kind: 'random', seed: 5 },
  ],
});
const scenarios = [atBars, atTrades];

/** Plays the day, and judges it; how many journals are those of its recording. */
export async function expectWholeDay(world: World, day: ServedDay): Promise<number> {
  const submitted = [await world.submit(atBars), await world.submit(atTrades)];
  const tape = submitted[0]?.tape ?? '';
  expect(submitted.map((one) => one.tape)).toEqual([tape, tape]);
  await day.serve(world.seed);
  await disturb(world, day);
  await day.ends();
  await end(world, tape);
  await untilTrue('all runs are scored', () => submitted.every((one) => world.isScored(one)));
  const recording = join(day.frames, tape);
  const ledger = day.ledger();
  const account = await accountFor(recording, ledger);
  const records = submitted
    .flatMap(({ runs }) => runs)
    .map((run) => world.view.reached('portfolio.events', run));
  const told = { seed: world.seed, ...faultsIn(ledger), ...figuresOf(account), records };
  process.stdout.write(`a live day: ${JSON.stringify(told)}\n`);
  expectWhole('a day in the cluster', { account, ledger, rows: day.rows });
  expectHappened(account, day);
  for (const [at, scenario] of scenarios.entries()) {
    await expectReplayed(world, { scenario, submitted: submitted[at], recording });
  }
  expectFilled(world, account);
  expect(world.view.gaps).toEqual([]);
  expect(world.view.deadLetters).toEqual([]);
  await tablesEqualRebuilt(world);
  return records.length;
}

/** Kills services at instants of the seed, and lets the disk be full for a while. */
async function disturb(world: World, day: ServedDay): Promise<void> {
  const within = (minute: number, minutes: number): Promise<void> =>
    day.reaches(minute + world.random.below(minutes));
  const dies = async (name: string): Promise<void> => {
    const victim = world.service(name);
    await victim.kill();
    await world.revive(victim);
  };
  // Quotes are of the first hour.
  await within(40, 15);
  await dies('ingest');
  await within(300, 120);
  await Promise.all(['agent-adapter', 'portfolio'].map(dies));
  await within(550, 100);
  writeFileSync(day.fullDisk, '');
  await untilTrue(
    'ingest hears nothing',
    async () => (await world.metric('ingest', 'tapefold_feed_connected')) === 0,
  );
  rmSync(day.fullDisk);
  await within(900, 60);
  await Promise.all(['ingest', 'clock', 'portfolio'].map(dies));
}

/** Ends the recording once nothing is in flight. */
async function end(world: World, tape: string): Promise<void> {
  await untilTrue('all gaps are mended, and all frames are facts', async () => {
    const of = (name: string): Promise<number> => world.metric('ingest', `tapefold_feed_${name}`);
    const left = await Promise.all(['gaps_open', 'waiting'].map(of));
    return (await of('connected')) === 1 && left.every((count) => count === 0);
  });
  const ended = await world.fetch('gateway', `/v1/tapes/${tape}/end`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(ended.status).toBe(202);
}

function expectHappened(account: Account, day: ServedDay): void {
  const faults = faultsIn(day.ledger());
  for (const [fault, times] of Object.entries(faults)) expect(times, fault).toBeGreaterThan(0);
  const { counts, disconnects } = account;
  expect(counts.duplicates).toBeGreaterThan(0);
  expect(counts.corrections).toBeGreaterThan(0);
  expect(counts.reconciled).toBeGreaterThan(0);
  expect(account.lateCorrections).toBeGreaterThan(0);
  expect(account.uncancelled).toBeLessThan(faults.cancelled);
  // Two deaths of ingest, a full disk, a restart of the server, its disconnections,
  // and its silence.
  expect(counts.reconnects).toBeGreaterThanOrEqual(4);
  expect(account.gapsRepaired).toBeGreaterThanOrEqual(4);
  expect(disconnects).toContainEqual(expect.stringContaining('nothing could be stored'));
}

interface Replay {
  readonly scenario: Scenario;
  readonly submitted: Submitted | undefined;
  readonly recording: string;
}

export async function expectReplayed(
  world: World,
  { scenario, submitted, recording }: Replay,
): Promise<void> {
  const ended = { ...scenario, data: recording };
  const expected = await journalHashes(ended, world.folder, { end: true });
  const runs = submitted?.runs.map((run) => world.view.run(run)) ?? [];
  expect(Object.fromEntries(runs.map((run) => [run.label, run.journalHash]))).toEqual(expected);
  expect(runs.map(({ scores }) => scores.length)).toEqual(scenario.agents.map(() => 1));
}

/** Orders were filled in parts, and only at prices of trades that were on the tape. */
function expectFilled({ folder }: World, { prices }: Account): void {
  const fills = fillsOf(join(folder, `plain-${atTrades.name}`, 'runs')).flat();
  expect(fills.filter(({ isPart }) => isPart).length).toBeGreaterThan(0);
  expect(fills.filter(({ price }) => !prices.has(price))).toEqual([]);
}
