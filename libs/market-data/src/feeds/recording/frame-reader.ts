/** Frames of a recording in order, a window of bytes at a time; at the end it waits for whoever writes. */

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { corruptJournal, unavailable, type Instant } from '#values';
import type { Frame } from '../frame.js';
import { readRecord, recordAt, recordHeadBytes } from './frame-record.js';
import { damaged, firstLine, segmentPath, segmentsOf, type Segment } from './segments.js';

/** Read at a time; a frame that is longer is read whole. */
const windowBytes = 1 << 18;

export interface FramePlace {
  readonly path: string;
  /** Of the record, its head included. */
  readonly offset: number;
  readonly bytes: number;
}

export class FrameReader {
  /** Frames that were handed out. */
  frames = 0;
  /** Bytes of their records. */
  bytes = 0;
  /** Place of the last frame that was handed out. */
  path = '';
  offset = 0;
  length = 0;
  /** Bytes at the end of the last segment that are no whole frame; known once `next` gave undefined. */
  tornBytes = 0;
  private lastTime: Instant = -Infinity;
  private file: number | undefined;
  private segment: Segment | undefined;
  /** Whether the folder was listed since this segment was opened. */
  private isListed = false;
  private window: Buffer = Buffer.alloc(0);
  /** Where the window begins in the file, and how far it was read. */
  private windowStart = 0;
  private at = 0;
  private readonly digest = createHash('sha256');

  /** `hashed`: whether `hash` will be asked for. */
  constructor(
    private readonly folder: string,
    private readonly hashed = false,
  ) {}

  /**
   * The next frame; undefined where there is none yet. Its bytes stay as they are. `CorruptJournal` names file and byte
   * of what is damaged.
   */
  next(): Frame | undefined {
    if (this.file === undefined && !this.openFirst()) return undefined;
    for (;;) {
      const end = recordAt(this.window, this.at);
      if (typeof end === 'number') return this.handOut(end);
      if (end === 'broken') throw this.damage();
      if (this.readMore()) continue;
      if (!this.openNext()) return undefined;
    }
  }

  /** SHA-256 of the records that were handed out, wherever segments begin. */
  hash(): string {
    return this.digest.copy().digest('hex');
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private handOut(end: number): Frame {
    const { at, window } = this;
    const { path } = this.segment as Segment;
    this.offset = this.windowStart + at;
    this.length = end - at;
    this.path = path;
    const frame = readRecord(window, at, end, `${path} byte ${this.offset}`);
    if (frame.receivedAt <= this.lastTime) {
      throw damaged(path, this.offset, 'a frame is not later than the one before');
    }
    this.lastTime = frame.receivedAt;
    if (this.hashed) this.digest.update(window.subarray(at, end));
    this.frames++;
    this.bytes += end - at;
    this.at = end;
    return frame;
  }

  /** Whether there was more in the file. The window is another one then: frames keep theirs. */
  private readMore(): boolean {
    const start = this.windowStart + this.at;
    const held = this.window.length - this.at;
    const size = this.sizeOfFile();
    if (size <= this.windowStart + this.window.length) return this.noteTorn(held);
    const wanted = held >= recordHeadBytes ? this.window.readUInt32LE(this.at) : 0;
    const length = Math.min(size - start, Math.max(windowBytes, wanted + recordHeadBytes));
    this.window = this.readWhole(start, length);
    this.windowStart = start;
    this.at = 0;
    return true;
  }

  private noteTorn(bytes: number): false {
    this.tornBytes = bytes;
    return false;
  }

  /** A segment that another follows is whole. */
  private openNext(): boolean {
    const next = this.nextSegment();
    if (next === undefined) return false;
    // It may have grown before the next one was begun.
    if (this.sizeOfFile() > this.windowStart + this.window.length) return true;
    if (this.at < this.window.length) throw this.damage();
    if (next.first !== this.frames + 1) {
      throw corruptJournal('a segment of the recording is missing', {
        where: next.path,
        expected: `a segment that begins with frame ${this.frames + 1}`,
      });
    }
    this.close();
    return this.open(next);
  }

  /**
   * The segment behind this one. A live recording is asked hundreds of times a second and has a thousand segments a
   * day, so the next one is looked up by its name. The folder is listed once a segment, to find that one is missing,
   * and whenever bytes are left over that are no whole frame.
   */
  private nextSegment(): Segment | undefined {
    const { first } = this.segment as Segment;
    const following = this.frames + 1;
    const path = segmentPath(this.folder, following);
    if (following > first && existsSync(path)) return { path, first: following };
    if (this.isListed && this.at === this.window.length) return undefined;
    this.isListed = true;
    return segmentsOf(this.folder).find((other) => other.first > first);
  }

  private openFirst(): boolean {
    const [first] = segmentsOf(this.folder);
    if (first === undefined) return false;
    if (first.first !== 1) {
      const expected = 'a segment that begins with frame 1';
      throw corruptJournal('a segment of the recording is missing', {
        where: first.path,
        expected,
      });
    }
    return this.open(first);
  }

  private open(segment: Segment): boolean {
    try {
      this.file = openSync(segment.path, 'r');
    } catch (cause) {
      throw unavailable('the frames cannot be read', { where: segment.path, cause });
    }
    const line = firstLine(segment.first);
    this.segment = segment;
    this.isListed = false;
    const found = this.readWhole(0, Math.min(line.length, this.sizeOfFile()));
    if (!line.subarray(0, found.length).equals(found)) {
      throw damaged(segment.path, 0, 'this is no segment of frames');
    }
    if (found.length < line.length) {
      this.close();
      return this.noteTorn(found.length);
    }
    this.window = Buffer.alloc(0);
    this.windowStart = line.length;
    this.at = 0;
    return true;
  }

  private damage(): Error {
    return damaged((this.segment as Segment).path, this.windowStart + this.at);
  }

  private sizeOfFile(): number {
    return fstatSync(this.file as number).size;
  }

  private readWhole(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    const where = (this.segment as Segment).path;
    let at = 0;
    try {
      while (at < length) {
        const count = readSync(this.file as number, bytes, at, length - at, from + at);
        // Whoever writes took back what did not fit on the disk.
        if (count === 0) return bytes.subarray(0, at);
        at += count;
      }
    } catch (cause) {
      throw unavailable('the frames cannot be read', { where, cause });
    }
    return bytes;
  }
}

/** Frames of a recording until its end, in bounded memory. */
export function* readFrames(folder: string): Generator<Frame> {
  const reader = new FrameReader(folder);
  try {
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
  } finally {
    reader.close();
  }
}

/** Reads one frame again, from its place. */
export function readFrameAt({ path, offset, bytes }: FramePlace): Frame {
  const file = openSync(path, 'r');
  try {
    const record = Buffer.allocUnsafeSlow(bytes);
    const read = readSync(file, record, 0, bytes, offset);
    const end = recordAt(record, 0);
    if (read !== bytes || end !== bytes) throw damaged(path, offset);
    return readRecord(record, 0, end, `${path} byte ${offset}`);
  } finally {
    closeSync(file);
  }
}
