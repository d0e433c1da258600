/** Tests of the recorder: what a feed brings, drops or repeats, what a disk refuses, and what a restart finds. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure, parseInstant, type Instant } from '#values';
import { factKinds } from '#contracts';
import { fakeClock, type FakeClock } from '../fake-clock.fixture.js';
import { describedCoins } from './described-coins.fixture.js';
import type { FeedItem } from '../feed-item.js';
import {
  scriptedDecoder,
  scriptedFeed,
  type ScriptedFeedOptions,
  type ScriptedFrame,
} from '../scripted-feed.fixture.js';
import { readFacts } from './fact-words.fixture.js';
import {
  openLiveRecording,
  type LiveRecordingOptions,
  type OpenRecording,
} from './open-live-recording.js';
import { readRecording } from './read-recording.js';

const start = parseInstant('2026-03-02T10:00:00Z') as Instant;
const second = 1_000_000;

let folder: string;
let clock: FakeClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-recording-'));
  clock = fakeClock(start);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trade = (number: number, symbol = 'AAA'): FeedItem => ({
  kind: 'trade',
  symbol,
  at: start + number * second,
  id: `${number}`,
  price: 100 + number,
  size: 2,
  numbered: { stream: symbol, number },
});

/** A trade a second. */
const script = (count: number, from = 1): ScriptedFrame[] =>
  Array.from({ length: count }, (_, at) => ({
    at: start + (from + at) * second,
    items: [trade(from + at)],
  }));

interface Recorded {
  readonly recording: OpenRecording;
  /** What the tape has so far. */
  readonly facts: string[];
  readonly done: Promise<void>;
}

async function record(
  feed: Partial<ScriptedFeedOptions>,
  options: Partial<LiveRecordingOptions> = {},
): Promise<Recorded> {
  const { now, sleep } = clock;
  const recording = await openLiveRecording({
    folder,
    description: describedCoins(),
    feed: scriptedFeed({ frames: script(10), now, sleep, ...feed }),
    now,
    sleep,
    takeLock: () => undefined,
    ...options,
  });
  const facts: string[] = [];
  const done = readFacts(recording.source, facts).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  return { recording, facts, done };
}

/** What a replay of the folder says. */
async function replayed(): Promise<string[]> {
  const facts: string[] = [];
  const { source } = await readRecording(folder, { decoder: scriptedDecoder });
  await readFacts(source, facts);
  return facts;
}

const kindsOf = (facts: readonly string[]): string[] =>
  facts.map((fact) => fact.split(' ')[1] ?? '');
const count = (facts: readonly string[], kind: keyof typeof factKinds): number =>
  kindsOf(facts).filter((one) => one === kind).length;

describe('a recording', () => {
  it('brings each trade when its frame came, and the same again from its folder', async () => {
    const { recording, facts, done } = await record({});
    await clock.advance(20_000);
    expect(count(facts, 'trade')).toBe(10);
    expect(facts[1]).toBe(
      '2026-03-02T10:00:01.000002Z trade 0 at 2026-03-02T10:00:01Z [null,null,null,101,null,2,null]',
    );
    expect(recording.status()).toMatchObject({ connected: false, frames: 10, duplicates: 0 });
    await recording.end();
    await done;
    expect(await replayed()).toEqual(facts);
  });
});
