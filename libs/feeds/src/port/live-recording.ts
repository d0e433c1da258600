/** A recording that grows: the port between whoever records a feed and whoever runs agents on it. */

import type { Instant } from '#values';
import type { FactSource, TapeHeader } from '#contracts';
import type { RecordingTotals } from '#market-data/findings/check-report';
import type { DocumentStore } from '#market-data/dataset/dataset';

/** What a person wants to see of a feed that is being recorded. All counts are of the whole recording. */
export interface FeedStatus extends RecordingTotals {
  readonly connected: boolean;
  /** Why the connection does not stand, in the words of the feed; null before anything went wrong. */
  readonly away?: string | null;
  /** Why the feed waits before it asks or connects again, and until when; null where it does not. */
  readonly waitsFor?: string | null;
  readonly bytes: number;
  /** Milliseconds from the vendor's time of the last item to its arrival; null before any. */
  readonly lagMs: number | null;
  /** When the last frame came; null before any. */
  readonly lastAt: Instant | null;
  /** Frames that are stored and not yet folded into facts: grows where the reader is behind. */
  readonly waiting: number;
  /** The first frames that nobody could read, and the first complaints of the feed, for people. */
  readonly named?: readonly string[];
  /** How often the clock of the machine was set while it recorded. */
  readonly clockSteps?: number;
  /** Symbols whose trading is halted, as far as the feed said. */
  readonly halted?: readonly string[];
}

export interface LiveRecording {
  readonly header: TapeHeader;
  /** The only source of the tape: first what the folder holds already, then what comes. Ends once `end` was called. */
  readonly source: FactSource;
  /** Texts of news. */
  readonly documents: DocumentStore;
  status(): FeedStatus;
  /**
   * Resolves once the frames of all that the source delivered are on the disk: after a power loss they are there.
   * `Unavailable` where the disk says no.
   */
  durable(): Promise<void>;
  /** Rejects where the feed cannot go on: refused credentials, a disk that fails for good. */
  readonly failed: Promise<never>;
  /** Ends the recording for good: notes so, and ends the source. */
  end(): Promise<void>;
  /** Stops, so that another process can go on: nothing is noted, the source ends in an `Unavailable` failure. */
  close(): Promise<void>;
}
