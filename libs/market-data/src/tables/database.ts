/** DuckDB at the edge: an environment file opened read-only, or Parquet files read through it. */

import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { invalidInput, unavailable } from '#values';
import type { RawFields } from '../rows/row-fields.js';

export interface Database {
  /** Chunks of a query as they arrive. */
  chunks(sql: string): AsyncGenerator<DuckDBDataChunk>;
  /** Rows of a query as plain values: dates and times as ISO text, big integers as text. */
  rows(sql: string): AsyncGenerator<RawFields[]>;
  columns(relation: string): Promise<string[]>;
  close(): void;
}

/** An environment file must not reach outside itself: a view in it may name any file of the machine. */
const ofEnvironment = { access_mode: 'READ_ONLY', enable_external_access: 'false' };
/** For a database that reads or writes other files: it loads no code. */
const withoutExtensions = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/** A connection of its own to a database. */
export interface Connected {
  readonly connection: DuckDBConnection;
  /** Also closes the database. */
  close(): void;
}

/**
 * Opens a `.duckdb` file, or with null an empty in-memory database. Throws `Unavailable` if another process holds the
 * file, `InvalidInput` if it is not a DuckDB file; `use` names the purpose, as a participle: `read`, `written`.
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
    return { connection, close };
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    if (/lock/i.test(text))
      throw unavailable('another process holds the file', { where: name, cause });
    throw invalidInput(`not a DuckDB file that can be ${use}`, { where: name, cause });
  }
}

/** Opens a `.duckdb` file for reading, or with null an empty database through which Parquet files are read. */
export async function openDatabase(path: string | null, name: string): Promise<Database> {
  const connected = await connect(path, name, 'read', path === null ? undefined : ofEnvironment);
  // Instants are printed in the session's time zone, by default the machine's.
  await connected.connection.run("SET TimeZone = 'UTC'");
  return databaseOver(connected, name);
}

function databaseOver({ connection, close }: Connected, name: string): Database {
  let open = true;
  const run = async (sql: string) => {
    try {
      return await connection.stream(sql);
    } catch (cause) {
      const text = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
      throw invalidInput('the table cannot be read', {
        where: name,
        found: withoutPaths(text),
        cause,
      });
    }
  };
  return {
    chunks: async function* (sql) {
      const result = await run(sql);
      for (;;) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) return;
        yield chunk;
      }
    },
    rows: async function* (sql) {
      const result = await run(sql);
      for await (const rows of result.yieldRowObjectJson()) yield rows as RawFields[];
    },
    columns: async (relation) => (await run(`SELECT * FROM ${relation} LIMIT 0`)).columnNames(),
    close: () => {
      if (open) close();
      open = false;
    },
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
