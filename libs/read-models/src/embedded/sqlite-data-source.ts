/** Data sources over files of SQLite: one that writes, brought to today's tables, and one that only reads. */

import { DataSource } from 'typeorm';
import { unavailable } from '#values';
import { dataSourceOf, type TableSet } from '../data-source.js';
import { NodeSqlite } from './node-sqlite.js';

const statementCacheSize = 500;

/** Opens a file for writing, makes it where it is missing, and runs the migrations that it has not seen. */
export async function openForWriting(file: string, tables: TableSet): Promise<DataSource> {
  const source = new DataSource({
    type: 'better-sqlite3',
    driver: NodeSqlite,
    database: file,
    enableWAL: true,
    statementCacheSize,
    // After a power cut the last transactions may be gone, their checkpoints with them: they are projected again.
    prepareDatabase: (database: NodeSqlite) =>
      database.exec(`PRAGMA synchronous = ${tables === 'control' ? 'FULL' : 'NORMAL'}`),
    ...dataSourceOf(tables),
  });
  await opened(source, file);
  await source.runMigrations();
  return source;
}

/** A second connection to a file that is there: it sees whole transactions, and waits for no writer. */
export async function openForReading(file: string, tables: TableSet): Promise<DataSource> {
  const source = new DataSource({
    type: 'better-sqlite3',
    driver: NodeSqlite,
    database: file,
    readonly: true,
    statementCacheSize,
    ...dataSourceOf(tables),
  });
  await opened(source, file);
  return source;
}

async function opened(source: DataSource, file: string): Promise<void> {
  try {
    await source.initialize();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw unavailable('the database cannot be opened', { where: file, found, cause });
  }
}
