/** The writer of a frame log: frames are stored whole or not at all, and a torn tail is set aside, never mended. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { invariant, unavailable, type Instant } from '#values';
import type { Frame } from '../port/feed.js';
import { readBytes } from './frame-reader.js';
import {
  isUnfinished,
  payloadOf,
  readRecord,
  recordAt,
  recordBytes,
  writeRecord,
} from './frame-record.js';
import {
  damaged,
  firstLine,
  framesFolder,
  isUnbegun,
  segmentPath,
  segmentsOf,
} from './segments.js';

const segmentBytesDefault = 1 << 26;
const fsyncLater = promisify(fsync);

export type WriteBytes = (file: number, bytes: Uint8Array, position: number) => number;

export interface FrameLogOptions {
  /** A segment that is longer is followed by another. */
  readonly segmentBytes?: number | undefined;
  /** For tests: a disk of one's own. */
  readonly write?: WriteBytes | undefined;
  readonly fsync?: ((file: number) => Promise<void>) | undefined;
}

export class FrameLog {
  /** Frames that are stored. */
  frames: number;
  /** Of the last frame; -Infinity before any. Later ones are given to `append` only. */
  lastTime: Instant = -Infinity;
  /** The last frame that is stored. */
  last: Frame | undefined;
  /** Bytes that stood behind the last whole frame, and are now in `<segment>.torn`. */
  tornBytes = 0;
  /** Bytes of all records that are stored. */
  bytes: number;
  /** Bytes of records that were stored since the log was opened. */
  storedBytes = 0;
  private file: number;
  private path: string;
  /** Of the segment. */
  private size: number;
  private pending = Buffer.allocUnsafe(1 << 16);
  private pendingBytes = 0;
  private pendingFrames = 0;
  private lastTaken: Frame | undefined;
  private storedTime: Instant = -Infinity;
  /** Whether something may be stored that the disk does not have; an earlier process may have left it so. */
  private isDirty = true;
  private syncing: Promise<void> | undefined;
  private readonly segmentBytes: number;
  private readonly write: WriteBytes;
  private readonly fsync: (file: number) => Promise<void>;

  /**
   * Opens the log of a recording for writing, or begins it. `CorruptJournal` where a frame is damaged that others
   * follow, `Unavailable` where its last segment cannot be opened.
   */
  constructor(
    private readonly folder: string,
    options: FrameLogOptions = {},
  ) {
    this.segmentBytes = options.segmentBytes ?? segmentBytesDefault;
    this.write =
      options.write ?? ((file, bytes, at) => writeSync(file, bytes, 0, bytes.length, at));
    this.fsync = options.fsync ?? fsyncLater;
    makeFolder(framesFolder(folder));
    const segment = segmentsOf(folder).at(-1);
    this.frames = (segment?.first ?? 1) - 1;
    this.path = segment?.path ?? segmentPath(folder, 1);
    this.file = opened(this.path);
    this.size = this.recover();
    this.bytes = bytesOfRecords(folder);
  }

  /** Takes a frame that is later than all before, to be stored by `flush`. Its bytes may change after the call. */
  append(frame: Frame): void {
    invariant(frame.receivedAt > this.lastTime, 'a frame is later than the one before');
    const payload = payloadOf(frame);
    const end = this.pendingBytes + recordBytes(frame, payload);
    if (end > this.pending.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.pending.length * 2));
      larger.set(this.pending.subarray(0, this.pendingBytes));
      this.pending = larger;
    }
    this.pendingBytes = writeRecord(frame, payload, this.pending, this.pendingBytes);
    this.pendingFrames++;
    this.lastTime = frame.receivedAt;
    this.lastTaken = frame;
  }

  /**
   * Stores what was appended. Where the disk does not take all of it, nothing of it is stored, then or later:
   * `Unavailable`, with the error of the system as its cause.
   */
  flush(): void {
    if (this.pendingFrames === 0) return;
    const bytes = this.pending.subarray(0, this.pendingBytes);
    const frames = this.pendingFrames;
    this.pendingBytes = this.pendingFrames = 0;
    try {
      if (this.size >= this.segmentBytes) this.rotate();
      this.writeWhole(bytes);
    } catch (error) {
      this.lastTime = this.storedTime;
      throw error;
    }
    this.frames += frames;
    this.bytes += bytes.length;
    this.storedBytes += bytes.length;
    this.last = this.lastTaken;
    this.storedTime = this.lastTime;
    if (this.pending.length > 1 << 22) this.pending = Buffer.allocUnsafe(1 << 16);
  }

  /** Waits until the disk has what is stored; later askers share the next sync. `Unavailable` where it says no. */
  async sync(): Promise<void> {
    // One that is under way may have begun before the newest frames were stored.
    while (this.syncing !== undefined) await this.syncing;
    if (!this.isDirty) return;
    this.isDirty = false;
    this.syncing = this.syncFile();
    await this.syncing;
  }

  private async syncFile(): Promise<void> {
    try {
      await this.fsync(this.file);
    } catch (cause) {
      // A segment that was ended meanwhile was synced then.
      if ((cause as { code?: unknown }).code === 'EBADF') return;
      this.isDirty = true;
      throw unavailable('the frames cannot be stored', { where: this.path, cause });
    } finally {
      this.syncing = undefined;
    }
  }

  /** Stores the rest and closes the file. */
  close(): void {
    try {
      this.flush();
      fsyncSync(this.file);
      this.isDirty = false;
    } finally {
      closeSync(this.file);
    }
  }

  private rotate(): void {
    const path = segmentPath(this.folder, this.frames + 1);
    const file = opened(path);
    const line = firstLine(this.frames + 1);
    try {
      this.writeLine(file, path, line);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(this.file);
    [this.file, this.path, this.size] = [file, path, line.length];
  }

  /** Writes all bytes at the end, or takes back what it wrote. */
  private writeWhole(bytes: Uint8Array): void {
    try {
      this.writeAll(this.file, bytes, this.size);
    } catch (cause) {
      ftruncateSync(this.file, this.size);
      throw unavailable('the frames cannot be stored', { where: this.path, cause });
    }
    this.size += bytes.length;
    this.isDirty = true;
  }

  private writeAll(file: number, bytes: Uint8Array, from: number): void {
    for (let at = 0; at < bytes.length;) {
      at += this.write(file, bytes.subarray(at), from + at);
    }
  }

  /** Finds the end of what is whole in the last segment, and sets aside what is behind it. */
  private recover(): number {
    const bytes = readBytes(this.file, this.path);
    const line = firstLine(this.frames + 1);
    if (isUnbegun(bytes, line)) return this.begin(bytes, line);
    if (!bytes.subarray(0, line.length).equals(line)) {
      throw damaged(this.path, 0, 'this is no segment of frames');
    }
    let at = line.length;
    for (;;) {
      const end = recordAt(bytes, at);
      if (typeof end !== 'number') {
        if (end === 'broken' && !isUnfinished(bytes, at)) throw damaged(this.path, at);
        break;
      }
      this.last = readRecord(bytes, at, end, `${this.path} byte ${at}`);
      this.frames++;
      at = end;
    }
    this.storedTime = this.lastTime = this.last?.receivedAt ?? this.timeBefore();
    return this.setAside(bytes, at);
  }

  /** Of the last frame in the segments before, where the last one was begun and never used. */
  private timeBefore(): Instant {
    const before = segmentsOf(this.folder).at(-2);
    if (before === undefined) return -Infinity;
    const file = openSync(before.path, 'r');
    const bytes = readBytes(file, before.path);
    closeSync(file);
    let at = firstLine(before.first).length;
    for (let end = recordAt(bytes, at); typeof end === 'number'; end = recordAt(bytes, at)) {
      this.last = readRecord(bytes, at, end, `${before.path} byte ${at}`);
      at = end;
    }
    return this.last?.receivedAt ?? -Infinity;
  }

  private begin(bytes: Buffer, line: Buffer): number {
    this.setAside(bytes, 0);
    this.writeLine(this.file, this.path, line);
    this.storedTime = this.lastTime = this.timeBefore();
    return line.length;
  }

  /** Begins a segment, once the disk has the one before. Where that fails the new one stays empty. */
  private writeLine(file: number, path: string, line: Buffer): void {
    try {
      fsyncSync(this.file);
      this.writeAll(file, line, 0);
    } catch (cause) {
      ftruncateSync(file, 0);
      throw unavailable('a segment cannot be created', { where: path, cause });
    }
  }

  private setAside(bytes: Buffer, from: number): number {
    if (from === bytes.length) return from;
    appendFileSync(`${this.path}.torn`, bytes.subarray(from));
    ftruncateSync(this.file, from);
    this.tornBytes = bytes.length - from;
    return from;
  }
}

const bytesOfRecords = (folder: string): number =>
  segmentsOf(folder).reduce(
    (sum, { path, first }) => sum + statSync(path).size - firstLine(first).length,
    0,
  );

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw unavailable('the folder of the frames cannot be opened', { where: path, cause });
  }
}

function opened(path: string): number {
  try {
    const isNew = !existsSync(path);
    closeSync(openSync(path, 'a'));
    if (isNew) syncFolder(dirname(path));
    return openSync(path, 'r+');
  } catch (cause) {
    throw unavailable('a segment of the recording cannot be opened', { where: path, cause });
  }
}

/** So that a file that was begun is there after a power loss. Some systems do not sync folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
