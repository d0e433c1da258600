/**
 * The recorder: stamps and stores what a feed delivers, and only then decodes it; fetches
 * what was missed.
 */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { microsPerMilli, type Instant } from '#values';
import type { TapeHeader } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { DocumentStore } from '#market-data';
import type { Feed, FeedNote, FeedSink, Frame } from '../port/feed.js';
import { reconcilePause, type FeedDescription } from '../port/feed-description.js';
import type { FeedStatus, LiveRecording } from '../port/live-recording.js';
import { ArrivalClock, type SteadyTime } from '../frames/arrival-clock.js';
import { FrameLog, type FrameLogOptions } from '../frames/frame-log.js';
import { isStorable } from '../frames/frame-record.js';
import { FrameStore } from '../frames/frame-store.js';
import { GapRepair } from './gap-repair.js';
import { Reconciliation } from './reconciliation.js';
import { RecordedSource } from './recorded-source.js';
import { lockName, prepareRecording } from './recording-folder.js';
import { recordingHeader } from '../fold/recording-header.js';
import { storedFrames, StoredPositions } from '../frames/stored-positions.js';
import { tickTimes } from '../fold/session-schedule.js';

/** Bytes stored but not yet folded, above which a feed is asked to wait. */
const waitingBytesDefault = 1 << 28;
const syncMs = 1000;
/** Longer sleeps check the clock in between: it may be set. */
const sleepMsMax = 60_000;

export interface LiveRecordingOptions extends FrameLogOptions {
  readonly folder: string;
  readonly description: FeedDescription;
  readonly feed: Feed;
  /** The clock, microseconds. */
  now(): Instant;
  /** Detects that the clock was set; if omitted, the clock is trusted. */
  readonly steady?: SteadyTime | undefined;
  /** Rejects if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Stops the recording, as `close` does. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the lock file of the folder, or throws a `Conflict` that describes `what`. */
  takeLock(path: string, what: string): void;
  /** Instruments of the tape, in its order; defaults to those of the description. */
  readonly symbols?: readonly string[] | undefined;
  readonly waitingBytesMax?: number | undefined;
}

export interface OpenRecording extends LiveRecording {
  /** The clock that stamps frames, microseconds. */
  readonly now: () => Instant;
  /** Resolves once the feed has delivered everything, for feeds that have an end. */
  readonly exhausted: Promise<void>;
}

/**
 * Opens a new or existing recording, and records until `end` or `close`. Throws `Conflict` if
 * another process records into the folder, or if it was begun with another description, naming the
 * member; `CorruptJournal` names file and number of a damaged frame.
 */
export function openLiveRecording(options: LiveRecordingOptions): Promise<OpenRecording> {
  const { folder, description, takeLock } = options;
  const lock = join(folder, lockName);
  mkdirSync(folder, { recursive: true });
  takeLock(lock, 'another process records into this folder');
  try {
    prepareRecording(folder, description);
    return Promise.resolve(new Recorder(options, lock));
  } catch (error) {
    rmSync(lock, { force: true });
    return Promise.reject(error);
  }
}

class Recorder implements OpenRecording {
  readonly header: TapeHeader;
  readonly source: RecordedSource;
  readonly failed: Promise<never>;
  readonly exhausted: Promise<void>;
  readonly now: () => Instant;
  private readonly log: FrameLog;
  private readonly store: FrameStore;
  private readonly repair: GapRepair;
  private readonly reconciliation: Reconciliation;
  /** Ends the feed, ticks and repairs. */
  private readonly leaving = new AbortController();
  /** Aborts everything that waits for the disk. */
  private readonly stopping = new AbortController();
  /** Aborts the running feed: it ends when the disk is full, and is restarted. */
  private running = new AbortController();
  private room = Promise.withResolvers<void>();
  private slack: PromiseWithResolvers<void> | undefined;
  private isConnected = false;
  /** When the pending bar counts. */
  private awaited: Instant = Infinity;
  private away: string | null = null;
  private waitsFor: string | null = null;
  private isFinished = false;
  private isSyncing = false;
  /** Whether the feed resumed where the recording ended. */
  private hasContinued = false;
  private readonly failure = Promise.withResolvers<never>();
  private readonly feedDone = Promise.withResolvers<void>();
  private readonly stored: StoredPositions;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly options: LiveRecordingOptions,
    private readonly lock: string,
  ) {
    const { folder, description, feed, symbols, sleep, steady } = options;
    this.failed = this.failure.promise;
    this.failed.catch(() => undefined);
    this.exhausted = this.feedDone.promise;
    this.header = recordingHeader(description, symbols ?? description.symbols);
    this.log = new FrameLog(folder, options);
    this.stored = new StoredPositions(folder);
    const clock = steady && new ArrivalClock(options.now, steady, this.log.lastTime);
    const now = (this.now = clock?.now ?? options.now);
    this.source = new RecordedSource({
      folder,
      description,
      decoder: feed.decoder,
      symbols,
      liveFrom: this.log.frames,
      folded: () => this.folded(),
    });
    this.store = new FrameStore({
      log: this.log,
      now,
      takeSteps: clock?.takeSteps,
      sleep,
      signal: this.stopping.signal,
      stored: () => {
        this.source.notify();
        void this.sync();
      },
      full: () => this.holdFeed(),
      roomAgain: () => this.room.resolve(),
      failed: (error) => this.failure.reject(error),
    });
    const { fold } = this.source;
    const history = {
      feed,
      sink: this.sink(),
      sleep,
      signal: this.leaving.signal,
      note: (note: FeedNote) => this.store.noteSurely(note),
      folded: () => this.foldedSoFar(),
      losses: () => this.store.losses,
      forgotten: () => fold.counts.forgotten,
    };
    const continues = (): boolean => this.hasContinued;
    this.repair = new GapRepair({ ...history, gaps: fold.gaps, continues });
    const everyMs = reconcilePause(description);
    const calendar = calendarOf(description.calendar);
    this.reconciliation = new Reconciliation({ ...history, fold, now, everyMs, calendar });
    this.room.resolve();
    options.signal?.addEventListener('abort', () => void this.close(), { once: true });
    this.work = this.begin();
  }

  get documents(): DocumentStore {
    return this.source.documents;
  }

  status(): FeedStatus {
    const { fold, reader } = this.source;
    const { bytes, lagMs, lastAt, named, clockSteps } = fold.counts;
    return {
      ...fold.totals,
      connected: this.isConnected,
      away: this.away,
      waitsFor: this.waitsFor,
      bytes,
      lagMs,
      lastAt,
      waiting: this.log.frames - reader.frames,
      named,
      halted: fold.items.halted,
      clockSteps,
    };
  }

  durable(): Promise<void> {
    return this.log.sync();
  }

  async end(): Promise<void> {
    if (this.isFinished) return;
    await Promise.all([this.reconciliation.last(), this.repair.last()]);
    await this.leave();
    if (!isEnd(this.log.last)) await this.store.noteSurely({ note: 'ended' });
    this.finish();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.leave();
    this.finish();
    this.source.close();
  }

  private async begin(): Promise<void> {
    if (isEnd(this.log.last)) return this.feedDone.resolve();
    if (this.log.frames > 0) {
      this.store.note({ note: 'disconnected', reason: 'the recorder was started again' });
      this.store.flush();
    }
    const { signal } = this.leaving;
    const works = [this.runFeed(signal), this.tick(signal), this.reconciliation.run()];
    await Promise.all(works.map((work) => work.catch((error) => this.failUnless(signal, error))));
  }

  /** Runs the feed until it is no longer needed; restarts it after a full disk. */
  private async runFeed(signal: AbortSignal): Promise<void> {
    const sink = this.sink();
    while (!signal.aborted) {
      await this.room.promise;
      this.running = new AbortController();
      const until = AbortSignal.any([signal, this.running.signal]);
      if (until.aborted) return;
      try {
        await this.options.feed.run(sink, until);
      } catch (error) {
        if (!until.aborted) throw error;
      }
      this.isConnected = false;
      if (!until.aborted) return this.feedDone.resolve();
    }
  }

  private sink(): FeedSink {
    return {
      data: (channel, bytes) => {
        if (!isStorable(bytes.length)) return this.refuse(bytes.length);
        this.store.data(channel, bytes);
        return this.waitingBytes() > (this.options.waitingBytesMax ?? waitingBytesDefault)
          ? (this.slack ??= Promise.withResolvers()).promise
          : undefined;
      },
      note: (note) => {
        // A feed that closes its connection on request is not an outage.
        if (this.leaving.signal.aborted) return;
        if (note.note === 'connected') {
          this.isConnected = true;
          this.away = null;
        }
        if (note.note === 'disconnected') {
          this.isConnected = false;
          this.away = note.reason;
        }
        this.store.note(note);
      },
      waits: (why) => void (this.waitsFor = why),
      durable: () => this.store.durable(),
      position: (way) => {
        const position = this.stored.position(way);
        this.hasContinued ||= position !== undefined;
        return position;
      },
      stored: () => storedFrames(this.options.folder),
    };
  }

  /** Data that cannot be stored is lost, and the tape reports it. */
  private refuse(bytes: number): void {
    const at = this.now();
    const reason = `a frame of ${bytes} bytes is too long to be stored`;
    this.store.note({ note: 'lost', symbol: null, from: at, to: at, missing: 1, reason });
  }

  /** Stores a frame after each session turn and each end of a bar, if none arrived by itself. */
  private async tick(signal: AbortSignal): Promise<void> {
    const due = tickTimes(this.options.description);
    for (let next = due(this.now()); !signal.aborted; next = due(next))
      await this.tickAt(next, signal);
  }

  private async tickAt(next: Instant, signal: AbortSignal): Promise<void> {
    while (this.now() <= next) {
      const ms = Math.ceil((next + 1 - this.now()) / microsPerMilli);
      await this.options.sleep(Math.min(ms, sleepMsMax), signal);
    }
    if (this.log.lastTime <= next) this.store.note({ note: 'tick' });
  }

  /** A bar that arrived before its end counts later, even if no frame arrives then. */
  private awaitBar(): void {
    const { barsDue } = this.source.fold.items;
    if (barsDue === Infinity || barsDue === this.awaited || this.options.description.bars) return;
    this.awaited = barsDue;
    void this.tickAt(barsDue, this.leaving.signal).catch(() => undefined);
  }

  /** Stored data is on disk a second later. */
  private async sync(): Promise<void> {
    if (this.isSyncing) return;
    this.isSyncing = true;
    const { signal } = this.leaving;
    try {
      await this.options.sleep(syncMs, signal);
      this.isSyncing = false;
      await this.log.sync();
    } catch (error) {
      this.failUnless(signal, error);
    }
  }

  private failUnless(signal: AbortSignal, error: unknown): void {
    if (!signal.aborted) this.failure.reject(error);
  }

  /** The disk is full: stops the feed until there is room. */
  private holdFeed(): void {
    this.room = Promise.withResolvers();
    this.running.abort();
  }

  private folded(): void {
    this.repair.look();
    this.awaitBar();
    if (this.slack === undefined) return;
    const most = this.options.waitingBytesMax ?? waitingBytesDefault;
    if (this.waitingBytes() > most / 2) return;
    this.slack.resolve();
    this.slack = undefined;
  }

  /** Bytes stored since the recording was opened and not yet folded. */
  private waitingBytes(): number {
    const { log, source } = this;
    return log.storedBytes - source.reader.bytes;
  }

  private async foldedSoFar(): Promise<void> {
    this.store.flush();
    await this.source.folded(this.log.frames);
  }

  private async leave(): Promise<void> {
    this.leaving.abort();
    this.room.resolve();
    this.slack?.resolve();
    await this.work;
  }

  /** Stores everything accepted, and lets another process record here. */
  private finish(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.isConnected = false;
    this.stopping.abort();
    this.store.stop();
    this.stored.close();
    // The last connection to close leaves a single file; a source that reads on opens it again.
    this.source.reader.close();
    try {
      this.log.close();
    } catch (error) {
      this.failure.reject(error);
    } finally {
      rmSync(this.lock, { force: true });
      this.feedDone.resolve();
    }
  }
}

const isEnd = (frame: Frame | undefined): boolean =>
  frame?.kind === 'note' && frame.note.note === 'ended';
