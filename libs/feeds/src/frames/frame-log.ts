/**
 * The writer of a recording's frames: one stream of the append-only table, stored whole
 * or not at all.
 */

import { join } from 'node:path';
import { invariant, type Instant } from '#values';
import { SqliteStore } from '#store';
import type { Frame } from '../port/feed.js';
import { bodyOf, frameOf } from './frame-record.js';

/** The only stream of the file. */
export const framesStream = 'frames';

/** The file of frames within the folder of a recording. */
export const framesPath = (folder: string): string => join(folder, 'frames.db');

export interface FrameLogOptions {
  /** For tests: a store on a fake disk. */
  readonly openStore?: ((path: string) => SqliteStore) | undefined;
}

export class FrameLog {
  /** Number of stored frames. */
  frames: number;
  /** Time of the last frame; -Infinity before any. `append` accepts only later ones. */
  lastTime: Instant;
  /** The last stored frame. */
  last: Frame | undefined;
  /** Bytes of the frames stored since the log was opened. */
  storedBytes = 0;
  private readonly store: SqliteStore;
  /** Appended frames that are not stored yet. */
  private pending: Buffer[] = [];
  private lastTaken: Frame | undefined;

  /**
   * Opens the log of a recording for writing, or begins it. Throws as `SqliteStore` does;
   * `CorruptJournal` also if its last frame is damaged.
   */
  constructor(folder: string, { openStore }: FrameLogOptions = {}) {
    const path = framesPath(folder);
    this.store = openStore?.(path) ?? new SqliteStore(path);
    try {
      this.frames = this.store.end(framesStream);
      const [last] = this.frames > 0 ? this.store.read(framesStream, this.frames - 1) : [];
      this.last = last && frameOf(last.body, `${path} ${framesStream} record ${last.seq}`);
    } catch (error) {
      this.store.close();
      throw error;
    }
    this.lastTime = this.last?.receivedAt ?? -Infinity;
  }

  /**
   * Accepts a frame that is later than all before, to be stored by `flush`. Its bytes may change
   * after the call.
   */
  append(frame: Frame): void {
    invariant(frame.receivedAt > this.lastTime, 'a frame is later than the one before');
    this.pending.push(bodyOf(frame));
    this.lastTime = frame.receivedAt;
    this.lastTaken = frame;
  }

  /**
   * Stores all appended frames: they survive a crash of the process. If the disk does not accept
   * all of them, none is stored, then or later, and it throws `Unavailable` (`isStoreFull` if the
   * disk is full).
   */
  flush(): void {
    const bodies = this.pending.splice(0);
    if (bodies.length === 0) return;
    try {
      this.store.append([{ stream: framesStream, after: this.frames, bodies }]);
    } catch (error) {
      this.lastTime = this.last?.receivedAt ?? -Infinity;
      throw error;
    }
    this.frames += bodies.length;
    for (const { byteLength } of bodies) this.storedBytes += byteLength;
    this.last = this.lastTaken;
  }

  /**
   * Waits until all stored frames survive a loss of power. Rejects with `Unavailable` if
   * the sync fails.
   */
  sync(): Promise<void> {
    return this.store.durable();
  }

  /** Stores the rest and closes the file. */
  close(): void {
    try {
      this.flush();
    } finally {
      this.store.close();
    }
  }
}
