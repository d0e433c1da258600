/** Frames of a recording in order; at the end it waits for the writer. */

import { lstatSync } from 'node:fs';
import { corruptJournal, type Instant } from '#values';
import { SqliteStore, type StoredRecord } from '#store';
import type { Frame } from '../port/feed.js';
import { framesPath, framesStream } from './frame-log.js';
import { frameOf } from './frame-record.js';

export class FrameReader {
  /** Number of emitted frames, and so the number of the last one. */
  frames = 0;
  /** Bytes of the emitted frames after frame `since`. */
  bytes = 0;
  private lastTime: Instant = -Infinity;
  private last: StoredRecord | undefined;
  private store: SqliteStore | undefined;
  /** Records that were read, from the next one to be emitted at `at`. */
  private records: readonly StoredRecord[] = [];
  private at = 0;
  private readonly path: string;

  constructor(
    folder: string,
    private readonly since = 0,
  ) {
    this.path = framesPath(folder);
  }

  /**
   * The next frame; undefined if there is none yet. Its bytes stay valid. Throws
   * `CorruptJournal` with the file and the number of a frame that is damaged, missing, or not
   * later than the one before.
   */
  next(): Frame | undefined {
    if (this.at === this.records.length) this.readMore();
    const record = this.records[this.at];
    if (record === undefined) return undefined;
    this.at++;
    this.frames = record.seq;
    const frame = frameOf(record.body, this.where);
    if (frame.receivedAt <= this.lastTime) {
      throw corruptJournal('a frame is not later than the one before', { where: this.where });
    }
    this.lastTime = frame.receivedAt;
    this.last = record;
    if (record.seq > this.since) this.bytes += record.body.byteLength;
    return frame;
  }

  /** File and number of the last emitted frame. */
  get where(): string {
    return `${this.path} ${framesStream} record ${this.frames}`;
  }

  /** SHA-256 chained over the emitted frames, in hex; zeros before the first. */
  hash(): string {
    return Buffer.from(this.last?.digest ?? new Uint8Array(32)).toString('hex');
  }

  /** Closes the file; `next` opens it again. */
  close(): void {
    this.store?.close();
    this.store = undefined;
  }

  private readMore(): void {
    this.records = [];
    this.at = 0;
    if (this.store === undefined && !hasFrames(this.path)) return;
    this.store ??= new SqliteStore(this.path, { readOnly: true });
    this.records = this.store.read(framesStream, this.frames);
  }
}

/** Whether there is anything in place of the file, including a link that leads nowhere. */
export const hasFrames = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Iterates the frames to the end, then closes the reader. */
export function* framesOf(reader: FrameReader): Generator<Frame> {
  try {
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) yield frame;
  } finally {
    reader.close();
  }
}

/** Reads one frame again, by its number. */
export function readFrameAt(folder: string, number: number): Frame | undefined {
  const path = framesPath(folder);
  const store = new SqliteStore(path, { readOnly: true });
  try {
    const [record] = store.read(framesStream, number - 1, 1);
    return record && frameOf(record.body, `${path} ${framesStream} record ${number}`);
  } finally {
    store.close();
  }
}
