/**
 * What is recorded beside a journal, in `recording.db`: `asks` and `model-calls` of the
 * model gateway, `calls` to tools, `answers` until their turn, and the decisions that a live
 * run `asked` for.
 */

import { existsSync, rmSync } from 'node:fs';
import { corruptJournal, excerpt, jsonOf } from '#values';
import { requireLog, SqliteStore } from '#store';
import type { RunFolder } from './run-folder.js';

/** Streams of a recording. */
export const streams = ['asks', 'model-calls', 'calls', 'answers', 'asked'] as const;
export type StreamName = (typeof streams)[number];

type Recorded = Pick<RunFolder, 'recording'>;

/** The file of one run, opened with its first record. */
export class RunRecords {
  private store: SqliteStore | undefined;

  constructor(readonly folder: Recorded) {}

  /**
   * Adds records as JSON; they survive a crash of this process. `Unavailable` if the disk does
   * not take them.
   */
  add(stream: StreamName, values: readonly object[]): void {
    this.store ??= new SqliteStore(this.folder.recording);
    const bodies = values.map((value) => Buffer.from(JSON.stringify(value)));
    this.store.append([{ stream, after: this.store.end(stream), bodies }]);
  }

  /** On return all records survive a loss of power. `Unavailable` if the disk fails. */
  durable(): void {
    this.store?.durableNow();
  }

  close(): void {
    this.store?.close();
    this.store = undefined;
  }
}

/**
 * The records of a stream, as `parse` reads each; empty if there are none. `CorruptJournal` if one
 * was altered, or `parse` does not know it.
 */
export const recordsIn = <T>(
  folder: Recorded,
  stream: StreamName,
  parse: (value: unknown) => T | undefined,
): T[] =>
  bodiesIn(folder, stream).map((body, at) => {
    const value = parse(jsonOf(body));
    if (value !== undefined) return value;
    throw corruptJournal('the recording has a record of unknown origin', {
      where: `${folder.recording} ${stream} record ${at + 1}`,
      found: excerpt(body),
    });
  });

/** The records of a stream as text. Fails as `recordsIn` does. */
export const bodiesIn = (folder: Recorded, stream: StreamName): string[] =>
  reading(folder, [], (store) => {
    const bodies: string[] = [];
    for (;;) {
      const records = store.read(stream, bodies.length);
      if (records.length === 0) return bodies;
      bodies.push(...records.map(({ body }) => Buffer.from(body).toString('utf8')));
    }
  });

/** The records of all streams, from a file that this program wrote. Fails as `recordsIn` does. */
export const allRecords = (folder: Recorded): Record<StreamName, object[]> =>
  Object.fromEntries(
    streams.map((stream) => [stream, recordsIn(folder, stream, (value) => value as object)]),
  ) as Record<StreamName, object[]>;

/** Whether a stream has a record. */
export const hasRecords = (folder: Recorded, stream: StreamName): boolean =>
  reading(folder, false, (store) => store.end(stream) > 0);

/**
 * Opens the recording for `work`, which changes nothing; `none` if there is no file.
 * `CorruptJournal` if it was copied without its log.
 */
export function reading<T>({ recording }: Recorded, none: T, work: (store: SqliteStore) => T): T {
  if (!existsSync(recording)) return none;
  requireLog(recording);
  const store = new SqliteStore(recording, { readOnly: true });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Adds to streams. */
export function writeRecords(
  folder: Recorded,
  of: Partial<Record<StreamName, readonly object[]>>,
): void {
  const records = new RunRecords(folder);
  for (const stream of streams) {
    const values = of[stream] ?? [];
    if (values.length > 0) records.add(stream, values);
  }
  records.close();
}

/** Removes the recording of a run that starts over. */
export function removeRecords({ recording }: Recorded): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${recording}${end}`, { force: true });
}
