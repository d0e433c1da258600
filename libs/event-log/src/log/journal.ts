/** The port of a run's journal: an ordered log that is appended to, sealed in blocks, and read back. */

import type { JournalEvent } from '#contracts';

/** Records a block of the hash chain covers. Part of the definition of the journal hash. */
export const blockRecords = 1024;

/** What closing a journal tells. */
export interface JournalSummary {
  /** SHA-256 of the last block, 64 hex digits: the run's fingerprint. */
  readonly hash: string;
  readonly records: number;
  readonly bytes: number;
}

export interface JournalWriter {
  append(event: JournalEvent): void;
  /** Makes what was appended so far durable against the end of this process. */
  flush(): void;
  /** Seals the last block; `RunClosed` must have been appended. */
  close(): JournalSummary;
  /** Leaves the journal as it is, to be resumed. */
  abandon(): void;
  /**
   * Leaves a journal that is not closed as it is, durable, and says what its hash would be if it were sealed here. Only
   * where journals are kept.
   */
  pause?(): JournalSummary;
}
