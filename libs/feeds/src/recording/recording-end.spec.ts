/**
 * Tests of the end of a recording: gaps under repair are repaired or lost, and nothing
 * follows the end.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HeldClock } from '../feed-clock.fixture.js';
import type { FeedSink } from '../port/feed.js';
import { scriptedBytes, scriptedFeed, type ScriptedFeedOptions } from '../scripted-feed.fixture.js';
import { readFrames } from './read-recording.fixture.js';
import type { LiveRecordingOptions } from './open-live-recording.js';
import {
  count,
  recordIn,
  replayedFrom,
  script,
  start,
  trade,
  type Recorded,
} from './scripted-recording.fixture.js';

let folder: string;
let clock: HeldClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-end-'));
  clock = new HeldClock(start / 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Trade 5 of 10 is missing, and requested since 10:00:07. */
const record = (
  history: NonNullable<ScriptedFeedOptions['history']>,
  options: Partial<LiveRecordingOptions> = {},
): Promise<Recorded> =>
  recordIn({ folder, clock }, { faults: [{ frame: 4, fault: 'drop' }], history }, options);

/** Ends a recording and returns how long that took by the clock, milliseconds. */
async function msToEnd({ recording, done }: Recorded, atMostMs: number): Promise<number> {
  const from = clock.now();
  let took = NaN;
  const ended = recording.end().then(() => (took = clock.now() - from));
  for (let ms = 0; ms <= atMostMs && Number.isNaN(took); ms += 100) await clock.advance(100);
  await ended;
  await done;
  return took;
}

const lastNote = (): unknown => {
  const last = [...readFrames(folder)].at(-1);
  return last?.kind === 'note' ? last.note : last;
};

it('waits for a repair that is under way', async () => {
  const recorded = await record({ afterMs: 6000 });
  await clock.advance(8_000);
  expect(recorded.recording.status()).toMatchObject({ gapsOpen: 1, gapsRepaired: 0 });
  expect(await msToEnd(recorded, 20_000)).toBeLessThanOrEqual(6_000);
  const { facts, recording } = recorded;
  expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
  expect(recording.status()).toMatchObject({ gapsOpen: 0, gapsRepaired: 1, gapsLost: 0 });
  expect(lastNote()).toEqual({ note: 'ended' });
  expect(await replayedFrom(folder)).toEqual(facts);
});

it('closes open gaps when it ends', async () => {
  const recorded = await record({ afterMs: 600_000 });
  await clock.advance(8_000);
  const took = await msToEnd(recorded, 60_000);
  expect(took).toBeGreaterThanOrEqual(15_000);
  expect(took).toBeLessThan(15_200);
  const { facts, recording } = recorded;
  expect(facts.at(-1)).toContain('the recording was ended before it came');
  expect(facts.at(-1)).toContain('"missing":1');
  expect(recording.status()).toMatchObject({ gapsOpen: 0, gapsLost: 1, gapsRepaired: 0 });
  expect(await replayedFrom(folder)).toEqual(facts);
});

it('asks a venue that refused once more, without a pause, and names what it says', async () => {
  const refused = await record({ refusals: 1000 });
  await clock.advance(30_000);
  expect(refused.recording.status()).toMatchObject({ gapsOpen: 1, gapsLost: 0 });
  await refused.recording.end();
  await refused.done;
  expect(refused.facts.at(-1)).toContain('the venue does not answer');
  expect(refused.recording.status()).toMatchObject({ gapsOpen: 0, gapsLost: 1 });
});

it('takes nothing after its end, whatever a feed still brings', async () => {
  const { now, sleep } = clock.micros;
  const scripted = scriptedFeed({
    frames: script(10),
    now,
    sleep,
    faults: [{ frame: 4, fault: 'drop' }],
  });
  let late: FeedSink | undefined;
  // Delivers frames at each step after the stop request, and never signals its end.
  const repair = (_: unknown, sink: FeedSink, signal: AbortSignal): Promise<boolean> => {
    late = sink;
    const bring = async (): Promise<void> => {
      for (let step = 0; step < 1000; step++) await sink.data('history', scriptedBytes([]));
    };
    signal.addEventListener('abort', () => void bring(), { once: true });
    return new Promise(() => undefined);
  };
  const recorded = await record('whole', { feed: { ...scripted, repair } });
  await clock.advance(8_000);
  await msToEnd(recorded, 20_000);
  void late?.data('history', scriptedBytes([trade(5)]));
  await expect(late?.durable?.()).rejects.toMatchObject({ code: 'Unavailable' });
  expect(lastNote()).toEqual({ note: 'ended' });
  expect(recorded.recording.status()).toMatchObject({ gapsOpen: 0, gapsLost: 1 });
  expect(await replayedFrom(folder)).toEqual(recorded.facts);
});

it('does not report the reason of a lost connection once it is restored', async () => {
  const faults = [{ frame: 3, fault: 'break' as const, frames: 2 }];
  const { recording } = await recordIn({ folder, clock }, { faults });
  await clock.advance(4_500);
  expect(recording.status()).toMatchObject({ connected: false, away: 'the script says so' });
  await clock.advance(2_500);
  expect(recording.status()).toMatchObject({ connected: true, away: null });
  // The feed has an end: it delivered everything, and nothing failed.
  await clock.advance(20_000);
  expect(recording.status()).toMatchObject({ connected: false, away: null });
  await recording.close();
  expect(recording.status()).toMatchObject({ connected: false, away: null });
});
