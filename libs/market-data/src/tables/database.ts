/** DuckDB at the edge: an environment file opened read-only, or Parquet files read through it. */

import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { invalidInput, unavailable } from '#values';
import type { RawFields } from '../rows/row-fields.js';

/** What is read as a table: of a database file, a query, or a Parquet file. */
export interface Relation {
  /** For messages: the table, or the Parquet file. */
  readonly name: string;
  /** SQL of the relation. */
  readonly relation: string;
  /**
   * SQL that yields the number of its rows, if something knows it better than `count(*)`: the
   * footer of Parquet.
   */
  readonly rowCount?: string;
}

/** What to read of a relation. */
interface Selection {
  /** SQL of the columns; defaults to all. */
  readonly columns?: string;
  /** SQL to sort by. */
  readonly order?: string | undefined;
}

/**
 * Any number of relations can be read at the same time. Reading throws `InvalidInput` if a relation
 * cannot be read, or yields another number of rows than it has.
 */
export interface Database {
  /** Chunks of a relation as they arrive. */
  chunks(from: Relation, selection: Selection): AsyncGenerator<DuckDBDataChunk, void>;
  /** Its rows as plain values: dates and times as ISO text, big integers as text. */
  rows(from: Relation, selection?: Selection): AsyncGenerator<RawFields[], void>;
  columns(of: Relation): Promise<string[]>;
  /** Safe to call twice. A table that is being read then fails with `Unavailable`. */
  close(): void;
}

/**
 * An environment file must not reach outside itself: a view in it may name any file of the machine.
 */
const ofEnvironment = { access_mode: 'READ_ONLY', enable_external_access: 'false' };
/** For a database that reads or writes other files: it loads no code. */
const withoutExtensions = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/** An open database and its first connection. */
export interface Connected {
  readonly connection: DuckDBConnection;
  /**
   * Opens another connection: a query ends whatever an earlier one on the same connection
   * still streams.
   */
  another(): Promise<DuckDBConnection>;
  /** Also closes the database. */
  close(): void;
}

/**
 * Opens a `.duckdb` file, or with null an empty in-memory database. Throws `Unavailable` if another
 * process holds the file, `InvalidInput` if it is not a DuckDB file; `use` names the purpose, as a
 * participle: `read`, `written`.
 */
export async function connect(
  path: string | null,
  name: string,
  use: string,
  options: Readonly<Record<string, string>> = withoutExtensions,
): Promise<Connected> {
  // Loaded on demand: the library takes as long to start as everything else together.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  try {
    const instance = await DuckDBInstance.create(path ?? ':memory:', options);
    const connection = await instance.connect();
    const close = (): void => {
      connection.closeSync();
      instance.closeSync();
    };
    return { connection, another: () => instance.connect(), close };
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    if (/lock/i.test(text))
      throw unavailable('another process holds the file', { where: name, cause });
    throw (
      newerFile(text, name, cause) ??
      invalidInput(`not a DuckDB file that can be ${use}`, { where: name, cause })
    );
  }
}

/** The words of the library for a file of a later version, and what its owner can do. */
function newerFile(text: string, name: string, cause: unknown): Error | undefined {
  const found = /version number \d+, but we can only read versions[^.\n]*/.exec(text)?.[0];
  if (found === undefined) return undefined;
  return invalidInput('a newer DuckDB wrote the file', {
    where: name,
    expected:
      "a file of DuckDB 1, such as one that DuckDB 2 copies into: ATTACH 'copy.duckdb' " +
      "(STORAGE_VERSION 'v1.5.0'), then COPY FROM DATABASE",
    found,
    cause,
  });
}

/**
 * Opens a `.duckdb` file for reading, or with null an empty database through which Parquet
 * files are read.
 */
export async function openDatabase(path: string | null, name: string): Promise<Database> {
  const connected = await connect(path, name, 'read', path === null ? undefined : ofEnvironment);
  // Instants are printed in the session's time zone, by default the machine's. Global: of all
  // its connections.
  await connected.connection.run("SET GLOBAL TimeZone = 'UTC'");
  return new ReadDatabase(connected, path === null ? null : name);
}

class ReadDatabase implements Database {
  private readonly streaming = new Set<DuckDBConnection>();
  private isOpen = true;

  /** `file`: the name of the database file; null if the relations are files themselves. */
  constructor(
    private readonly connected: Connected,
    private readonly file: string | null,
  ) {}

  chunks(from: Relation, selection: Selection): AsyncGenerator<DuckDBDataChunk, void> {
    return this.counted(
      from,
      selection,
      (result) => result,
      (chunk) => chunk.rowCount,
    );
  }

  rows(from: Relation, selection: Selection = {}): AsyncGenerator<RawFields[], void> {
    return this.counted(
      from,
      selection,
      (result) => result.yieldRowObjectJson() as AsyncIterable<RawFields[]>,
      (rows) => rows.length,
    );
  }

  async columns(of: Relation): Promise<string[]> {
    const result = await this.attempt(of, () =>
      this.connected.connection.run(`SELECT * FROM ${of.relation} LIMIT 0`),
    );
    return result.columnNames();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const connection of this.streaming) connection.closeSync();
    this.connected.close();
  }

  /**
   * Reads a relation on a connection of its own, and counts its rows before, in the same snapshot.
   */
  private async *counted<T>(
    from: Relation,
    selection: Selection,
    read: (result: DuckDBResult) => AsyncIterable<T>,
    sizeOf: (part: T) => number,
  ): AsyncGenerator<T, void> {
    const connection = await this.attempt(from, () => this.connected.another());
    this.streaming.add(connection);
    try {
      await connection.run('BEGIN TRANSACTION READ ONLY');
      const expected = await this.attempt(from, () => rowCountOf(connection, from));
      const result = await this.attempt(from, () => connection.stream(sqlOf(from, selection)));
      const parts = read(result)[Symbol.asyncIterator]();
      let found = 0;
      for (;;) {
        const next = await this.attempt(from, () => parts.next());
        if (!this.isOpen)
          throw unavailable('the database is closed', { where: this.placeOf(from) });
        if (next.done === true) break;
        found += sizeOf(next.value);
        yield next.value;
      }
      if (found !== expected) throw this.miscounted(from, expected, found);
    } finally {
      if (this.streaming.delete(connection) && this.isOpen) connection.closeSync();
    }
  }

  /** The database reports the end of a stream and its interruption alike. */
  private miscounted(from: Relation, expected: number, found: number): Error {
    return invalidInput('the table was not read whole', {
      where: this.placeOf(from),
      expected: `${expected} rows`,
      found: `${found} rows`,
    });
  }

  private async attempt<T>(from: Relation, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const text = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
      throw invalidInput('the table cannot be read', {
        where: this.placeOf(from),
        found: withoutPaths(text),
        cause,
      });
    }
  }

  private placeOf({ name }: Relation): string {
    return this.file === null ? name : `${this.file} table ${name}`;
  }
}

async function rowCountOf(connection: DuckDBConnection, from: Relation): Promise<number> {
  const sql = from.rowCount ?? `SELECT count(*) FROM ${from.relation}`;
  const [[count] = []] = await (await connection.run(sql)).getRowsJson();
  return Number(count);
}

/** Sorting is no part of the relation, so that counting its rows does not sort them. */
function sqlOf({ relation }: Relation, { columns = '*', order }: Selection): string {
  const sorting = order === undefined ? '' : ` ORDER BY ${order}`;
  return `SELECT ${columns} FROM ${relation}${sorting}`;
}

/** A Parquet file as a relation; its name is not a pattern. */
export function parquetRelation(
  path: string,
  name: string,
  options = '',
): Relation & Required<Pick<Relation, 'rowCount'>> {
  // A pattern with every special character in brackets matches only itself.
  const file = quoteText(path.replace(/[[\]*?]/g, '[$&]'));
  return {
    name,
    relation: `read_parquet(${file}${options})`,
    rowCount: `SELECT sum(num_rows) FROM parquet_file_metadata(${file})`,
  };
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Messages of the database contain paths of the machine. */
function withoutPaths(text: string): string {
  const parts = text.split(/(['"])/);
  let shown = '';
  // Quotes are at odd places; a quoted path is replaced with both of its quotes.
  for (let at = 0; at < parts.length; at++) {
    const isPath = at % 2 === 1 && at + 2 < parts.length && /[/\\]/.test(parts[at + 1]!);
    shown += isPath ? 'the file' : parts[at]!;
    if (isPath) at += 2;
  }
  return shown;
}
