/**
 * The feeds that ingest records: each tape has a folder of frames, from all of which its
 * facts are folded.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput, type Instant, formatInstant } from '#values';
import type { FactColumns, Pulled } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';
import type { FeedStatus, LiveRecording } from '#feeds';
import { feedHash, type RegisteredFeed } from '#feeds/port/registered-feed';
import type { IngestSource } from './ingest-tape.js';

/**
 * Opens the recording in a folder, or begins one there. `Unavailable` while another process
 * records into it.
 */
export type OpenRecording = (feed: RegisteredFeed, folder: string) => Promise<LiveRecording>;

export interface RecordedFeedsOptions {
  readonly feeds: ReadonlyMap<string, RegisteredFeed>;
  /** The user-facing name of where feeds are registered, a variable or an option. */
  readonly register: string;
  /** Folder of the recordings, one subfolder per tape; undefined if this process records none. */
  readonly frames: string | undefined;
  readonly openRecording: OpenRecording;
  /** The clock that stamps frames. */
  readonly now: () => Instant;
  /** Called when a recording could not be closed cleanly. */
  readonly onUnclosed: (tape: string, error: unknown) => void;
}

export class RecordedFeeds {
  private readonly open = new Map<string, LiveRecording>();

  constructor(private readonly options: RecordedFeedsOptions) {}

  /** Feeds being recorded now, by tape. */
  statuses(): ReadonlyMap<string, FeedStatus> {
    return new Map([...this.open].map(([tape, recording]) => [tape, recording.status()]));
  }

  /**
   * The source of a live tape: first its recording, then new facts. `written`: facts on
   * `market.raw`. Throws `InvalidInput` if the feed is not registered here or its description
   * differs from the one that the tape was requested with, or if the recording is not on this
   * machine or lacks published facts.
   */
  async sources(request: TapeRequested, written: number): Promise<readonly IngestSource[]> {
    const feed = this.feedOf(request, written);
    const folder = this.folderOf(request, written);
    const openedAt = this.options.now();
    const recording = await this.options.openRecording(feed, folder);
    const { tape } = request;
    const stop = (): void => {
      if (this.open.get(tape) === recording) this.open.delete(tape);
      recording.close().catch((error: unknown) => this.options.onUnclosed(tape, error));
    };
    this.open.set(tape, recording);
    return [new IngestedRecording(recording, { folder, written, openedAt, stop })];
  }

  /** A recording already begun checks for itself what must not change; addresses and keys may. */
  private feedOf({ dataset, dataHash }: TapeRequested, written: number): RegisteredFeed {
    const feed = this.options.feeds.get(dataset);
    if (feed === undefined) {
      throw invalidInput('no feed is registered under this name', {
        where: this.options.register,
        expected: excerpt([...this.options.feeds.keys()].join(', '), 200),
        found: excerpt(dataset),
      });
    }
    const found = feedHash(feed);
    if (written > 0 || found === dataHash) return feed;
    throw invalidInput('the description of the feed has changed since its tape was requested', {
      where: `feed ${dataset}`,
      expected: `a description with the hash ${dataHash}, as at the gateway`,
      found,
    });
  }

  private folderOf({ tape }: TapeRequested, written: number): string {
    const { frames } = this.options;
    if (frames === undefined) {
      throw invalidInput('no folder for recordings of feeds is configured', {
        where: 'TAPEFOLD_FRAMES of ingest',
        expected: 'a folder that stays',
        found: 'nothing',
      });
    }
    const folder = join(frames, tape);
    if (written === 0 || existsSync(folder)) return folder;
    throw invalidInput('the recording of this tape is not on this machine', {
      where: folder,
      expected:
        `the frames of its ${written} facts: a feed has one machine that records it, or a shared ` +
        'volume',
      found: 'no such folder',
    });
  }
}

interface IngestedRecordingOptions {
  /** For messages. */
  readonly folder: string;
  /** Facts published before the recording was opened, and when that was. */
  readonly written: number;
  readonly openedAt: Instant;
  /** Releases the recording, once. */
  readonly stop: () => void;
}

/**
 * The source of a recording as ingest reads it: can be ended, handed over to another worker, or
 * found incomplete.
 */
class IngestedRecording implements IngestSource {
  readonly name: string;
  readonly rank: number;
  readonly live = true;
  private delivered = 0;
  private isClosed = false;
  private failure: { readonly error: unknown } | undefined;
  private refuse: ((error: unknown) => void) | undefined;

  constructor(
    private readonly recording: LiveRecording,
    private readonly options: IngestedRecordingOptions,
  ) {
    this.name = recording.source.name;
    this.rank = recording.source.rank;
    recording.failed.catch((error: unknown) => {
      this.failure = { error };
      this.refuse?.(error);
    });
  }

  pull(): Pulled {
    if (this.failure !== undefined) throw this.failure.error;
    return new Promise((settle, refuse) => {
      this.refuse = refuse;
      this.next().then(settle, refuse);
    });
  }

  /**
   * Published facts must be reproducible from the frames, even after a power loss: they reach
   * the disk first.
   */
  private async next(): Promise<FactColumns | null> {
    const chunk = await this.recording.source.pull();
    await this.recording.durable();
    return this.checked(chunk);
  }

  end(): Promise<void> {
    return this.recording.end();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.recording.source.close();
    this.options.stop();
  }

  /**
   * Published facts must be reproducible from the frames. Otherwise facts that arrived since the
   * recording was opened would take the numbers of the missing ones, and be dropped as known.
   */
  private checked(chunk: FactColumns | null): FactColumns | null {
    const { written, openedAt, folder } = this.options;
    const { delivered } = this;
    if (chunk !== null) this.delivered += chunk.count;
    if (delivered >= written) return chunk;
    const last = chunk?.knowledgeTime[Math.min(chunk.count, written - delivered) - 1];
    if (last !== undefined && last <= openedAt) return chunk;
    throw invalidInput('the recording lacks facts that were published', {
      where: folder,
      expected: `${written} facts before ${formatInstant(openedAt)}`,
      found: `${delivered} or somewhat more`,
    });
  }
}
