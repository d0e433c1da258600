/** A growing recording: the port between the recorder of a feed and the runs on it. */

import type { Instant } from '#values';
import type { FactSource, TapeHeader } from '#contracts';
import type { DocumentStore, RecordingTotals } from '#market-data';

/**
 * The status of a feed that is being recorded, for people. All counts cover the whole recording.
 */
export interface FeedStatus extends RecordingTotals {
  readonly connected: boolean;
  /** Why the connection is down, in the words of the feed; null before any failure. */
  readonly away?: string | null;
  /**
   * Why the feed waits before it requests or connects again, and until when; null if it does not.
   */
  readonly waitsFor?: string | null;
  readonly bytes: number;
  /** Milliseconds from the vendor's time of the last item to its arrival; null before any. */
  readonly lagMs: number | null;
  /** When the last frame came; null before any. */
  readonly lastAt: Instant | null;
  /** Frames stored but not yet folded into facts: grows if the reader lags. */
  readonly waiting: number;
  /** The first unreadable frames, and the first complaints of the feed, for people. */
  readonly named?: readonly string[];
  /** How often the machine's clock was set while recording. */
  readonly clockSteps?: number;
  /** Symbols whose trading is halted, as far as the feed reported. */
  readonly halted?: readonly string[];
}

export interface LiveRecording {
  readonly header: TapeHeader;
  /**
   * The only source of the tape: first the stored frames, then new ones. Ends once
   * `end` was called.
   */
  readonly source: FactSource;
  /** Texts of news. */
  readonly documents: DocumentStore;
  status(): FeedStatus;
  /**
   * Resolves once the frames of everything the source delivered are on disk, and so survive a power
   * loss. Rejects with `Unavailable` if the disk fails.
   */
  durable(): Promise<void>;
  /** Rejects if the feed cannot continue: refused credentials, a disk that failed permanently. */
  readonly failed: Promise<never>;
  /** Ends the recording for good: stores a note, and ends the source. */
  end(): Promise<void>;
  /**
   * Stops, so that another process can resume: stores no note; the source ends in an
   * `Unavailable` failure.
   */
  close(): Promise<void>;
}
