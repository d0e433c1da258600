/**
 * The recorder's store: what it says when frames are stored, when the disk is full, and when it
 * has room again.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFrames } from '../recording/read-recording.fixture.js';
import { FrameLog } from './frame-log.js';
import { FrameStore } from './frame-store.js';
import { FullStore } from './full-store.fixture.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-frame-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A store whose sleeps end when the test says so; `told` has what it said, and a look at
 * the disk with it.
 */
function world() {
  let disk: FullStore | undefined;
  const log = new FrameLog(folder, { openStore: (path) => (disk = new FullStore(path)) });
  const stop = new AbortController();
  const told: string[] = [];
  const steps: number[] = [];
  const wakes: (() => void)[] = [];
  let failure: unknown;
  let now = 1_000;
  const store = new FrameStore({
    log,
    now: () => ++now,
    takeSteps: () => steps.splice(0),
    sleep: (ms) => {
      told.push(`sleeps ${ms}`);
      return new Promise((resolve) => wakes.push(resolve));
    },
    signal: stop.signal,
    stored: () => told.push(`stored, ${log.frames}`),
    full: () => told.push('full'),
    roomAgain: () => told.push('room again'),
    failed: (error) => {
      failure = error;
      told.push('failed');
    },
  });
  const frames = () =>
    [...readFrames(folder)].map((frame) =>
      frame.kind === 'data' ? Buffer.from(frame.bytes).toString() : frame.note,
    );
  return {
    store,
    told,
    frames,
    stop,
    steps,
    failure: () => failure,
    disk: () => disk!,
    say: (text: string) => store.data('live', Buffer.from(text)),
    wake: async () => {
      for (const wake of wakes.splice(0)) wake();
      await setImmediate();
    },
  };
}

const note = { note: 'disconnected', reason: 'bye' } as const;

it('stores what comes in one turn of the event loop at once', async () => {
  const { say, told, frames } = world();
  say('one');
  say('two');
  expect(told).toEqual([]);
  await setImmediate();
  expect(told).toEqual(['stored, 2']);
  say('three');
  await setImmediate();
  expect(told).toEqual(['stored, 2', 'stored, 3']);
  expect(frames()).toEqual(['one', 'two', 'three']);
});

it('does not store again what was stored by hand', async () => {
  const { say, store, told } = world();
  say('one');
  store.flush();
  await setImmediate();
  expect(told).toEqual(['stored, 1']);
});

it('notes steps of the clock before the frame behind them', async () => {
  const { say, steps, frames } = world();
  steps.push(-40, 7);
  say('one');
  await setImmediate();
  expect(frames()).toEqual([
    { note: 'clockStep', stepMs: -40 },
    { note: 'clockStep', stepMs: 7 },
    'one',
  ]);
});

it('stores nothing once it is stopped, apart from what came before', async () => {
  const { say, store, frames } = world();
  say('one');
  store.stop();
  say('two');
  store.note(note);
  await setImmediate();
  expect(frames()).toEqual(['one']);
});

describe('a full disk', () => {
  async function full() {
    const parts = world();
    parts.say('one');
    await setImmediate();
    parts.disk().isFull = true;
    parts.say('two');
    await setImmediate();
    return parts;
  }

  it('is told once, and takes nothing until it has room, which is noted and told', async () => {
    const { say, told, frames, store, disk, wake } = await full();
    expect(told).toEqual(['stored, 1', 'full', 'sleeps 1000']);
    say('three');
    await wake();
    expect(told.slice(3)).toEqual(['sleeps 1000']);
    expect([store.losses > 0, frames()]).toEqual([true, ['one']]);
    disk().isFull = false;
    await wake();
    expect(told.slice(4)).toEqual(['stored, 2', 'room again']);
    say('four');
    await store.durable();
    expect(frames()).toEqual([
      'one',
      { note: 'disconnected', reason: expect.stringMatching(/^nothing could be stored: ./) },
      'four',
    ]);
  });

  it('ends with the recorder', async () => {
    const { told, frames, disk, stop, wake } = await full();
    stop.abort();
    disk().isFull = false;
    await wake();
    expect([told.slice(3), frames()]).toEqual([[], ['one']]);
  });

  it('confirms nothing', async () => {
    const { store } = await full();
    await expect(store.durable()).rejects.toThrow('the frames cannot be stored');
  });

  it('delays a note that has to be stored, behind that of the loss', async () => {
    const { store, frames, disk, wake, told } = await full();
    const isStored = store.noteSurely(note);
    await wake();
    expect(frames()).toEqual(['one']);
    disk().isFull = false;
    await wake();
    expect(await isStored).toBe(true);
    expect(frames()).toEqual(['one', expect.objectContaining({ note: 'disconnected' }), note]);
    expect(told.filter((one) => one.startsWith('sleeps'))).toHaveLength(4);
  });
});

describe('a note that has to be stored', () => {
  it('is stored at once', async () => {
    const { store, frames, say } = world();
    expect(await store.noteSurely(note)).toBe(true);
    say('later');
    store.flush();
    expect(frames()).toEqual([note, 'later']);
  });

  it('that ends the recording is the last frame', async () => {
    const { store, frames, say } = world();
    expect(await store.noteSurely({ note: 'ended' })).toBe(true);
    say('later');
    store.flush();
    expect(frames()).toEqual([{ note: 'ended' }]);
    expect(await store.noteSurely(note)).toBe(false);
  });

  it('is not stored once the recorder has stopped', async () => {
    const { store } = world();
    store.stop();
    expect(await store.noteSurely(note)).toBe(false);
  });
});
