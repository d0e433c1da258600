/**
 * Tests of the frame log: stored frames are read back, none or all of a batch, and one
 * hash covers them.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStoreFull, SqliteStore } from '#store';
import type { Frame } from '../port/feed.js';
import { FrameLog, framesPath } from './frame-log.js';
import { FrameReader, readFrameAt } from './frame-reader.js';
import { isStorable } from './frame-record.js';
import { FullStore } from './full-store.fixture.js';
import { readFrames } from '../recording/read-recording.fixture.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-frames-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const data = (receivedAt: number, bytes = 40): Frame => ({
  kind: 'data',
  receivedAt,
  channel: 'live',
  bytes: Buffer.alloc(bytes, receivedAt % 251),
});

function store(frames: readonly Frame[]): FrameLog {
  const log = new FrameLog(folder);
  for (const frame of frames) log.append(frame);
  log.close();
  return log;
}

const stored = (): Frame[] => [...readFrames(folder)];
const times = (frames: readonly Frame[]): number[] => frames.map(({ receivedAt }) => receivedAt);
const some = (count: number, from = 1): Frame[] =>
  Array.from({ length: count }, (_, at) => data(from + at));

function hashed(): string {
  const reader = new FrameReader(folder);
  while (reader.next() !== undefined);
  reader.close();
  return reader.hash();
}

describe('the frame log', () => {
  it('gives back frames and notes as they were', () => {
    const note: Frame = { kind: 'note', receivedAt: 3, note: { note: 'connected', to: 'ä' } };
    const frames = [data(1), data(2, 300_000), note, data(4, 0), data(5, 3_000_000)];
    store(frames);
    expect(stored()).toEqual(frames);
    expect(frames.map((_, at) => readFrameAt(folder, at + 1))).toEqual(frames);
    expect(readFrameAt(folder, 6)).toBeUndefined();
  });

  it('has one hash, however its frames were stored', () => {
    expect(hashed()).toBe('0'.repeat(64));
    store(some(10));
    const before = hashed();
    rmSync(framesPath(folder));
    for (const frame of some(10)) store([frame]);
    expect(hashed()).toBe(before);
    expect(times(stored())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    store([data(11)]);
    expect(hashed()).not.toBe(before);
  });

  it('continues after its last frame, and counts what it stores itself', () => {
    store(some(3));
    const log = new FrameLog(folder);
    expect(log).toMatchObject({ frames: 3, lastTime: 3, last: data(3), storedBytes: 0 });
    expect(() => log.append(data(3))).toThrow(/later than the one before/);
    const reader = new FrameReader(folder, 3);
    log.append(data(7));
    log.flush();
    while (reader.next() !== undefined);
    expect(log).toMatchObject({ frames: 4, lastTime: 7, storedBytes: 54 });
    expect(reader).toMatchObject({ frames: 4, bytes: 54 });
    reader.close();
    log.close();
  });

  it('refuses a channel that is not ASCII, and a frame of more than 64 MB', () => {
    const log = new FrameLog(folder);
    expect(() =>
      log.append({ ...data(1), kind: 'data', channel: 'ä', bytes: Buffer.alloc(1) }),
    ).toThrow(/ASCII/);
    log.close();
    expect([isStorable((1 << 26) - 100), isStorable(1 << 26)]).toEqual([true, false]);
  });

  it('follows a log that grows, from before it exists', () => {
    const reader = new FrameReader(folder);
    expect(reader.next()).toBeUndefined();
    const log = new FrameLog(folder);
    const seen: number[] = [];
    for (let at = 1; at <= 20; at++) {
      expect(reader.next()).toBeUndefined();
      log.append(data(at));
      log.flush();
      if (at === 10) reader.close();
      seen.push(reader.next()?.receivedAt ?? NaN);
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    reader.close();
    log.close();
  });

  it('stores nothing of what a full disk does not hold, and continues once it has room', () => {
    let disk: FullStore | undefined;
    const log = new FrameLog(folder, { openStore: (path) => (disk = new FullStore(path)) });
    log.append(data(1));
    log.flush();
    disk!.isFull = true;
    for (let attempt = 0; attempt < 3; attempt++) {
      for (const frame of some(5, 2)) log.append(frame);
      let failure: unknown;
      try {
        log.flush();
      } catch (error) {
        failure = error;
      }
      expect(isStoreFull(failure)).toBe(true);
      expect(times(stored())).toEqual([1]);
      expect(log).toMatchObject({ frames: 1, lastTime: 1 });
    }
    disk!.isFull = false;
    log.append(data(3));
    log.close();
    expect(times(stored())).toEqual([1, 3]);
  });

  it('cannot be opened when its file cannot', () => {
    mkdirSync(framesPath(folder));
    expect(() => new FrameLog(folder)).toThrow(/not a file/);
    rmSync(framesPath(folder), { recursive: true });
    const store = new SqliteStore(framesPath(folder));
    store.append([{ stream: 'frames', after: 0, bodies: [Buffer.from('no frame')] }]);
    store.close();
    expect(() => new FrameLog(folder)).toThrow(/a frame is impossible/);
    expect(stored).toThrow(/frames record 1: a frame is impossible/);
  });
});
