/** Data sources over SQLite files: a migrated one for writing, and one for reading only. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { unavailable } from '#values';
import { dataSourceOf, type TableSet } from '../data-source/data-source.js';

/** Opens a file for writing, creates it if missing, and runs pending migrations. */
export async function openForWriting(file: string, tables: TableSet): Promise<DataSource> {
  const source = await opened(file, tables, {
    enableWAL: true,
    // A power cut may undo the last transactions along with their checkpoints: they are
    // projected again.
    prepareDatabase: (database: NodeSqlite) =>
      database.exec(`PRAGMA synchronous = ${tables === 'control' ? 'FULL' : 'NORMAL'}`),
  });
  await source.runMigrations();
  return source;
}

/** A second connection to an existing file: it sees whole transactions, and waits for no writer. */
export const openForReading = (file: string, tables: TableSet): Promise<DataSource> =>
  opened(file, tables, { readonly: true });

async function opened(
  file: string,
  tables: TableSet,
  options: Partial<Extract<DataSourceOptions, { type: 'better-sqlite3' }>>,
): Promise<DataSource> {
  const source = new DataSource({
    type: 'better-sqlite3',
    driver: NodeSqlite,
    database: file,
    statementCacheSize: 100,
    ...dataSourceOf(tables),
    ...options,
  });
  try {
    return await source.initialize();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw unavailable('the database cannot be opened', { where: file, found, cause });
  }
}

interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  all(...values: SQLInputValue[]): unknown[];
  run(...values: SQLInputValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/**
 * Node's built-in SQLite with the part of better-sqlite3's interface that TypeORM's driver uses.
 */
class NodeSqlite {
  private readonly database: DatabaseSync;

  constructor(
    path: string,
    options: { readonly readonly?: boolean; readonly timeout?: number } = {},
  ) {
    const { readonly: readOnly = false, timeout = 5000 } = options;
    this.database = new DatabaseSync(path, { readOnly, timeout });
  }

  prepare(sql: string): Statement {
    const statement = this.database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (...values) => statement.all(...values),
      run: (...values) => statement.run(...values),
    };
  }

  pragma(sql: string): unknown[] {
    return this.database.prepare(`PRAGMA ${sql}`).all();
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  close(): void {
    this.database.close();
  }
}
