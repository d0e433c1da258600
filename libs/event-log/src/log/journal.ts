/**
 * The port of a run's journal: an ordered log that is appended to, sealed in blocks, and read back.
 */

import type { JournalEvent } from '#contracts';

/** Records a block of the hash chain covers. Part of the definition of the journal hash. */
export const blockRecords = 1024;

/** The result of closing a journal. */
export interface JournalSummary {
  /** SHA-256 of the last block, 64 hex digits: the run's fingerprint. */
  readonly hash: string;
  readonly records: number;
  readonly bytes: number;
}

export interface JournalWriter {
  append(event: JournalEvent): void;
  /** Makes everything appended so far durable against the end of this process. */
  flush(): void;
  /** Seals the last block; `RunClosed` must have been appended. */
  close(): JournalSummary;
  /** Leaves the journal as it is, to be resumed. */
  abandon(): void;
  /**
   * Leaves an open journal as it is, durable, and returns the hash it would have if sealed here.
   * Only for stored journals.
   */
  pause?(): JournalSummary;
}
