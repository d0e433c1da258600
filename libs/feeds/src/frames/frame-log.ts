/** The writer of a frame log: stores frames whole or not at all; moves a torn tail to its own file, without repair. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
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
import { FrameReader, framesOf, readBytes } from './frame-reader.js';
import { recordOf } from './frame-record.js';
import { firstLine, framesFolder, segmentPath, segmentsOf } from './segments.js';

const segmentBytesDefault = 1 << 26;
const fsyncLater = promisify(fsync);

type WriteBytes = (file: number, bytes: Uint8Array, position: number) => number;

export interface FrameLogOptions {
  /** A longer segment is followed by a new one. */
  readonly segmentBytes?: number | undefined;
  /** For tests: a fake disk. */
  readonly write?: WriteBytes | undefined;
  readonly fsync?: ((file: number) => Promise<void>) | undefined;
}

export class FrameLog {
  /** Number of stored frames. */
  frames = 0;
  /** Time of the last frame; -Infinity before any. `append` accepts only later ones. */
  lastTime: Instant = -Infinity;
  /** The last stored frame. */
  last: Frame | undefined;
  /** Bytes found after the last whole frame, now in `<segment>.torn`. */
  tornBytes = 0;
  /** Bytes of all stored records. */
  bytes: number;
  /** Bytes of the records stored since the log was opened. */
  storedBytes = 0;
  private file: number;
  private path: string;
  /** Bytes of the current segment. */
  private size: number;
  /** Appended records that are not stored yet. */
  private pending: Buffer[] = [];
  private lastTaken: Frame | undefined;
  private storedTime: Instant = -Infinity;
  /** Whether stored data may not be synced to disk yet; an earlier process may have left it so. */
  private isDirty = true;
  private syncing: Promise<void> | undefined;
  private readonly segmentBytes: number;
  private readonly write: WriteBytes;
  private readonly fsync: (file: number) => Promise<void>;

  /**
   * Opens the log of a recording for writing, or begins it. Throws `CorruptJournal` if a frame is damaged that others
   * follow, `Unavailable` if its last segment cannot be opened.
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
    this.path = segment?.path ?? segmentPath(folder, 1);
    this.file = opened(this.path);
    this.size = this.recover();
    this.bytes = bytesOfRecords(folder);
  }

  /** Accepts a frame that is later than all before, to be stored by `flush`. Its bytes may change after the call. */
  append(frame: Frame): void {
    invariant(frame.receivedAt > this.lastTime, 'a frame is later than the one before');
    this.pending.push(recordOf(frame));
    this.lastTime = frame.receivedAt;
    this.lastTaken = frame;
  }

  /**
   * Stores all appended frames. If the disk does not accept all of them, none is stored, then or later, and it throws
   * `Unavailable` with the system error as its cause.
   */
  flush(): void {
    const records = this.pending.splice(0);
    if (records.length === 0) return;
    const bytes = Buffer.concat(records);
    try {
      if (this.size >= this.segmentBytes) this.rotate();
      this.writeWhole(bytes);
    } catch (error) {
      this.lastTime = this.storedTime;
      throw error;
    }
    this.frames += records.length;
    this.bytes += bytes.length;
    this.storedBytes += bytes.length;
    this.last = this.lastTaken;
    this.storedTime = this.lastTime;
  }

  /** Waits until stored data is on disk; later callers share the next sync. Rejects with `Unavailable` if it fails. */
  async sync(): Promise<void> {
    // A sync in progress may have begun before the newest frames were stored.
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
      // A segment that ended in the meantime was synced then.
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

  /** Appends all bytes, or undoes a partial write. */
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

  /** Finds the end of the last whole frame in the last segment, and moves what follows to the torn file. */
  private recover(): number {
    const { frames, tornBytes } = this.readLast(1);
    if (this.last === undefined) this.readLast(2);
    this.storedTime = this.lastTime = this.last?.receivedAt ?? -Infinity;
    [this.frames, this.tornBytes] = [frames, tornBytes];
    const size = fstatSync(this.file).size - tornBytes;
    if (tornBytes > 0) {
      appendFileSync(`${this.path}.torn`, readBytes(this.file, this.path, size, tornBytes));
      ftruncateSync(this.file, size);
    }
    if (size > 0) return size;
    const line = firstLine(frames + 1);
    this.writeLine(this.file, this.path, line);
    return line.length;
  }

  /** Reads this many of the last segments, to find the last frame. */
  private readLast(segments: number): FrameReader {
    const list = (folder: string) => segmentsOf(folder).slice(-segments);
    const reader = new FrameReader(this.folder, false, list);
    reader.frames = (list(this.folder)[0]?.first ?? 1) - 1;
    for (const frame of framesOf(reader)) this.last = frame;
    return reader;
  }

  /** Begins a segment, once the previous one is on disk. If that fails, the new one stays empty. */
  private writeLine(file: number, path: string, line: Buffer): void {
    try {
      fsyncSync(this.file);
      this.writeAll(file, line, 0);
    } catch (cause) {
      ftruncateSync(file, 0);
      throw unavailable('a segment cannot be created', { where: path, cause });
    }
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

/** Ensures that a new file survives a power loss. Some systems do not sync folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
