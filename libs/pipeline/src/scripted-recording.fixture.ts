/**
 * A recording whose feed is a list of instants. A folder remembers how many have arrived, so it
 * can be reopened.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unavailable } from '#values';
import { FactColumns, type TapeHeader } from '#contracts';
import type { FeedStatus, LiveRecording } from '#feeds';

const status: FeedStatus = {
  connected: true,
  frames: 0,
  bytes: 0,
  facts: 0,
  duplicates: 0,
  late: 0,
  corrections: 0,
  unreadable: 0,
  unmapped: 0,
  reconnects: 0,
  gapsRepaired: 0,
  gapsLost: 0,
  gapsOpen: 0,
  reconciled: 0,
  lagMs: null,
  clockOffsetMs: null,
  lastAt: null,
  waiting: 0,
};

interface Stored {
  count: number;
  hasEnded: boolean;
}

/** A scripted feed: the facts of each frame share an instant of their own. */
export class ScriptedFeed {
  /** How often a recording was opened. */
  opened = 0;
  /** Resolves once everything received is on disk. */
  disk = Promise.resolve();
  private readonly recordings = new Map<string, ScriptedRecording>();

  constructor(
    readonly header: TapeHeader,
    readonly instants: readonly FactColumns[],
    readonly rank = 65_536,
  ) {}

  /** Throws `Unavailable` while another recording of the folder is open, as a lock would. */
  open(folder: string): LiveRecording {
    if (this.recordings.has(folder)) {
      throw unavailable('another process records into the folder', { where: folder });
    }
    mkdirSync(folder, { recursive: true });
    this.opened++;
    const release = (): void => void this.recordings.delete(folder);
    const recording = new ScriptedRecording(this, folder, release);
    this.recordings.set(folder, recording);
    return recording;
  }

  /** Delivers the next frames; they are recorded only if a recording is open. */
  bring(count: number): void {
    for (const recording of this.recordings.values()) recording.take(count);
  }

  /** The recording process dies, with everything that was only in its memory. */
  crash(): void {
    for (const recording of [...this.recordings.values()]) void recording.close();
  }

  /** The feed fails with an error. */
  refuse(error: Error): void {
    for (const recording of this.recordings.values()) recording.refuse(error);
  }
}

class ScriptedRecording implements LiveRecording {
  readonly header: TapeHeader;
  readonly documents = { get: () => undefined };
  readonly failed: Promise<never>;
  refuse!: (error: Error) => void;
  private at = 0;
  private isClosed = false;
  private waiting: { settle(chunk: FactColumns | null): void; refuse(error: Error): void } | null =
    null;

  constructor(
    private readonly feed: ScriptedFeed,
    private readonly folder: string,
    private readonly release: () => void,
  ) {
    this.header = feed.header;
    this.failed = new Promise<never>((_, refuse) => {
      this.refuse = refuse;
    });
    this.failed.catch(() => undefined);
  }

  readonly source = {
    name: 'feed',
    rank: 65_536,
    live: true,
    pull: () => this.pull(),
    close: () => undefined,
  };

  status(): FeedStatus {
    return { ...status, frames: this.stored().count };
  }

  take(count: number): void {
    const stored = this.stored();
    if (stored.hasEnded || this.isClosed) return;
    this.store({ ...stored, count: Math.min(this.feed.instants.length, stored.count + count) });
    this.serve();
  }

  durable(): Promise<void> {
    return this.feed.disk;
  }

  async end(): Promise<void> {
    this.store({ ...this.stored(), hasEnded: true });
    this.serve();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.release();
    this.waiting?.refuse(this.closed());
    this.waiting = null;
  }

  private pull(): FactColumns | null | Promise<FactColumns | null> {
    const next = this.next();
    if (next !== undefined) return next;
    return new Promise((settle, refuse) => {
      this.waiting = { settle, refuse };
    });
  }

  /** The stored facts not yet emitted; null after the end, undefined if the caller has to wait. */
  private next(): FactColumns | null | undefined {
    if (this.isClosed) throw this.closed();
    const { count, hasEnded } = this.stored();
    if (this.at === count) return hasEnded ? null : undefined;
    const pieces = this.feed.instants.slice(this.at, count);
    this.at = count;
    const chunk = new FactColumns(pieces.reduce((sum, piece) => sum + piece.count, 0));
    for (const piece of pieces) chunk.appendRows(piece, 0, piece.count);
    return chunk;
  }

  private serve(): void {
    if (this.waiting === null) return;
    const next = this.next();
    if (next === undefined) return;
    this.waiting.settle(next);
    this.waiting = null;
  }

  private closed(): Error {
    return unavailable('the recording was closed', { where: this.folder });
  }

  private stored(): Stored {
    const path = join(this.folder, 'stored.json');
    if (!existsSync(path)) return { count: 0, hasEnded: false };
    return JSON.parse(readFileSync(path, 'utf8')) as Stored;
  }

  private store(stored: Stored): void {
    writeFileSync(join(this.folder, 'stored.json'), JSON.stringify(stored));
  }
}

/** Removes recorded frames from the disk, as a power failure may. */
export const loseFrames = (folder: string): void => rmSync(join(folder, 'stored.json'));
