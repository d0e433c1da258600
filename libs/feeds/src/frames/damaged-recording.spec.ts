/** Recordings after a power cut or tampering: an unfinished tail is recovered, all other damage is reported. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../port/feed.js';
import { FrameLog } from './frame-log.js';
import { FrameReader } from './frame-reader.js';
import { readFrames } from '../recording/read-recording.fixture.js';
import { readRecordingDescription } from '../recording/recording-folder.js';
import { segmentPath, segmentsOf } from './segments.js';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tapefold-damaged-'));
  folder = join(root, 'recording');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const data = (receivedAt: number): Frame => ({
  kind: 'data',
  receivedAt,
  channel: 'live',
  bytes: Buffer.alloc(40, 0x61),
});

const headBytes = 'TAPEFOLD FRAMES 1 1\n'.length;
const recordBytes = 8 + 10 + 'live'.length + 40;

/** This many segments of two frames each. */
function store(segments: number): void {
  for (let segment = 0; segment < segments; segment++) {
    const log = new FrameLog(folder, { segmentBytes: headBytes + 1 });
    log.append(data(segment * 2 + 1));
    log.append(data(segment * 2 + 2));
    log.close();
  }
}

const path = (first: number): string => segmentPath(folder, first);
const stored = (): number[] => [...readFrames(folder)].map(({ receivedAt }) => receivedAt);

/** Resumes the log and returns how many bytes it moved to the torn file. */
function goOn(at: number): number {
  const log = new FrameLog(folder);
  log.append(data(at));
  log.close();
  return log.tornBytes;
}

describe('the last segment', () => {
  it.each([
    ['empty', 0],
    ['cut in its first line', 7],
  ])('is begun again where it is %s', (_, length) => {
    store(3);
    truncateSync(path(5), length);
    expect(stored()).toEqual([1, 2, 3, 4]);
    expect(goOn(9)).toBe(length);
    expect(stored()).toEqual([1, 2, 3, 4, 9]);
  });

  it('is begun again where it has nothing but zeros', () => {
    store(3);
    writeFileSync(path(5), Buffer.alloc(500));
    expect(stored()).toEqual([1, 2, 3, 4]);
    expect(goOn(9)).toBe(500);
    expect(stored()).toEqual([1, 2, 3, 4, 9]);
  });

  it('loses its last frame where it ends in zeros, wherever they begin', () => {
    for (let kept = 0; kept < recordBytes; kept += 3) {
      rmSync(join(folder, 'frames'), { recursive: true, force: true });
      store(2);
      const end = headBytes + recordBytes + kept;
      truncateSync(path(3), end);
      appendFileSync(path(3), Buffer.alloc(300));
      expect(stored()).toEqual([1, 2, 3]);
      expect(goOn(9)).toBe(kept + 300);
      expect(stored()).toEqual([1, 2, 3, 9]);
    }
  });

  it('is read on once the recorder has taken the zeros away', () => {
    store(1);
    appendFileSync(path(1), Buffer.alloc(300));
    const reader = new FrameReader(folder);
    while (reader.next() !== undefined);
    expect(reader.tornBytes).toBe(300);
    goOn(9);
    expect(reader.next()?.receivedAt).toBe(9);
    reader.close();
  });

  it('is damaged where anything is behind a frame that cannot be', () => {
    store(2);
    const bytes = readFileSync(path(3));
    bytes[headBytes + 30] = 0;
    writeFileSync(path(3), bytes);
    const error = { code: 'CorruptJournal', where: `${path(3)} byte ${headBytes}` };
    expect(stored).toThrow(expect.objectContaining(error));
    expect(() => new FrameLog(folder)).toThrow(expect.objectContaining(error));
  });
});

describe('a segment that others follow', () => {
  it.each([
    ['empty', 0, 0],
    ['cut in its first line', 7, 0],
    ['cut in a frame', headBytes + recordBytes + 9, headBytes + recordBytes],
  ])('is damaged where it is %s', (_, length, byte) => {
    store(3);
    truncateSync(path(3), length);
    const error = { code: 'CorruptJournal', where: `${path(3)} byte ${byte}` };
    expect(stored).toThrow(expect.objectContaining(error));
  });

  it('is damaged where it ends in zeros', () => {
    store(3);
    truncateSync(path(3), headBytes + recordBytes);
    appendFileSync(path(3), Buffer.alloc(300));
    const where = `${path(3)} byte ${headBytes + recordBytes}`;
    expect(stored).toThrow(expect.objectContaining({ code: 'CorruptJournal', where }));
  });

  it('is missed by the one behind it', () => {
    store(3);
    rmSync(path(3));
    const error = { code: 'CorruptJournal', where: path(5) };
    expect(stored).toThrow(expect.objectContaining(error));
    expect(stored).toThrow(/expected a segment that begins with frame 3/);
  });
});

describe('a symbolic link in a recording', () => {
  /** Moves a path out of the recording and replaces it with a link. */
  function lead(away: string): void {
    renameSync(away, join(root, 'outside'));
    symlinkSync(join(root, 'outside'), away);
  }

  it.each([
    ['the folder of its frames', () => join(folder, 'frames')],
    ['a segment', () => path(3)],
    ['its last segment', () => path(5)],
  ])('is refused: %s', (_, place) => {
    store(3);
    lead(place());
    const error = { code: 'InvalidInput', where: place() };
    expect(stored).toThrow(expect.objectContaining(error));
    expect(() => new FrameLog(folder)).toThrow(expect.objectContaining(error));
  });

  it.each(['.torn', ''])('is refused where a recorder would write: %j', (suffix) => {
    store(1);
    const link = `${path(3)}${suffix}`;
    symlinkSync(join(root, 'outside'), link);
    const error = { code: 'InvalidInput', where: link };
    expect(() => new FrameLog(folder)).toThrow(expect.objectContaining(error));
    expect(existsSync(join(root, 'outside'))).toBe(false);
  });

  it('is refused for its description', () => {
    const place = join(folder, 'recording.yaml');
    writeFileSync(place, 'format: 1\n');
    lead(place);
    const error = { code: 'InvalidInput', where: place };
    expect(() => readRecordingDescription(folder)).toThrow(expect.objectContaining(error));
  });
});

it('is followed by listing its folder once a segment, however often there is nothing new', () => {
  let listed = 0;
  const reader = new FrameReader(folder, false, (of) => {
    listed++;
    return segmentsOf(of);
  });
  const seen: number[] = [];
  for (let segment = 0; segment < 3; segment++) {
    const log = new FrameLog(folder, { segmentBytes: headBytes + 1 });
    log.append(data(segment + 1));
    log.close();
    for (let look = 0; look < 50; look++) {
      const frame = reader.next();
      if (frame !== undefined) seen.push(frame.receivedAt);
    }
  }
  reader.close();
  expect(seen).toEqual([1, 2, 3]);
  expect(segmentsOf(folder)).toHaveLength(3);
  // Once more to find the first.
  expect(listed).toBe(4);
});
