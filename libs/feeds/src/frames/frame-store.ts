/**
 * The recorder's store of frames: stamps them, writes them in batches, and pauses while
 * the disk is full.
 */

import { printable, unavailable, type Instant, type TapefoldError } from '#values';
import { isStoreFull } from '#store';
import type { DataFrame, FeedNote, NoteFrame } from '../port/feed.js';
import type { FrameLog } from './frame-log.js';
import { frameTime } from '../fold/session-schedule.js';

const retryMs = 1000;

type Unstamped = Omit<DataFrame, 'receivedAt'> | Omit<NoteFrame, 'receivedAt'>;

interface FrameStoreOptions {
  readonly log: FrameLog;
  now(): Instant;
  /**
   * Steps of the machine's clock since the last call, milliseconds; omitted if it is not monitored.
   */
  readonly takeSteps?: (() => readonly number[]) | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
  /** Frames were stored. */
  stored(): void;
  /** The disk is full: nothing is stored from now on until it has room. */
  full(): void;
  /** There is room again, and a note records since when nothing was stored. */
  roomAgain(): void;
  /** The disk has failed permanently. */
  failed(error: unknown): void;
}

export class FrameStore {
  /** Grows with each stretch of frames that were not stored. */
  losses = 0;
  private isFull = false;
  private isScheduled = false;
  private isStopped = false;

  constructor(private readonly options: FrameStoreOptions) {}

  /** Stores raw bytes, unless the store is stopped or the disk is full. */
  data(channel: string, bytes: Uint8Array): void {
    this.take({ kind: 'data', channel, bytes });
  }

  note(note: FeedNote): void {
    this.take({ kind: 'note', note });
  }

  private take(frame: Unstamped): void {
    if (this.isFull || this.isStopped) return;
    for (const stepMs of this.options.takeSteps?.() ?? []) {
      this.append({ kind: 'note', note: { note: 'clockStep', stepMs } });
    }
    this.append(frame);
    this.schedule();
  }

  /**
   * Stores a note now, or as soon as the disk accepts it; the note that ends a recording is the
   * last. Returns false if the recorder stopped before.
   */
  async noteSurely(note: FeedNote): Promise<boolean> {
    const { signal, sleep } = this.options;
    for (;;) {
      if (!this.isFull) {
        const { losses } = this;
        this.note(note);
        this.flush();
        const isStored = losses === this.losses && !this.isStopped;
        if (isStored && note.note === 'ended') this.isStopped = true;
        if (losses === this.losses) return isStored;
      }
      if (signal.aborted || this.isStopped) return false;
      await sleep(retryMs, signal).catch(() => undefined);
    }
  }

  /** Stores everything accepted so far. */
  flush(): void {
    this.isScheduled = false;
    if (this.isStopped) return;
    const { log, stored } = this.options;
    try {
      log.flush();
    } catch (error) {
      return this.refused(error);
    }
    stored();
  }

  /**
   * Waits until everything accepted so far is on disk. Rejects with `Unavailable` if it
   * was not stored.
   */
  async durable(): Promise<void> {
    const { losses } = this;
    this.flush();
    if (losses !== this.losses || this.isFull || this.isStopped) {
      throw unavailable('the frames cannot be stored');
    }
    await this.options.log.sync();
  }

  /** Accepts nothing from now on. */
  stop(): void {
    this.flush();
    this.isStopped = true;
  }

  /** Writes everything from one turn of the event loop at once. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      if (this.isScheduled) this.flush();
    });
  }

  private refused(error: unknown): void {
    this.losses++;
    if (!isStoreFull(error)) {
      this.isStopped = true;
      return this.options.failed(error);
    }
    if (this.isFull) return;
    this.isFull = true;
    this.options.full();
    void this.waitForRoom(error);
  }

  /** First stores a note of what happened; then the feed may resume. */
  private async waitForRoom(error: TapefoldError): Promise<void> {
    const { sleep, signal, log, stored, roomAgain, failed } = this.options;
    const reason = printable(`nothing could be stored: ${error.found ?? error.message}`, 500);
    for (;;) {
      await sleep(retryMs, signal).catch(() => undefined);
      if (signal.aborted || this.isStopped) return;
      const note: FeedNote = { note: 'disconnected', reason };
      try {
        this.append({ kind: 'note', note });
        log.flush();
      } catch (again) {
        if (isStoreFull(again)) continue;
        this.isStopped = true;
        return failed(again);
      }
      this.isFull = false;
      stored();
      return roomAgain();
    }
  }

  private append(frame: Unstamped): void {
    const { log, now } = this.options;
    log.append({ ...frame, receivedAt: frameTime(now(), log.lastTime) });
  }
}
