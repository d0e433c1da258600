/** Tests of the frame log: stored frames are read back, and damaged or unfinished ones are reported. */

import {
  appendFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../port/feed.js';
import { FrameLog, type FrameLogOptions } from './frame-log.js';
import { FrameReader } from './frame-reader.js';
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

function store(frames: readonly Frame[], options: FrameLogOptions = {}): FrameLog {
  const log = new FrameLog(folder, options);
  for (const frame of frames) log.append(frame);
  log.close();
  return log;
}

const stored = (): Frame[] => [...readFrames(folder)];
const segments = (): string[] => readdirSync(join(folder, 'frames')).sort();
const pathOf = (name: string): string => join(folder, 'frames', name);
const times = (frames: readonly Frame[]): number[] => frames.map(({ receivedAt }) => receivedAt);
const some = (count: number, from = 1): Frame[] =>
  Array.from({ length: count }, (_, at) => data(from + at));

describe('the frame log', () => {
  it('gives back frames and notes as they were', () => {
    const note: Frame = { kind: 'note', receivedAt: 3, note: { note: 'connected', to: 'ä' } };
    const frames = [data(1), data(2, 300_000), note, data(4, 0)];
    store(frames);
    expect(stored()).toEqual(frames);
  });

  it('is synced for each who waits, behind what was stored when they asked', async () => {
    const syncs: PromiseWithResolvers<void>[] = [];
    const fsync = (): Promise<void> => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    };
    const log = new FrameLog(folder, { fsync });
    const durable: string[] = [];
    const wait = (name: string) => log.sync().then(() => durable.push(name));
    log.append(data(1));
    log.flush();
    const first = wait('first');
    log.append(data(2));
    log.flush();
    const others = [wait('second'), wait('third')];
    syncs[0]?.resolve();
    await first;
    await new Promise((settle) => setImmediate(settle));
    expect(durable).toEqual(['first']);
    syncs[1]?.resolve();
    await Promise.all(others);
    expect(syncs).toHaveLength(2);
    log.append(data(3));
    log.flush();
    const refused = log.sync();
    syncs[2]?.reject(new Error('EIO'));
    await expect(refused).rejects.toMatchObject({ code: 'Unavailable' });
    log.close();
  });

  it('begins a segment where one is long, and has one hash wherever they begin', () => {
    store(some(10));
    expect(segments()).toEqual(['0000000000000001.frames']);
    const hashed = (): string => {
      const reader = new FrameReader(folder, true);
      while (reader.next() !== undefined);
      reader.close();
      return reader.hash();
    };
    const before = hashed();
    rmSync(join(folder, 'frames'), { recursive: true });
    for (const frame of some(10)) store([frame], { segmentBytes: 50 });
    expect(segments()[1]).toBe('0000000000000002.frames');
    expect(hashed()).toBe(before);
    expect(times(stored())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('follows a log that grows', () => {
    const log = new FrameLog(folder, { segmentBytes: 100 });
    const reader = new FrameReader(folder);
    const seen: number[] = [];
    for (let at = 1; at <= 20; at++) {
      expect(reader.next()).toBeUndefined();
      log.append(data(at));
      log.flush();
      seen.push(reader.next()?.receivedAt ?? NaN);
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    log.close();
    reader.close();
  });

  it('sets an unfinished frame aside, at whatever byte it ends', () => {
    store(some(3));
    const [name] = segments() as [string];
    const whole = readFileSync(pathOf(name));
    const record = (whole.length - 'TAPEFOLD FRAMES 1 1\n'.length) / 3;
    for (let cut = 1; cut <= record; cut++) {
      rmSync(join(folder, 'frames'), { recursive: true });
      store(some(3));
      truncateSync(pathOf(name), whole.length - cut);
      const log = new FrameLog(folder);
      expect(log.frames).toBe(2);
      expect(log.lastTime).toBe(2);
      expect(log.tornBytes).toBe(record - cut);
      log.append(data(7));
      log.close();
      expect(times(stored())).toEqual([1, 2, 7]);
    }
  });

  it('sets aside a tail of zeros, as a power cut leaves it', () => {
    store(some(3));
    appendFileSync(pathOf(segments()[0] as string), Buffer.alloc(100));
    expect(store([]).tornBytes).toBe(100);
    expect(times(stored())).toEqual([1, 2, 3]);
  });

  it('names file and byte of a frame that is damaged', () => {
    store(some(3));
    const path = pathOf(segments()[0] as string);
    const bytes = readFileSync(path);
    const second = 'TAPEFOLD FRAMES 1 1\n'.length + (bytes.length - 20) / 3;
    bytes[second + 30] = 0xff;
    writeFileSync(path, bytes);
    expect(() => stored()).toThrow(`${path} byte ${second}: a frame is damaged`);
    expect(() => new FrameLog(folder)).toThrow(`${path} byte ${second}: a frame is damaged`);
  });

  it('says which segment is missing', () => {
    for (const frame of some(4)) store([frame], { segmentBytes: 50 });
    rmSync(pathOf('0000000000000002.frames'));
    expect(() => stored()).toThrow(/expected a segment that begins with frame 2/);
    rmSync(pathOf('0000000000000001.frames'));
    expect(() => stored()).toThrow(/expected a segment that begins with frame 1/);
  });

  it('notices damage at the end of a segment that was waited on', () => {
    store(some(2));
    const reader = new FrameReader(folder);
    while (reader.next() !== undefined);
    const [first] = segments() as [string];
    const end = statSync(pathOf(first)).size;
    appendFileSync(pathOf(first), Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5]));
    expect(reader.next()).toBeUndefined();
    writeFileSync(pathOf('0000000000000004.frames'), 'TAPEFOLD FRAMES 1 4\n');
    expect(() => reader.next()).toThrow(`${pathOf(first)} byte ${end}: a frame is damaged`);
    reader.close();
  });

  it('refuses a file that is something else', () => {
    store(some(1));
    writeFileSync(pathOf(segments()[0] as string), 'something else altogether');
    expect(() => stored()).toThrow(/no segment of frames/);
    expect(() => new FrameLog(folder)).toThrow(/no segment of frames/);
  });

  it('takes back what a full disk took of a frame', () => {
    let room = Infinity;
    const write = (file: number, bytes: Uint8Array, position: number): number => {
      const length = Math.min(room, bytes.length);
      room -= length;
      if (length === 0) throw Object.assign(new Error('ENOSPC: full, write'), { code: 'ENOSPC' });
      return writeSync(file, bytes, 0, length, position);
    };
    const log = new FrameLog(folder, { write });
    log.append(data(1));
    log.flush();
    for (room = 0; room < 60;) {
      const given = ++room;
      log.append(data(2));
      expect(() => log.flush()).toThrow(/cannot be stored/);
      expect(readFileSync(pathOf(segments()[0] as string))).toHaveLength(20 + 62);
      room = given;
    }
    room = Infinity;
    expect(log.frames).toBe(1);
    log.append(data(3));
    log.close();
    expect(times(stored())).toEqual([1, 3]);
  });

  it('continues a log whose newest segment was begun and never used', () => {
    store(some(2));
    writeFileSync(pathOf('0000000000000003.frames'), 'TAPEF');
    const log = new FrameLog(folder);
    expect(log.lastTime).toBe(2);
    expect(log.tornBytes).toBe(5);
    log.append(data(3));
    log.close();
    expect(times(stored())).toEqual([1, 2, 3]);
  });

  it('cannot be opened where its file cannot', () => {
    store(some(1));
    rmSync(join(folder, 'frames'), { recursive: true });
    openSync(join(folder, 'frames'), 'w');
    expect(() => new FrameLog(folder)).toThrow(/cannot be opened/);
  });
});
