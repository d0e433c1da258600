/**
 * Tests of a comparison that is too late: items that may be forgotten are reported as lost, not
 * as late facts.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { factKinds } from '#contracts';
import { isFailure, parseInstant, type Instant } from '#values';
import { HeldClock } from '../feed-clock.fixture.js';
import type { FeedItem } from '../port/feed-item.js';
import type { Feed, FeedDecoder } from '../port/feed.js';
import { describedCoins } from './described-coins.fixture.js';
import { openLiveRecording, type OpenRecording } from './open-live-recording.js';
import { readRecording } from './read-recording.fixture.js';
import { RecentKeys } from '../fold/recent-keys.js';
import type { RecordedSource } from './recorded-source.js';

const start = parseInstant('2026-03-02T10:00:00Z') as Instant;
const everyMs = 20_000;
/**
 * The rate of bars is such that at least those of 66 seconds are remembered, and at
 * most those of 132.
 */
const barsPerSecond = 2000;
const barMicros = 1_000_000 / barsPerSecond;
const missed = 7001;
let folder: string;
let clock: HeldClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-forgotten-'));
  clock = new HeldClock(start / 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bar = (number: number): FeedItem => ({
  kind: 'bar',
  symbol: 'AAA',
  isRevision: false,
  start: start + (number - 1) * barMicros,
  end: start + number * barMicros,
  open: 1,
  high: 2,
  low: 1,
  close: 2,
  volume: number,
  vwap: null,
});

/** A frame lists the bars it stands for, as a range of numbers; the live one lacks a single bar. */
const decoder: FeedDecoder = {
  isHistory: (channel) => channel === 'history',
  decode: ({ bytes, channel }) => {
    const [from = 0, to = 0] = Buffer.from(bytes).toString('latin1').split(' ').map(Number);
    const items: FeedItem[] = [];
    for (let number = from; number < to; number++) {
      if (channel === 'history' || number !== missed) items.push(bar(number));
    }
    return items;
  },
};

/** A feed whose history takes this many milliseconds for the first response. */
function fastFeed(slowMs: number, seconds: number): Feed {
  const { sleep } = clock.micros;
  let wait = slowMs;
  return {
    name: 'fast',
    decoder,
    run: async (sink, signal) => {
      sink.note({ note: 'connected', to: 'fast' });
      for (let second = 0; second < seconds; second++) {
        await sleep(1000, signal);
        const from = second * barsPerSecond;
        await sink.data('live', Buffer.from(`${from + 1} ${from + 1 + barsPerSecond}`));
      }
    },
    repair: async ({ from, to }, sink, signal) => {
      const ms = wait;
      wait = 0;
      if (ms > 0) await sleep(ms, signal);
      const first = Math.max(1, Math.floor((from - start) / barMicros));
      const last = Math.min(seconds * barsPerSecond, Math.floor((to - start) / barMicros));
      await sink.data('history', Buffer.from(`${first} ${last + 1}`));
      return true;
    },
  };
}

interface Tape {
  bars: number;
  corrections: number;
  readonly gaps: string[];
}

async function read(source: RecordedSource | OpenRecording['source'], tape: Tape): Promise<void> {
  for (;;) {
    const columns = await source.pull();
    if (columns === null) return;
    for (let row = 0; row < columns.count; row++) {
      const kind = columns.kind[row];
      if (kind === factKinds.bar) tape.bars++;
      if (kind === factKinds.correction) tape.corrections++;
      if (kind === factKinds.feedGap) tape.gaps.push(JSON.stringify(columns.payload[row]));
    }
  }
}

async function record(
  slowMs: number,
  seconds: number,
): Promise<{ tape: Tape; recording: OpenRecording }> {
  const { now, sleep } = clock.micros;
  const recording = await openLiveRecording({
    folder,
    now,
    sleep,
    takeLock: () => undefined,
    feed: fastFeed(slowMs, seconds),
    description: describedCoins({ reconcileEveryMs: everyMs }),
  });
  const tape: Tape = { bars: 0, corrections: 0, gaps: [] };
  const done = read(recording.source, tape).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  await clock.advance((seconds + 10) * 1000);
  await recording.end();
  await done;
  return { tape, recording };
}

it('brings what was missed when the history answers in time', async () => {
  const seconds = 60;
  const { tape, recording } = await record(30_000, seconds);
  expect(tape).toMatchObject({ bars: seconds * barsPerSecond - 1, corrections: 1, gaps: [] });
  expect(recording.status()).toMatchObject({ reconciled: 1, late: 1 });
});

it('takes no known bar for a late one when it answers too late, and names the stretch', async () => {
  const seconds = 180;
  const { tape, recording } = await record(150_000, seconds);
  expect(tape).toMatchObject({ bars: seconds * barsPerSecond - 1, corrections: 0 });
  // The stretch that grew meanwhile is too old as well.
  expect(tape.gaps).toHaveLength(2);
  for (const gap of tape.gaps) expect(gap).toContain('more items arrived since than are kept');
  expect(recording.status()).toMatchObject({ reconciled: 0, late: 0 });
  const replayed: Tape = { bars: 0, corrections: 0, gaps: [] };
  const { source } = await readRecording(folder, { decoder });
  await read(source, replayed);
  source.close();
  expect(replayed).toEqual(tape);
});

it('knows until when keys may be forgotten', () => {
  const keys = new RecentKeys(1000);
  for (let at = 1; at <= 2000; at++) {
    expect(keys.of(4, at)).toBeNaN();
    keys.put(1, at);
  }
  expect(keys.forgottenTo).toBe(-Infinity);
  keys.of(4, 2001);
  keys.put(1, 2001);
  expect(keys.forgottenTo).toBe(1000);
  expect(keys.of(4, 1000)).toBeNaN();
  expect(keys.of(4, 1001)).toBe(1);
});
