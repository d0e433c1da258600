/**
 * Whole tables of plain values, outside of data sets: written through DuckDB, and read and
 * written as Parquet.
 */

import { existsSync } from 'node:fs';
import type { DuckDBAppender } from '@duckdb/node-api';
import { invalidInput, unavailable } from '#values';
import type { RawFields } from '../rows/row-fields.js';
import { connect, openDatabase, parquetRelation, quoteName, quoteText } from './database.js';

/**
 * All rows of a file in order, as returned by `Database.rows`: 64-bit integers become text.
 * Throws `InvalidInput` for a file that is missing, is not Parquet, or holds fewer rows than
 * its footer says.
 */
export async function readParquet(path: string, name: string): Promise<RawFields[]> {
  // The name of a missing file would be used as a pattern.
  if (!existsSync(path)) throw invalidInput('no such file', { where: name });
  const database = await openDatabase(null, name);
  try {
    const rows: RawFields[] = [];
    for await (const chunk of database.rows(parquetRelation(path, name))) rows.push(...chunk);
    return rows;
  } finally {
    database.close();
  }
}

/**
 * Writes a new file; the same rows yield the same bytes. Throws `Unavailable` if the disk fails.
 */
export async function writeParquet(
  path: string,
  columns: WrittenColumns,
  rows: Iterable<WrittenRow>,
): Promise<void> {
  const { connection, close } = await connect(null, path, 'written', { threads: '1' });
  try {
    await connection.run(`CREATE TABLE written (${columnsText(columns)})`);
    const appender = await connection.createAppender('written');
    for (const row of rows) appendRow(appender, columns, row);
    appender.closeSync();
    await connection.run(`COPY written TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
  } catch (cause) {
    throw unavailable('the file cannot be written', { where: path, cause });
  } finally {
    close();
  }
}

/** Column name → its type, in order. Integers have 64 bits; every column may be null. */
export type WrittenColumns = Readonly<Record<string, 'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'VARCHAR'>>;

export type WrittenRow = Readonly<Record<string, string | number | boolean | null>>;

/** The columns as SQL, for `CREATE TABLE`. */
export const columnsText = (columns: WrittenColumns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${quoteName(name)} ${type}`)
    .join(', ');

/** Appends a row; ignores members without a column, and a column without a member is null. */
export function appendRow(to: DuckDBAppender, columns: WrittenColumns, row: WrittenRow): void {
  for (const [name, type] of Object.entries(columns)) {
    const value = row[name] ?? null;
    if (value === null) to.appendNull();
    else if (type === 'BIGINT') to.appendBigInt(BigInt(value));
    else if (type === 'DOUBLE') to.appendDouble(Number(value));
    else if (type === 'BOOLEAN') to.appendBoolean(value === true);
    else to.appendVarchar(String(value));
  }
  to.endRow();
}
