/**
 * The port of the append-only table: streams of records, each numbered from 1, with a
 * chain of digests.
 */

import { createHash } from 'node:crypto';

/** Streams of records. Implementations may answer at once: `await` their answers. */
export interface RecordStore {
  /** Number of records in a stream; 0 if it does not exist. */
  end(stream: string): number | Promise<number>;
  /**
   * Adds records, all or none: they survive a crash of this process. Each batch names the end at
   * which its stream must stand, so that two writers never mix; repeating a batch that is already
   * stored changes nothing. `Conflict` if the stream ends elsewhere, `Unavailable` if the disk or
   * the database does not take them.
   */
  append(batches: readonly Batch[]): void | Promise<void>;
  /**
   * Resolves when everything appended so far survives a loss of power. `Unavailable` if
   * the disk fails.
   */
  durable(): Promise<void>;
  /**
   * The records after number `after`, in order: at least one if there is any, and no more once they
   * hold `bytesMax` bytes. `CorruptJournal` if one is missing, or if its digest does not follow
   * from it and the one before.
   */
  read(stream: string, after: number, bytesMax?: number): StoredRecord[] | Promise<StoredRecord[]>;
  close(): void | Promise<void>;
}

export interface Batch {
  readonly stream: string;
  /** The end of the stream before this batch. */
  readonly after: number;
  readonly bodies: readonly Uint8Array[];
}

export interface StoredRecord {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly body: Uint8Array;
  /** SHA-256 over the digest before it (32 zeros before the first) and the body. */
  readonly digest: Uint8Array;
}

/** Bytes of a read, unless it says otherwise. */
export const readBytesMax = 1 << 20;
/** Records of a read at most. */
export const readRecordsMax = 4096;

/** The digest before the first record of a stream. */
export const noDigest: Uint8Array = new Uint8Array(32);

/** The digest of a record. */
export const chainDigest = (before: Uint8Array, body: Uint8Array): Uint8Array =>
  createHash('sha256').update(before).update(body).digest();
