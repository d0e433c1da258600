/**
 * Recordings after a kill or tampering: nothing altered is ever returned, and links and old
 * formats are refused.
 */

import {
  copyFileSync,
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
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import type { Frame } from '../port/feed.js';
import { FrameLog, framesPath } from './frame-log.js';
import { readFrames } from '../recording/read-recording.fixture.js';
import { prepareRecording, readRecordingDescription } from '../recording/recording-folder.js';
import { describedCoins } from '../recording/described-coins.fixture.js';

let root: string;
let folder: string;
let path: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tapefold-damaged-'));
  folder = join(root, 'recording');
  path = framesPath(folder);
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const data = (receivedAt: number): Frame => ({
  kind: 'data',
  receivedAt,
  channel: 'live',
  bytes: Buffer.alloc(40, receivedAt % 251),
});
const frames = Array.from({ length: 60 }, (_, at) => data(at + 1));
const stored = (): Frame[] => [...readFrames(folder)];
const corrupt = (where: string) => expect.objectContaining({ code: 'CorruptJournal', where });

/** Frames in two batches. */
function store(): void {
  const log = new FrameLog(folder);
  frames.forEach((frame, at) => {
    log.append(frame);
    if (at === 29) log.flush();
  });
  log.close();
}

/** What a killed writer leaves: a copy of its files while it is open. */
function storeAndKill(): void {
  const live = join(root, 'live');
  mkdirSync(live);
  const log = new FrameLog(live);
  for (const frame of frames) {
    log.append(frame);
    log.flush();
  }
  for (const end of ['', '-wal']) copyFileSync(framesPath(live) + end, path + end);
  log.close();
}

/**
 * Flips bytes of a file, one at a time; returns how many flips were noticed, and how
 * many hid the end.
 */
function flipEach(file: string, step: number): { noticed: number; hidden: number } {
  const files = new Map(
    [path, `${path}-wal`].filter((one) => existsSync(one)).map((one) => [one, readFileSync(one)]),
  );
  const counts = { noticed: 0, hidden: 0 };
  const size = files.get(file)?.length ?? 0;
  for (let at = 0; at < size; at += step) {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    for (const [one, bytes] of files) writeFileSync(one, bytes);
    const bytes = readFileSync(file);
    bytes[at] = (bytes[at] as number) ^ 0x55;
    writeFileSync(file, bytes);
    try {
      const found = stored();
      expect(found).toEqual(frames.slice(0, found.length));
      if (found.length < frames.length) counts.hidden++;
    } catch (error) {
      if (!(error as { code?: string }).code) throw error;
      expect(['CorruptJournal', 'Unavailable']).toContain((error as { code: string }).code);
      counts.noticed++;
    }
  }
  return counts;
}

describe('a damaged recording', () => {
  it('never returns an altered frame, whichever byte is flipped', () => {
    store();
    expect(flipEach(path, sweepSize(101, 29)).noticed).toBeGreaterThan(50);
  });

  it('of a killed writer returns no altered frame, but a flip can hide the end', () => {
    storeAndKill();
    expect(stored()).toEqual(frames);
    expect(flipEach(`${path}-wal`, sweepSize(2999, 997)).hidden).toBeGreaterThan(50);
  });

  it('of a killed writer resumes where a write ended within a frame', () => {
    storeAndKill();
    truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 100);
    expect(stored()).toEqual(frames.slice(0, 59));
    const log = new FrameLog(folder);
    expect(log).toMatchObject({ frames: 59, lastTime: 59 });
    log.append(data(99));
    log.close();
    expect(stored()).toEqual([...frames.slice(0, 59), data(99)]);
  });

  it.each([
    ['altered', "UPDATE records SET body = x'00' WHERE seq = 7"],
    ['missing', 'DELETE FROM records WHERE seq = 7'],
  ])('names file and number of a frame that is %s', (_, sql) => {
    store();
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    expect(stored).toThrow(corrupt(`${path} frames record 7`));
  });

  it('names a frame that is not later than the one before', () => {
    const other = join(root, 'other');
    mkdirSync(other);
    for (const [at, time] of [5, 9].entries()) {
      const log = new FrameLog(other);
      // A writer of another make: its clock goes back.
      log.lastTime = -Infinity;
      log.append(data(at === 0 ? time : 4));
      log.close();
    }
    expect(() => [...readFrames(other)]).toThrow(corrupt(`${framesPath(other)} frames record 2`));
  });

  it('is refused when its file is something else', () => {
    writeFileSync(path, 'something else altogether\n'.repeat(50));
    expect(stored).toThrow(corrupt(path));
    expect(() => new FrameLog(folder)).toThrow(corrupt(path));
  });
});

describe('a symbolic link in a recording', () => {
  /** Moves a path out of the recording and replaces it with a link. */
  function lead(away: string): void {
    renameSync(away, join(root, 'outside'));
    symlinkSync(join(root, 'outside'), away);
  }
  const refused = (where: string) => expect.objectContaining({ code: 'InvalidInput', where });

  it('is refused for its frames', () => {
    store();
    lead(path);
    expect(stored).toThrow(refused(path));
    expect(() => new FrameLog(folder)).toThrow(refused(path));
  });

  it('is refused where a recorder would write', () => {
    symlinkSync(join(root, 'outside'), path);
    expect(stored).toThrow(refused(path));
    expect(() => new FrameLog(folder)).toThrow(refused(path));
    expect(existsSync(join(root, 'outside'))).toBe(false);
  });

  it.each(['-wal', '-shm'])('is not followed in place of a file of SQLite: %s', (end) => {
    store();
    symlinkSync(join(root, 'outside'), `${path}${end}`);
    expect(() => {
      const log = new FrameLog(folder);
      log.append(data(99));
      log.close();
    }).toThrow(/the records cannot be read or written/);
    expect(existsSync(join(root, 'outside'))).toBe(false);
  });

  it('is refused for its description', () => {
    const place = join(folder, 'recording.yaml');
    writeFileSync(place, 'format: 1\n');
    lead(place);
    expect(() => readRecordingDescription(folder)).toThrow(refused(place));
  });
});

it('of an earlier format is refused, and says what was found and expected', () => {
  prepareRecording(folder, describedCoins());
  mkdirSync(join(folder, 'frames'));
  const refused = expect.objectContaining({
    code: 'InvalidInput',
    where: join(folder, 'frames'),
    expected: 'format 3: the file frames.db',
    found: expect.stringContaining('format 2: a folder of segments') as string,
  });
  expect(() => readRecordingDescription(folder)).toThrow(refused);
  expect(() => prepareRecording(folder, describedCoins())).toThrow(refused);
  rmSync(join(folder, 'recording.yaml'));
  expect(() => prepareRecording(folder, describedCoins())).toThrow(refused);
});
