/** Where a recorder puts frames: stamped, stored in batches, and held off while the disk has no room. */

import type { Instant, TapefoldError } from '#values';
import { isFailure, printable, unavailable } from '#values';
import type { DataFrame, FeedNote, NoteFrame } from '../port/feed.js';
import type { FrameLog } from './frame-log.js';
import { frameTime } from '../fold/session-schedule.js';

const retryMs = 1000;

type Unstamped = Omit<DataFrame, 'receivedAt'> | Omit<NoteFrame, 'receivedAt'>;

interface FrameStoreOptions {
  readonly log: FrameLog;
  now(): Instant;
  /** Steps of the machine's clock since the last call, milliseconds; none where nobody watches it. */
  readonly takeSteps?: (() => readonly number[]) | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
  /** Frames were stored. */
  stored(): void;
  /** The disk is full: what comes from now on is not stored until it has room. */
  full(): void;
  /** There is room again, and a note says since when nothing was stored. */
  roomAgain(): void;
  /** The disk fails for good. */
  failed(error: unknown): void;
}

export class FrameStore {
  /** Grows with each stretch of frames that were not stored. */
  losses = 0;
  private isFull = false;
  private isScheduled = false;
  private isStopped = false;

  constructor(private readonly options: FrameStoreOptions) {}

  /** Takes bytes as they came, unless nothing can be stored. */
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
   * Stores a note now, or as soon as the disk takes it; nothing is taken after the one that ends a recording. False
   * where the recorder stopped before.
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

  /** Stores what was taken. */
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

  /** Waits until the disk has what was taken. `Unavailable` where it was not stored. */
  async durable(): Promise<void> {
    const { losses } = this;
    this.flush();
    if (losses !== this.losses || this.isFull || this.isStopped) {
      throw unavailable('the frames cannot be stored');
    }
    await this.options.log.sync();
  }

  /** Nothing is taken any more. */
  stop(): void {
    this.flush();
    this.isStopped = true;
  }

  /** All that comes in one turn of the event loop is written at once. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      if (this.isScheduled) this.flush();
    });
  }

  private refused(error: unknown): void {
    this.losses++;
    if (!isFullDisk(error)) {
      this.isStopped = true;
      return this.options.failed(error);
    }
    if (this.isFull) return;
    this.isFull = true;
    this.options.full();
    void this.waitForRoom(error);
  }

  /** The first thing that is stored again says what happened; then the feed may go on. */
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
        if (isFullDisk(again)) continue;
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

function isFullDisk(error: unknown): error is TapefoldError {
  if (!isFailure(error, 'Unavailable')) return false;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
