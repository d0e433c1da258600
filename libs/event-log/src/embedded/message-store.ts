/**
 * What an embedded log stores: one stream of messages a partition, and values of which the
 * last one counts.
 */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, unavailable } from '#values';
import { SqliteStore, type Batch } from '#store';
import type { OutgoingMessage, Position, StoredMessage } from '../log/message-log.js';
import { takeLock } from './folder-lock.js';

export interface MessageStoreOptions {
  /**
   * Folder of all data, for one process at a time. Without it, everything is in memory and
   * ends with the log.
   */
  readonly folder?: string;
  /** Called for each failed write into the folder; its data was not stored. */
  readonly onWriteFailure?: (error: Error) => void;
  /** For tests: the size at which the disk is full, in pages of 4 KiB. */
  readonly pagesMax?: number;
}

/** The stream of a partition; offset n is record n + 1. */
export const streamOf = ({ topic, partition }: Omit<Position, 'offset'>): string =>
  `${topic}/${partition}`;

export class MessageStore {
  private readonly store: SqliteStore;
  private readonly lock: string | undefined;

  /**
   * Opens or creates `messages.db` in the folder. `Conflict` while another process (or another log
   * in this one) has it open, `CorruptJournal` for a damaged file or a folder of an earlier format,
   * `Unavailable` if it cannot be used.
   */
  constructor(private readonly options: MessageStoreOptions) {
    const { folder, pagesMax } = options;
    this.lock = folder === undefined ? undefined : lockedFolder(folder);
    try {
      if (folder !== undefined) refuseSegments(folder);
      const file = folder === undefined ? ':memory:' : join(folder, 'messages.db');
      this.store = new SqliteStore(file, { pagesMax });
    } catch (error) {
      this.unlock();
      throw error;
    }
  }

  /** Number of messages in a stream. */
  end(stream: string): number {
    return this.store.end(stream);
  }

  /** Appends the messages of each stream, all or none, with this time in milliseconds. */
  append(streams: ReadonlyMap<string, readonly OutgoingMessage[]>, timestampMs: number): void {
    const batches = [...streams].map(([stream, messages]) => ({
      stream,
      after: this.end(stream),
      bodies: messages.map((message) => encodeMessage(message, timestampMs)),
    }));
    this.write(batches);
  }

  /**
   * Messages from a position on: at least one if there is any, and no more once they hold
   * `bytesMax` bytes.
   */
  read({ topic, partition, offset }: Position, bytesMax: number): StoredMessage[] {
    const records = this.store.read(streamOf({ topic, partition }), offset, bytesMax);
    return records.map(({ seq, body }) => ({
      topic,
      partition,
      offset: seq - 1,
      ...decodeMessage(body),
    }));
  }

  /** The value that was kept last in a stream; undefined if none was. */
  latest(stream: string): unknown {
    const [record] = this.store.read(stream, Math.max(0, this.end(stream) - 1));
    return record && JSON.parse(Buffer.from(record.body).toString());
  }

  keep(stream: string, value: unknown): void {
    const bodies = [Buffer.from(JSON.stringify(value))];
    this.write([{ stream, after: this.end(stream), bodies }]);
  }

  close(): void {
    this.store.close();
    this.unlock();
  }

  private write(batches: readonly Batch[]): void {
    try {
      this.store.append(batches);
    } catch (error) {
      this.options.onWriteFailure?.(error as Error);
      throw error;
    }
  }

  private unlock(): void {
    if (this.lock !== undefined) rmSync(this.lock, { force: true });
  }
}

/** Creates and locks the folder; returns the path of the lock. */
function lockedFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw unavailable('the folder of the log cannot be used', { where: folder, found, cause });
  }
  const lock = join(folder, 'lock');
  takeLock(lock, 'the log is open elsewhere');
  return lock;
}

/** The format before messages.db: a file for each partition, and two tables in JSON. */
function refuseSegments(folder: string): void {
  const found = ['topics.json', 'groups.json'].find((name) => existsSync(join(folder, name)));
  if (found === undefined) return;
  throw corruptJournal('this folder holds a log in an earlier format', {
    where: folder,
    expected: 'messages.db, or an empty folder',
    found,
  });
}

/**
 * A line of JSON with time, key and headers, then the value. What UTF-8 cannot encode is lost,
 * as with brokers.
 */
function encodeMessage({ key, value, headers = {} }: OutgoingMessage, timestampMs: number): Buffer {
  return Buffer.from(`${JSON.stringify([timestampMs, key.toWellFormed(), headers])}\n${value}`);
}

function decodeMessage(body: Uint8Array): Omit<StoredMessage, keyof Position> {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const head = text.indexOf('\n');
  const [timestampMs, key, headers] = JSON.parse(text.slice(0, head)) as [
    number,
    string,
    Record<string, string>,
  ];
  return { timestampMs, key, headers, value: text.slice(head + 1) };
}
