/** The port of a run's journal: an ordered log that is appended to, sealed in blocks, and read back. */

import type { Instant } from '#values';
import type { JournalEvent, JournalledDecision } from '#contracts';

/** Records a block of the hash chain covers. Part of the definition of the journal hash. */
export const blockRecords = 1024;

/** What closing a journal tells. */
export interface JournalSummary {
  /** SHA-256 of the last block, 64 hex digits: the run's fingerprint. */
  readonly hash: string;
  readonly records: number;
  readonly bytes: number;
}

/** A decision that was made `times` times, first at `asOf` and `time`, then each time one fact and `lapse` later. */
export interface RepeatedDecision {
  readonly decision: JournalledDecision;
  readonly asOf: number;
  readonly time: Instant;
  /** 1 or more. */
  readonly times: number;
  /** Microseconds. */
  readonly lapse: number;
}

export interface JournalWriter {
  append(event: JournalEvent): void;
  /** The same as appending `DecisionMade` without a rationale: a way of its own for what most records are. */
  appendDecision(asOf: number, time: Instant, decision: JournalledDecision): void;
  /** The same as `times` calls of `appendDecision`. */
  appendRepeated(repeated: RepeatedDecision): void;
  /** Makes what was appended so far durable against the end of this process. */
  flush(): void;
  /** Seals the last block; `RunClosed` must have been appended. */
  close(): JournalSummary;
  /** Leaves the journal as it is, to be resumed. */
  abandon(): void;
}
