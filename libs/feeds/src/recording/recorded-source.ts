/**
 * The facts of a recording as a source: first the stored ones, then, while it is
 * recorded, new ones.
 */

import { corruptJournal, sha256Hex, unavailable, type Instant } from '#values';
import {
  factKinds,
  rankOfSource,
  type DocumentRef,
  type FactColumns,
  type FactSource,
  type Pulled,
} from '#contracts';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedDecoder } from '../port/feed.js';
import { FactBuffer } from '../fold/fact-buffer.js';
import { FeedFold } from '../fold/feed-fold.js';
import { FrameReader, readFrameAt } from '../frames/frame-reader.js';
import type { DocumentStore } from '#market-data';

/** A chunk ends with the frame that reaches this many facts. */
const chunkFacts = 4096;
/** Frames folded without a pause if they yield no facts. */
const framesAtOnce = 4096;

export interface RecordedSourceOptions {
  readonly folder: string;
  readonly description: FeedDescription;
  readonly decoder: FeedDecoder;
  readonly symbols?: readonly string[] | undefined;
  /** Where texts are stored; defaults to the source's own store. */
  readonly documents?: NewsTexts;
  /** Only what is known by then. */
  readonly until?: Instant | undefined;
  /**
   * In a recording in progress: its frames when it was opened. `pull` waits for more
   * until it is ended.
   */
  readonly liveFrom?: number;
  /** Called whenever frames were folded. */
  readonly folded?: () => void;
}

export class RecordedSource implements FactSource {
  readonly name: string;
  readonly rank = rankOfSource(factKinds.bar);
  readonly live: boolean;
  readonly fold: FeedFold;
  readonly documents: NewsTexts;
  readonly reader: FrameReader;
  private readonly buffer = new FactBuffer(chunkFacts * 2);
  private isClosed = false;
  private isOver = false;
  /** Resolves once more frames are stored. */
  private stored = Promise.withResolvers<void>();
  /** Resolves once the next frames are folded. */
  private nextFold = Promise.withResolvers<void>();

  constructor(private readonly options: RecordedSourceOptions) {
    const { folder, description, decoder, symbols } = options;
    this.name = description.name;
    this.live = options.liveFrom !== undefined;
    this.reader = new FrameReader(folder, options.liveFrom);
    this.documents = options.documents ?? new NewsTexts(folder, decoder);
    const { reader, documents } = this;
    this.fold = new FeedFold({
      description,
      decoder,
      symbols,
      claim: (text) => documents.claim(text, reader.frames),
    });
  }

  pull(): Pulled {
    return this.live ? this.pullLive() : this.pullStored();
  }

  /** More frames were stored. */
  notify(): void {
    this.stored.resolve();
  }

  /** Resolves once this many frames are folded, or the source is closed. */
  async folded(frame: number): Promise<void> {
    while (this.reader.frames < frame && !this.isClosed && !this.isOver) {
      await this.nextFold.promise;
    }
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.reader.close();
    this.settle();
    this.stored.resolve();
  }

  /** `pull` for a source that is not live. */
  pullStored(): FactColumns | null {
    for (;;) {
      if (this.isClosed || this.isOver) return null;
      const isBehind = this.foldSome();
      if (this.buffer.columns.count > 0) return this.buffer.columns;
      if (!isBehind) return null;
    }
  }

  /** Yields to sockets between chunks: a source with a long backlog would keep them waiting. */
  private async pullLive(): Promise<FactColumns | null> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.isClosed) throw unavailable('the recording was closed', { where: this.name });
      if (this.isOver) return null;
      this.stored = Promise.withResolvers();
      const isBehind = this.foldSome();
      if (this.buffer.columns.count > 0) return this.buffer.columns;
      if (!isBehind && !this.fold.isEnded) await this.stored.promise;
    }
  }

  /** Folds stored frames into the buffer, at most a chunk. Returns whether there may be more. */
  private foldSome(): boolean {
    const { buffer, fold, reader } = this;
    const until = this.options.until ?? Infinity;
    buffer.clear();
    for (let frames = 0; frames < framesAtOnce; frames++) {
      if (buffer.columns.count >= chunkFacts) return this.settle(true);
      const frame = reader.next();
      if (fold.isEnded && frame !== undefined) {
        const { where } = reader;
        throw corruptJournal('something follows the end of the recording', { where });
      }
      if (frame === undefined) {
        this.isOver ||= fold.isEnded;
        return this.settle(false);
      }
      if (frame.receivedAt > until) {
        fold.releaseUntil(until, buffer);
        this.isOver = true;
        return this.settle(false);
      }
      fold.take(frame, buffer);
    }
    return this.settle(true);
  }

  private settle(isBehind = false): boolean {
    this.options.folded?.();
    this.nextFold.resolve();
    this.nextFold = Promise.withResolvers();
    return isBehind;
  }
}

export class NewsTexts implements DocumentStore {
  private readonly frames = new Map<string, number>();

  constructor(
    private readonly folder: string,
    private readonly decoder: FeedDecoder,
  ) {}

  /** Stores that a text is in the frame of this number. */
  claim(text: string, frame: number): DocumentRef {
    const sha256 = sha256Hex(text);
    if (!this.frames.has(sha256)) this.frames.set(sha256, frame);
    return { sha256, chars: text.length };
  }

  get(sha256: string): string | undefined {
    const number = this.frames.get(sha256);
    if (number === undefined) return undefined;
    const frame = readFrameAt(this.folder, number);
    if (frame?.kind !== 'data') return undefined;
    for (const item of this.decoder.decode(frame)) {
      if (item.kind !== 'news' || item.body === null) continue;
      if (sha256Hex(item.body) === sha256) return item.body;
    }
    return undefined;
  }
}
