/**
 * The append-only table in a SQLite file: one writer, any number of readers in this or
 * other processes.
 */

import { closeSync, existsSync, fsync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { corruptJournal, invalidInput, isFailure, unavailable, type TapefoldError } from '#values';
import {
  chainDigest,
  noDigest,
  readBytesMax,
  readRecordsMax,
  type Batch,
  type RecordStore,
  type StoredRecord,
} from '../record-store.js';
import { endsElsewhere, isSame, recordsOf, type Row } from '../stored-rows.js';

const fsyncLater = promisify(fsync);

/** Marks a file as a store: `TFLD`, and the version of its table. */
const applicationId = 0x54464c44;
const formatVersion = 1;
const table = `CREATE TABLE records (
  stream TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, digest BLOB NOT NULL,
  PRIMARY KEY (stream, seq)
) STRICT`;

interface End {
  readonly seq: number;
  readonly digest: Uint8Array;
}

export interface SqliteStoreOptions {
  /** Reads a file, possibly from another machine, without changing it. */
  readonly readOnly?: boolean;
  /** For tests: the size at which the disk is full, in pages of 4 KiB. */
  readonly pagesMax?: number | undefined;
  /** For tests: a fake disk. */
  readonly fsync?: ((file: number) => Promise<void>) | undefined;
}

export class SqliteStore implements RecordStore {
  private readonly database: DatabaseSync;
  private readonly insert: StatementSync;
  private readonly select: StatementSync;
  private readonly last: StatementSync;
  private readonly ends = new Map<string, End>();
  private syncing: Promise<void> | undefined;
  private isDirty = false;
  private isFolderSynced = false;

  /**
   * Opens a file, and creates it unless `readOnly`; `:memory:` keeps everything in memory.
   * `InvalidInput` for a link or anything else that is not a file, `CorruptJournal` for a file that
   * is damaged or not a store, `Unavailable` if it cannot be opened.
   */
  constructor(
    readonly path: string,
    private readonly options: SqliteStoreOptions = {},
  ) {
    this.database = this.reach(() => this.open());
    this.insert = this.database.prepare('INSERT INTO records VALUES (?, ?, ?, ?)');
    this.select = this.database.prepare(
      'SELECT seq, body, digest FROM records WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT ?',
    );
    this.last = this.database.prepare(
      'SELECT seq, digest FROM records WHERE stream = ? ORDER BY seq DESC LIMIT 1',
    );
  }

  end(stream: string): number {
    return this.endOf(stream).seq;
  }

  append(batches: readonly Batch[]): void {
    const ends = new Map<string, End>();
    this.reach(() => {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        for (const batch of batches) {
          const end = ends.get(batch.stream) ?? this.endOf(batch.stream);
          ends.set(batch.stream, this.add(batch, end));
        }
        this.database.exec('COMMIT');
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (this.database.isTransaction) this.database.exec('ROLLBACK');
        throw error;
      }
    });
    for (const [stream, end] of ends) this.ends.set(stream, end);
    this.isDirty = true;
  }

  /** One sync of the file for all callers that wait: many runs write at once. */
  async durable(): Promise<void> {
    // A sync in progress may have begun before the newest records were written.
    while (this.syncing !== undefined) await this.syncing;
    if (!this.isDirty || this.path === ':memory:') return;
    this.isDirty = false;
    this.syncing = this.sync();
    await this.syncing;
  }

  /** As `durable`, but synchronous. */
  durableNow(): void {
    if (this.path === ':memory:') return;
    this.reach(() => withFile(`${this.path}-wal`, fsyncSync));
    this.reach(() => this.syncFolder());
  }

  read(stream: string, after: number, bytesMax = readBytesMax): StoredRecord[] {
    const rows: Row[] = [];
    this.reach(() => {
      let bytes = 0;
      // Includes the row before the first, for its digest.
      for (const row of this.select.iterate(stream, Math.max(1, after), readRecordsMax)) {
        rows.push(row);
        if (Number(row['seq']) > after) bytes += (row['body'] as Uint8Array).byteLength;
        if (bytes >= bytesMax) break;
      }
    });
    return recordsOf(rows, after + 1, `${this.path} ${stream}`);
  }

  /** Leaves a single file, which can be read from read-only media. */
  close(): void {
    if (!this.database.isOpen) return;
    try {
      if (this.options.readOnly !== true) {
        this.database.exec('PRAGMA wal_checkpoint; PRAGMA journal_mode = DELETE');
      }
    } catch {
      // Another connection is open: the write-ahead log stays, and everything is in the
      // file and synced.
    }
    this.database.close();
  }

  private open(): DatabaseSync {
    const { readOnly = false, pagesMax } = this.options;
    if (this.path !== ':memory:') {
      const found = lstatSync(this.path, { throwIfNoEntry: false });
      if (found !== undefined && !found.isFile()) {
        throw invalidInput('not a file', { where: this.path, expected: 'a store of records' });
      }
      if (!readOnly) mkdirSync(dirname(this.path), { recursive: true });
      // A killed writer may leave commits that are not synced yet.
      this.isDirty = !readOnly && existsSync(`${this.path}-wal`);
    }
    const database = new DatabaseSync(this.path, {
      readOnly,
      timeout: 5000,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
    });
    try {
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      if (!readOnly) {
        database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
        if (pagesMax !== undefined) database.exec(`PRAGMA max_page_count = ${pagesMax}`);
        if (schemaOf(database).length === 0) initialize(database);
      }
      this.requireStore(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** A file from elsewhere may hold views or triggers that run when it is read. */
  private requireStore(database: DatabaseSync): void {
    const version = pragma(database, 'user_version');
    const isStore =
      pragma(database, 'application_id') === applicationId &&
      schemaOf(database).every((sql) => sql === table);
    if (isStore && version === formatVersion) return;
    throw corruptJournal('not a store of records, or one of another version', {
      where: this.path,
      expected: `a store of version ${formatVersion}`,
      found: isStore ? `version ${version}` : 'other tables',
    });
  }

  private endOf(stream: string): End {
    const known = this.options.readOnly === true ? undefined : this.ends.get(stream);
    if (known !== undefined) return known;
    const row = this.reach(() => this.last.get(stream)) as Row | undefined;
    const end = {
      seq: Number(row?.['seq'] ?? 0),
      digest: (row?.['digest'] as Uint8Array | undefined) ?? noDigest,
    };
    this.ends.set(stream, end);
    return end;
  }

  private add({ stream, after, bodies }: Batch, end: End): End {
    if (end.seq !== after) {
      const size = bodies.reduce((sum, { byteLength }) => sum + byteLength, 1);
      const stored = this.read(stream, after, size).slice(0, bodies.length);
      if (isSame(stored, bodies)) return end;
      throw endsElsewhere(`${this.path} ${stream}`, after, end.seq);
    }
    let { seq, digest } = end;
    for (const body of bodies) {
      digest = chainDigest(digest, body);
      this.insert.run(stream, ++seq, body, digest);
    }
    return { seq, digest };
  }

  /** Commits are in the write-ahead log: syncing that file makes them durable. */
  private async sync(): Promise<void> {
    let file: number | undefined;
    try {
      file = openSync(`${this.path}-wal`, 'r');
      await (this.options.fsync ?? fsyncLater)(file);
      this.syncFolder();
    } catch (cause) {
      this.isDirty = true;
      throw unavailable('the records cannot be synced to the disk', { where: this.path, cause });
    } finally {
      if (file !== undefined) closeSync(file);
      this.syncing = undefined;
    }
  }

  /** New files survive a power loss only once their folder is synced, too. */
  private syncFolder(): void {
    if (!this.isFolderSynced) withFile(dirname(this.path), fsyncSync);
    this.isFolderSynced = true;
  }

  private reach<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (isFailure(cause)) throw cause;
      const { errcode, message: found } = cause as Error & { errcode?: number };
      const detail = { where: this.path, found, cause };
      if (corruptCodes.has((errcode ?? 0) & 0xff))
        throw corruptJournal('the store is damaged', detail);
      throw unavailable('the records cannot be read or written', detail);
    }
  }
}

function withFile(path: string, work: (file: number) => void): void {
  const file = openSync(path, 'r');
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const corruptCodes = new Set([11, 26]);

/** SQLite's code for a full disk, as the cause of an `Unavailable`. */
export const isStoreFull = (error: unknown): error is TapefoldError =>
  isFailure(error, 'Unavailable') &&
  (((error.cause ?? {}) as { errcode?: number }).errcode ?? 0) === 13;

/** Another process may be initializing the same file. */
function initialize(database: DatabaseSync): void {
  const known = table.replace('TABLE', 'TABLE IF NOT EXISTS');
  const marks = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`;
  database.exec(`BEGIN IMMEDIATE; ${known}; ${marks}; COMMIT`);
}

const schemaOf = (database: DatabaseSync): unknown[] =>
  database
    .prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all()
    .map(({ sql }) => sql);

const pragma = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
