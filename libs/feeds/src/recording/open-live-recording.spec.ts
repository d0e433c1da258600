/**
 * Tests of the recorder: data that a feed delivers, drops or repeats, a failing disk, and restarts.
 */

import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { conflict, isFailure, unavailable } from '#values';
import { SqliteStore } from '#store';
import { framesPath } from '../frames/frame-log.js';
import { FullStore } from '../frames/full-store.fixture.js';
import { readFrames } from './read-recording.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { describedCoins } from './described-coins.fixture.js';
import type { Feed } from '../port/feed.js';
import type { FeedItem } from '../port/feed-item.js';
import {
  scriptedBytes,
  scriptedDecoder,
  scriptedFeed,
  type ScriptedFeedOptions,
} from '../scripted-feed.fixture.js';
import { readFacts } from './fact-words.fixture.js';
import { openLiveRecording, type LiveRecordingOptions } from './open-live-recording.js';
import {
  count,
  recordIn,
  replayedFrom,
  script,
  second,
  start,
  trade,
  type Recorded,
} from './scripted-recording.fixture.js';

let folder: string;
let clock: HeldClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-recording-'));
  clock = new HeldClock(start / 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record = (
  feed: Partial<ScriptedFeedOptions>,
  options: Partial<LiveRecordingOptions> = {},
): Promise<Recorded> => recordIn({ folder, clock }, feed, options);
const replayed = (): Promise<string[]> => replayedFrom(folder);

function fullStore() {
  let store: FullStore | undefined;
  return {
    disk: () => store as FullStore,
    openStore: (path: string) => (store = new FullStore(path)),
  };
}

describe('a recording', () => {
  it('brings each trade when its frame came, and the same again from its folder', async () => {
    const { recording, facts, done } = await record({});
    await clock.advance(20_000);
    expect(count(facts, 'trade')).toBe(10);
    expect(facts[1]).toBe(
      '2026-03-02T10:00:01.000002Z trade 0 at 2026-03-02T10:00:01Z ' +
        '[null,null,null,101,null,2,null]',
    );
    expect(recording.status()).toMatchObject({ connected: false, frames: 10, duplicates: 0 });
    await recording.end();
    await done;
    expect(await replayed()).toEqual(facts);
  });

  it('drops what comes twice, and takes what comes in another order', async () => {
    const { recording, facts } = await record({
      faults: [
        { frame: 3, fault: 'double' },
        { frame: 5, fault: 'swap' },
      ],
    });
    await clock.advance(20_000);
    expect(count(facts, 'trade')).toBe(10);
    expect(recording.status()).toMatchObject({
      duplicates: 1,
      gapsRepaired: 1,
      gapsLost: 0,
      gapsOpen: 0,
    });
    await recording.close();
  });

  it('fetches what a numbered stream lacks', async () => {
    const { recording, facts } = await record({ faults: [{ frame: 4, fault: 'drop' }] });
    await clock.advance(20_000);
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    expect(recording.status()).toMatchObject({ gapsRepaired: 1, gapsLost: 0, gapsOpen: 0 });
    await recording.close();
  });

  it('fetches what a lost connection missed, with retries', async () => {
    const { recording, facts, done } = await record({
      faults: [{ frame: 3, fault: 'break', frames: 4 }],
      history: { refusals: 3 },
    });
    await clock.advance(60_000);
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    expect(count(facts, 'feedGap')).toBe(0);
    expect(recording.status()).toMatchObject({ reconnects: 1, gapsOpen: 0, gapsLost: 0 });
    await recording.end();
    await done;
    expect(await replayed()).toEqual(facts);
  });

  it.each([
    ['none', 'the feed has no history to ask for it'],
    ['lost', 'the feed has no history of it'],
    [{ refusals: 1000 }, 'the venue does not answer'],
  ] as const)('names history that cannot be fetched: %j', async (history, reason) => {
    const { recording, facts } = await record({ faults: [{ frame: 4, fault: 'drop' }], history });
    await clock.advance(600_000);
    const gaps = facts.filter((fact) => fact.includes('feedGap'));
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toContain(reason);
    expect(gaps[0]).toContain('"missing":1');
    expect(recording.status()).toMatchObject({ gapsRepaired: 0, gapsLost: 1, gapsOpen: 0 });
    await recording.close();
  });

  it('counts and names an unreadable frame, and continues', async () => {
    const { recording, facts } = await record({
      faults: [{ frame: 4, fault: 'garble' }],
      history: 'none',
    });
    await clock.advance(20_000);
    expect(count(facts, 'trade')).toBe(9);
    const { unreadable, named } = recording.status();
    expect(unreadable).toBe(1);
    expect(named).toEqual(['frame 5 on "live": not JSON']);
    await recording.close();
  });

  it('opens and closes sessions when no frame comes', async () => {
    const { recording, facts } = await record({});
    await clock.advance(2 * 86_400_000);
    const turns = facts.filter((fact) => fact.includes('session'));
    expect(turns.map((fact) => fact.split(' ').slice(0, 2).join(' '))).toEqual([
      '2026-03-02T00:00:00.000001Z sessionOpen',
      '2026-03-03T00:00:05Z sessionClose',
      '2026-03-03T00:00:05.000001Z sessionOpen',
      '2026-03-04T00:00:05Z sessionClose',
      '2026-03-04T00:00:05.000001Z sessionOpen',
    ]);
    expect(turns[1]).toContain('{"early":false,"kind":"sessionClose","session":20514}');
    await recording.close();
  });

  it('makes bars of trades, each when it is complete', async () => {
    const description = describedCoins({ bars: { from: 'trades' } });
    const { recording, facts } = await record({ frames: script(90) }, { description });
    await clock.advance(200_000);
    expect(facts.filter((fact) => fact.includes(' bar '))).toEqual([
      `2026-03-02T10:01:02Z bar 0 at 2026-03-02T10:01:00Z [101,159,101,159,null,118,130]`,
      `2026-03-02T10:02:02Z bar 0 at 2026-03-02T10:02:00Z [160,190,160,190,null,62,175]`,
    ]);
    await recording.close();
  });
});

describe('a restart', () => {
  it('continues a recording that was closed, and fetches what it missed', async () => {
    const first = await record({});
    await clock.advance(4_500);
    await first.recording.close();
    await first.done;
    await clock.advance(2_000);
    const { recording, facts, done } = await record({});
    await clock.advance(20_000);
    expect(facts.slice(0, first.facts.length)).toEqual(first.facts);
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    expect(recording.status()).toMatchObject({ reconnects: 1, gapsRepaired: 1, gapsOpen: 0 });
    await recording.end();
    await done;
    expect(await replayed()).toEqual(facts);
  });

  it('continues forward in time if the clock of the machine was set back meanwhile', async () => {
    const first = await record({});
    await clock.advance(4_500);
    await first.recording.close();
    await first.done;
    clock = new HeldClock((start - 60 * second) / 1000);
    const { recording, facts, done } = await record({});
    await clock.advance(90_000);
    await recording.end();
    await done;
    expect(facts.slice(0, first.facts.length)).toEqual(first.facts);
    const times = facts.map((fact) => fact.split(' ')[0] ?? '');
    expect(times).toEqual(times.toSorted());
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    expect(recording.status()).toMatchObject({ gapsOpen: 0, gapsLost: 0 });
    expect(await replayed()).toEqual(facts);
  });

  it.each([
    ['repairs the outage, as the source sends what it has from there', 'way', 'gapsRepaired'],
    ['has lost what came meanwhile, as the source has no such place', 'another', 'gapsLost'],
  ] as const)('of a feed that asks for its position %s', async (_, asked, outcome) => {
    /**
     * Without a history to ask for; its frames have their positions in the names of their channels.
     */
    const feed = (from: number, to: number): Feed => ({
      name: 'positions',
      decoder: scriptedDecoder,
      run: async (sink, signal) => {
        sink.position?.(asked);
        sink.note({ note: 'connected', to: 'the venue' });
        for (let number = from; number <= to; number++) {
          const { numbered: __, ...item } = trade(number) as Extract<FeedItem, { kind: 'trade' }>;
          await sink.data(`way@${number}`, scriptedBytes([item]));
        }
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    });
    const first = await record({}, { feed: feed(1, 3) });
    await clock.advance(4000);
    await first.recording.close();
    await first.done;
    await clock.advance(4000);
    const { recording } = await record({}, { feed: feed(4, 6) });
    await clock.advance(60_000);
    const none = { gapsRepaired: 0, gapsLost: 0, gapsOpen: 0 };
    expect(recording.status()).toMatchObject({ reconnects: 1, ...none, [outcome]: 1 });
    await recording.close();
  });

  it('continues after what a kill left in the write-ahead log, and reports it', async () => {
    const first = await record({});
    await clock.advance(4_500);
    const killed = mkdtempSync(join(tmpdir(), 'tapefold-killed-'));
    onTestFinished(() => rmSync(killed, { recursive: true, force: true }));
    cpSync(folder, killed, { recursive: true });
    await first.recording.close();
    expect(existsSync(`${framesPath(killed)}-wal`)).toBe(true);
    const { recording, facts } = await recordIn({ folder: killed, clock }, {});
    await clock.advance(20_000);
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    await recording.close();
    expect(existsSync(`${framesPath(killed)}-wal`)).toBe(false);
    const reasons = [...readFrames(killed)].flatMap((frame) =>
      frame.kind === 'note' && frame.note.note === 'disconnected' ? [frame.note.reason] : [],
    );
    expect(reasons).toContain('the recorder was started again');
    expect(await replayedFrom(killed)).toEqual(facts);
  });

  it('brings an ended recording to its end, and records nothing more', async () => {
    const first = await record({});
    await clock.advance(20_000);
    await first.recording.end();
    const { recording, facts, done } = await record({ frames: script(10, 40) });
    await clock.advance(60_000);
    await done;
    expect(facts).toEqual(first.facts);
    await recording.close();
  });

  it('refuses a description that changed, and names the member', async () => {
    const { recording } = await record({});
    await recording.close();
    const description = describedCoins({ symbols: ['AAA'] });
    await expect(record({}, { description })).rejects.toThrow(/symbols is different/);
    const other = describedCoins({ feed: { kind: 'coinbase', stream: 'wss://other.example' } });
    const again = await record({}, { description: other });
    await again.recording.close();
  });
});

describe('a full disk', () => {
  it('stores no part of a frame, and fetches what came meanwhile', async () => {
    const { disk, openStore } = fullStore();
    const { recording, facts, done } = await record({}, { openStore });
    await clock.advance(3_500);
    disk().isFull = true;
    await clock.advance(4_000);
    expect(disk().refused).toBeGreaterThan(1);
    expect(count(facts, 'trade')).toBe(3);
    expect(recording.status().connected).toBe(false);
    disk().isFull = false;
    await clock.advance(20_000);
    expect(count(facts, 'trade') + count(facts, 'correction')).toBe(10);
    expect(recording.status()).toMatchObject({ gapsOpen: 0, gapsLost: 0, reconnects: 1 });
    await recording.end();
    await done;
    expect(await replayed()).toEqual(facts);
  });

  it('reads and writes nothing in a folder that another process records into', async () => {
    const takeLock = (): never => {
      throw conflict('another process records into this folder');
    };
    const { now, sleep } = clock.micros;
    const place = { folder: join(folder, 'busy'), description: describedCoins(), takeLock };
    const feed = scriptedFeed({ frames: script(10), now, sleep });
    expect(() => openLiveRecording({ ...place, feed, now, sleep })).toThrow(/another process/);
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it('gives up when the disk fails for good', async () => {
    const openStore = (path: string): SqliteStore => {
      const store = new SqliteStore(path);
      store.append = () => {
        throw unavailable('the records cannot be read or written', { found: 'EIO' });
      };
      return store;
    };
    const { recording } = await record({}, { openStore });
    await clock.advance(2_000);
    await expect(recording.failed).rejects.toThrow(/EIO/);
    await recording.close();
  });
});

describe('a feed that confirms what it brings', () => {
  it('learns whether the disk stored a frame or is full', async () => {
    const { disk, openStore } = fullStore();
    const received: string[] = [];
    const feed: Feed = {
      name: 'confirming',
      decoder: scriptedDecoder,
      run: async (sink) => {
        for (const isFull of [false, true, true]) {
          disk().isFull = isFull;
          void sink.data('live', scriptedBytes([trade(received.length + 1)]));
          await sink.durable?.().then(
            () => received.push('stored'),
            (error: unknown) => received.push(isFailure(error, 'Unavailable') ? 'full' : 'broken'),
          );
        }
      },
    };
    const { now, sleep } = clock.micros;
    const surroundings = { now, sleep, takeLock: () => undefined, openStore };
    const recording = await openLiveRecording({
      folder,
      description: describedCoins(),
      feed,
      ...surroundings,
    });
    await vi.waitFor(() => expect(received).toEqual(['stored', 'full', 'full']), 120_000);
    disk().isFull = false;
    await recording.close();
  });
});

describe('a feed that cannot continue', () => {
  it('is reported', async () => {
    const { recording } = await record({ refuses: 'the key was refused' });
    await expect(recording.failed).rejects.toThrow(/the key was refused/);
    await recording.close();
  });

  it('is asked to wait when the reader is behind', async () => {
    const waits: boolean[] = [];
    const feed: Feed = {
      name: 'eager',
      decoder: scriptedDecoder,
      run: async (sink, signal) => {
        for (let number = 1; number < 50; number++) {
          const wait = sink.data('live', scriptedBytes([trade(number)]));
          waits.push(wait !== undefined);
          await clock.sleep(10, signal);
        }
      },
    };
    const { now, sleep } = clock.micros;
    const recording = await openLiveRecording({
      folder,
      description: describedCoins(),
      feed,
      now,
      sleep,
      takeLock: () => undefined,
      waitingBytesMax: 1000,
    });
    await clock.advance(300);
    expect(waits).toContain(true);
    const facts: string[] = [];
    const done = readFacts(recording.source, facts);
    await clock.advance(1000);
    expect(waits.at(-1)).toBe(false);
    await recording.end();
    await done;
    expect(count(facts, 'trade')).toBe(49);
  });
});
