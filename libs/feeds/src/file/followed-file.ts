/**
 * Follows a file through rotation, truncation and our restarts: no line twice, and none lost
 * without a note.
 */

import { microsPerMilli, type Instant } from '#values';
import {
  formatPlace,
  GrowingFile,
  parsePlace,
  type FilePlace,
  type PlacedLine,
} from './growing-file.js';
import { filesOf, type RotatedFile } from './rotated-files.js';
import type { FeedClock } from '../port/feed-clock.js';
import type { GuardedSink } from '../port/guarded-sink.js';

/** The only channel of this feed; its positions are places in the file. */
const way = 'line';

/**
 * After this many polls without a line, a rotated file is finished: its writer uses the new one.
 */
const quietLooks = 2;

export class FollowedFile {
  private current: GrowingFile | undefined;
  private quiet = 0;
  private readAt: Instant;
  private resumes: FilePlace | undefined;

  constructor(
    private readonly path: string,
    private readonly sink: GuardedSink,
    private readonly clock: FeedClock,
  ) {
    this.readAt = this.now();
    const position = sink.to.position?.(way);
    this.resumes = position === undefined ? undefined : parsePlace(position);
  }

  /** Reads what was appended. Returns false if nothing was: poll again later. */
  async look(signal: AbortSignal): Promise<boolean> {
    this.current ??= await this.first();
    if (this.current === undefined) return false;
    this.sink.connected(this.path.slice(-500));
    if (!(await this.current.isWhole())) {
      this.noteLoss('the file was cut or written again; lines before that may be missing');
      this.current.rewind();
    }
    const lines = await this.current.read();
    if (lines === undefined) return this.next(this.current);
    this.quiet = 0;
    for (const line of lines) {
      if (signal.aborted) return false;
      await this.deliver(line);
    }
    return true;
  }

  async close(): Promise<void> {
    await this.current?.close();
    this.current = undefined;
  }

  /** Where the recording stopped; the file itself if the recording is new or that place is gone. */
  private async first(): Promise<GrowingFile | undefined> {
    const place = this.resumes;
    const file = await GrowingFile.open(this.path);
    if (file === undefined) return undefined;
    this.resumes = undefined;
    this.sink.connected(this.path.slice(-500));
    if (place === undefined || (await file.goTo(place))) return file;
    this.readAt = place.readAt;
    const moved = (await filesOf(this.path)).find((one) => one.file === place.file);
    const old = moved && moved.path !== this.path ? await GrowingFile.open(moved.path) : undefined;
    if (old !== undefined) {
      if (await old.goTo(place)) {
        await file.close();
        return old;
      }
      await old.close();
    }
    this.noteLoss('the file in which the recording left off is gone, or was written again');
    return file;
  }

  /** Moves on to the next file once this one was rotated and is no longer written to. */
  private async next(current: GrowingFile): Promise<boolean> {
    const files = await filesOf(this.path);
    const own = files.findIndex((one) => one.file === current.file);
    if (files[own]?.path === this.path || !files.some((one) => one.path === this.path))
      return false;
    this.quiet++;
    if (this.quiet < quietLooks) return false;
    const last = current.end();
    if (last !== undefined) await this.deliver(last);
    const changedAt = await current.changedAt();
    const later = files.filter((one) => one.file !== current.file && one.changedAt >= changedAt);
    for (const packed of later.filter((one) => one.isCompressed)) {
      this.noteLoss(`${packed.path.slice(-300)} was compressed before it was read`);
    }
    await this.go(later.find((one) => !one.isCompressed));
    return true;
  }

  private async go(to: RotatedFile | undefined): Promise<void> {
    await this.close();
    this.quiet = 0;
    this.current = await GrowingFile.open(to?.path ?? this.path);
  }

  private async deliver({ bytes, place }: PlacedLine): Promise<void> {
    if (bytes === null) this.noteLoss('a line is too long');
    else if (bytes.length > 0) {
      const readAt = this.now();
      await this.sink.data(`${way}@${formatPlace({ ...place, readAt })}`, bytes);
    }
    this.readAt = this.now();
  }

  private now(): Instant {
    return this.clock.now() * microsPerMilli;
  }

  private noteLoss(reason: string): void {
    const to = this.now();
    this.sink.to.note({ note: 'lost', symbol: null, from: this.readAt, to, missing: null, reason });
  }
}
