/**
 * Tests of the comparison with a history: silently missed items arrive, and only once;
 * failures are reported.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFailure, parseInstant, type Instant } from '#values';
import { HeldClock } from '../feed-clock.fixture.js';
import {
  scriptedDecoder,
  scriptedFeed,
  type ScriptedFeedOptions,
} from '../scripted-feed.fixture.js';
import { describedCoins } from './described-coins.fixture.js';
import { readFacts } from './fact-words.fixture.js';
import { openLiveRecording, type OpenRecording } from './open-live-recording.js';
import { readRecording } from './read-recording.fixture.js';

const start = parseInstant('2026-03-02T10:00:00Z') as Instant;
const second = 1_000_000;
let folder: string;
let clock: HeldClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-reconciled-'));
  clock = new HeldClock(start / 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One trade per second, with an id and no number. */
const frames = Array.from({ length: 100 }, (_, number) => ({
  at: start + (number + 1) * second,
  items: [
    {
      kind: 'trade' as const,
      symbol: 'AAA',
      at: start + (number + 1) * second,
      id: `${number}`,
      price: 100 + number,
      size: 2,
    },
  ],
}));

interface Recorded {
  readonly recording: OpenRecording;
  readonly facts: string[];
  readonly done: Promise<void>;
}

async function record(
  feed: Partial<ScriptedFeedOptions>,
  everyMs = 20_000,
  terms: object = {},
): Promise<Recorded> {
  const { now, sleep } = clock.micros;
  const recording = await openLiveRecording({
    folder,
    now,
    sleep,
    takeLock: () => undefined,
    description: describedCoins({ ...terms, reconcileEveryMs: everyMs }),
    feed: scriptedFeed({ frames, now, sleep, ...feed }),
  });
  const facts: string[] = [];
  const done = readFacts(recording.source, facts).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  return { recording, facts, done };
}

async function replayed(): Promise<string[]> {
  const facts: string[] = [];
  await readFacts((await readRecording(folder, { decoder: scriptedDecoder })).source, facts);
  return facts;
}

/** How often each trade is on the tape, by its price. */
function pricesOf(facts: readonly string[]): number[] {
  const prices = facts.flatMap((fact) => {
    const traded = /trade .* \[null,null,null,(\d+),/.exec(fact);
    const corrected = /"trade":\{"price":(\d+)/.exec(fact);
    return [traded ?? corrected ?? []].flatMap(([, price]) => Number(price ?? NaN));
  });
  return prices.filter((price) => !Number.isNaN(price)).sort((one, other) => one - other);
}
const all = frames.map(({ items: [trade] }) => trade?.price);

it('brings what a feed left out, as late corrections, and each only once', async () => {
  const faults = [4, 30, 31, 77].map((frame) => ({ frame, fault: 'drop' as const }));
  const { recording, facts, done } = await record({ faults });
  await clock.advance(150_000);
  expect(pricesOf(facts)).toEqual(all);
  expect(facts.filter((fact) => fact.includes('"change":"late"'))).toHaveLength(4);
  expect(recording.status()).toMatchObject({ reconciled: 4, gapsLost: 0, gapsOpen: 0 });
  await recording.end();
  await done;
  expect(await replayed()).toEqual(facts);
});

it('compares a replayed feed that is ahead of the clock by its own times', async () => {
  // Half an hour after the close of New York: the clock alone would not have its stretches end.
  const terms = { calendar: 'XNYS', aheadMaxMs: 86_400_000 };
  const aheadBy = 11.5 * 3600 * second;
  const ahead = frames.map(({ at, items }) => ({
    at,
    items: items.map((item) => ({ ...item, at: item.at + aheadBy })),
  }));
  const faults = [{ frame: 4, fault: 'drop' as const }];
  const { recording, facts } = await record({ frames: ahead, faults }, 20_000, terms);
  await clock.advance(60_000);
  expect(pricesOf(facts)).toContain(104);
  await recording.close();
});

it('leaves what was left out missing when it is turned off', async () => {
  const { recording, facts } = await record({ faults: [{ frame: 4, fault: 'drop' }] }, 0);
  await clock.advance(150_000);
  await recording.end();
  expect(pricesOf(facts)).toHaveLength(99);
});

it('compares the last stretch when the recording ends', async () => {
  const { recording, facts, done } = await record({ faults: [{ frame: 97, fault: 'drop' }] });
  await clock.advance(101_000);
  expect(pricesOf(facts)).toHaveLength(99);
  await recording.end();
  await done;
  expect(pricesOf(facts)).toEqual(all);
});

it('compares the last stretch with an open gap that could not be fetched so far', async () => {
  const faults = [
    { frame: 88, fault: 'drop' as const },
    { frame: 93, fault: 'break' as const, frames: 3 },
  ];
  // The gap is requested three times before the recording ends.
  const { recording, facts, done } = await record({ faults, history: { refusals: 3 } }, 95_000);
  await clock.advance(101_000);
  expect(recording.status().gapsOpen).toBe(1);
  expect(pricesOf(facts)).toHaveLength(96);
  const ended = recording.end();
  await clock.advance(20_000);
  await ended;
  await done;
  expect(pricesOf(facts)).toEqual(all);
});

it('asks once more what came before an interruption: its last stretch was not compared', async () => {
  const feed = { faults: [{ frame: 37, fault: 'drop' as const }] };
  const first = await record(feed);
  await clock.advance(41_500);
  await first.recording.close();
  await clock.advance(5000);
  const { recording, facts } = await record({});
  await clock.advance(15_000);
  expect(facts.filter((fact) => fact.includes('"price":137'))).toHaveLength(1);
  await recording.close();
});

it('waits for a history that does not answer, and names what one does not have', async () => {
  const faults = [{ frame: 4, fault: 'drop' as const }];
  const patient = await record({ faults, history: { refusals: 3 } });
  await clock.advance(150_000);
  expect(pricesOf(patient.facts)).toEqual(all);
  await patient.recording.close();
  rmSync(folder, { recursive: true });
  clock = new HeldClock(start / 1000);
  const { recording, facts } = await record({ faults, history: 'lost' });
  await clock.advance(150_000);
  expect(pricesOf(facts)).toHaveLength(99);
  const named = facts.filter((fact) => fact.includes('the feed has no history of it'));
  expect(named.length).toBeGreaterThan(0);
  expect(recording.status().gapsLost + named.length).toBeGreaterThan(0);
  await recording.close();
});
