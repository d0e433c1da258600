/** Frames of a recording in order, read through a window of bytes; at the end it waits for the writer. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { corruptJournal, unavailable, type Instant } from '#values';
import type { Frame } from '../port/feed.js';
import {
  frameBytesMax,
  isUnfinished,
  readRecord,
  recordAt,
  recordHeadBytes,
} from './frame-record.js';
import { damaged, firstLine, isUnbegun, segmentAt, segmentsOf, type Segment } from './segments.js';

/** Bytes read at a time; a longer frame is read whole. */
const windowBytes = 1 << 18;
/** What a power cut leaves after the last whole frame is at most a frame and what was stored with it. */
const tailBytesMax = frameBytesMax * 2;

export interface FramePlace {
  readonly path: string;
  /** Offset of the record, including its head. */
  readonly offset: number;
  readonly bytes: number;
}

export class FrameReader {
  /** Number of emitted frames. */
  frames = 0;
  /** Bytes of their records. */
  bytes = 0;
  /** Place of the last emitted frame. */
  place: FramePlace = { path: '', offset: 0, bytes: 0 };
  /** Bytes at the end of the last segment that form no whole frame; known once `next` returned undefined. */
  tornBytes = 0;
  private lastTime: Instant = -Infinity;
  private file: number | undefined;
  private segment: Segment | undefined;
  /** Segments present when this one was opened: a missing one is detected at its end. */
  private listed: readonly Segment[] = [];
  private window: Buffer = Buffer.alloc(0);
  /** Where the window begins in the file, and how far it was read. */
  private windowStart = 0;
  private at = 0;
  private readonly digest = createHash('sha256');

  /** `hashed`: whether `hash` will be called. `list` returns the segments of the folder. */
  constructor(
    private readonly folder: string,
    private readonly hashed = false,
    private readonly list: (folder: string) => readonly Segment[] = segmentsOf,
  ) {}

  /**
   * The next frame; undefined if there is none yet. Its bytes stay valid. Throws `CorruptJournal` with file and byte
   * of the damage.
   */
  next(): Frame | undefined {
    if (this.file === undefined && !this.openFirst()) return undefined;
    for (;;) {
      const end = recordAt(this.window, this.at);
      if (typeof end === 'number') return this.handOut(end);
      if (end === 'broken') return this.leaveUnfinished();
      if (this.readMore()) continue;
      if (!this.openNext()) return undefined;
    }
  }

  /** SHA-256 of the emitted records, regardless of segment boundaries. */
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
    const offset = this.windowStart + at;
    this.place = { path, offset, bytes: end - at };
    const frame = readRecord(window, at, end, `${path} byte ${offset}`);
    if (frame.receivedAt <= this.lastTime) {
      throw damaged(path, offset, 'a frame is not later than the one before');
    }
    this.lastTime = frame.receivedAt;
    if (this.hashed) this.digest.update(window.subarray(at, end));
    this.frames++;
    this.bytes += end - at;
    this.at = end;
    return frame;
  }

  /** Whether the file had more. It then uses a new window: frames keep theirs. */
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

  /** A broken record at the very end is unfinished. It is read again later, because a recorder may remove it. */
  private leaveUnfinished(): undefined {
    const start = this.windowStart + this.at;
    const rest = this.sizeOfFile() - start;
    if (this.following() !== undefined || rest > tailBytesMax) throw this.damage();
    const bytes = this.readWhole(start, rest);
    if (bytes.length >= recordHeadBytes && !isUnfinished(bytes, 0)) throw this.damage();
    this.window = this.window.subarray(0, this.at);
    this.noteTorn(bytes.length);
    return undefined;
  }

  /** The name of the next segment is known, so there is no need to list the folder. */
  private following(): Segment | undefined {
    const { folder, frames } = this;
    const current = this.segment?.first ?? 0;
    const listed = this.listed.find(({ first }) => first > current);
    return listed ?? (frames < current ? undefined : segmentAt(folder, frames + 1));
  }

  /** A segment that is followed by another is complete. */
  private openNext(): boolean {
    // Leftover bytes are rare: the missing segment may be the next one.
    if (this.at < this.window.length) this.listed = this.list(this.folder);
    const next = this.following();
    if (next === undefined) return false;
    // It may have grown before the next one was begun.
    if (this.sizeOfFile() > this.windowStart + this.window.length) return true;
    if (this.at < this.window.length) throw this.damage();
    return this.open(next);
  }

  private openFirst(): boolean {
    const [first] = this.list(this.folder);
    return first !== undefined && this.open(first);
  }

  /** Returns false if the segment is not begun yet: the previous one stays open. */
  private open(segment: Segment): boolean {
    this.requireNext(segment);
    const { path, first } = segment;
    const line = firstLine(first);
    const [before, file] = [this.file, opened(path)];
    const listed = this.list(this.folder);
    const size = fstatSync(file).size;
    const found = readBytes(file, path, 0, Math.min(line.length, size));
    if (!found.equals(line)) {
      const isLast = listed.every((one) => one.first <= first) && size <= tailBytesMax;
      const bytes = isLast ? readBytes(file, path, 0, size) : found;
      closeSync(file);
      if (!isUnbegun(bytes, line)) throw damaged(path, 0, 'this is no segment of frames');
      if (!isLast) throw damaged(path, 0, 'a segment that others follow was never begun');
      return this.noteTorn(bytes.length);
    }
    if (before !== undefined) closeSync(before);
    [this.file, this.segment, this.listed] = [file, segment, listed];
    this.window = Buffer.alloc(0);
    this.windowStart = line.length;
    this.at = 0;
    return true;
  }

  private requireNext({ path, first }: Segment): void {
    if (first === this.frames + 1) return;
    throw corruptJournal('a segment of the recording is missing', {
      where: path,
      expected: `a segment that begins with frame ${this.frames + 1}`,
    });
  }

  private damage(): Error {
    return damaged((this.segment as Segment).path, this.windowStart + this.at);
  }

  private sizeOfFile(): number {
    return fstatSync(this.file as number).size;
  }

  private readWhole(from: number, length: number): Buffer {
    return readBytes(this.file as number, (this.segment as Segment).path, from, length);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw unavailable('the frames cannot be read', { where: path, cause });
  }
}

/** Iterates the frames to the end, then closes the reader. */
export function* framesOf(reader: FrameReader): Generator<Frame> {
  try {
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
  } finally {
    reader.close();
  }
}

/** This many bytes of a file, or fewer if it ends earlier. Throws `Unavailable` if the read fails. */
export function readBytes(file: number, where: string, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  try {
    while (at < length) {
      const count = readSync(file, bytes, at, length - at, from + at);
      // The writer took back what did not fit on the disk.
      if (count === 0) return bytes.subarray(0, at);
      at += count;
    }
  } catch (cause) {
    throw unavailable('the frames cannot be read', { where, cause });
  }
  return bytes;
}

/** Reads one frame again, from its place. */
export function readFrameAt({ path, offset, bytes }: FramePlace): Frame {
  const file = openSync(path, 'r');
  try {
    const record = readBytes(file, path, offset, bytes);
    if (recordAt(record, 0) !== bytes) throw damaged(path, offset);
    return readRecord(record, 0, bytes, `${path} byte ${offset}`);
  } finally {
    closeSync(file);
  }
}
