/** Parquet files outside of data sets: whole tables of plain values, read and written through DuckDB. */

import type { DuckDBAppender } from '@duckdb/node-api';
import { existsSync } from 'node:fs';
import { invalidInput, unavailable } from '#values';
import type { RawFields } from '../rows/row-fields.js';
import { openDatabase, quoteName, quoteText } from './database.js';

/** Column name → its type, in the order of the file. Integers are 64 bits wide; every column may be null. */
export type ParquetColumns = Readonly<Record<string, 'BIGINT' | 'BOOLEAN' | 'VARCHAR'>>;

export type ParquetRow = Readonly<Record<string, string | number | boolean | null>>;

/**
 * All rows of a file in its order, as `Database.rows` gives them: 64-bit integers come as text. `InvalidInput` names a
 * file that is missing, or no Parquet.
 */
export async function readParquet(path: string, name: string): Promise<RawFields[]> {
  // A name that is no file would be a pattern.
  if (!existsSync(path)) throw invalidInput('there is no such file', { where: name });
  const database = await openDatabase(null, name);
  try {
    const rows: RawFields[] = [];
    // A pattern with every character in brackets matches itself alone.
    const literal = path.replace(/[[\]*?]/g, '[$&]');
    for await (const chunk of database.rows(`SELECT * FROM read_parquet(${quoteText(literal)})`))
      rows.push(...chunk);
    return rows;
  } finally {
    database.close();
  }
}

/** Writes a file that does not exist yet; the same rows give the same bytes. `Unavailable` where the disk is. */
export async function writeParquet(
  path: string,
  columns: ParquetColumns,
  rows: Iterable<ParquetRow>,
): Promise<void> {
  // Loaded when it is needed, as in `openDatabase`.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const types = Object.entries(columns).map(([name, type]) => `${quoteName(name)} ${type}`);
    await connection.run(`CREATE TABLE written (${types.join(', ')})`);
    const appender = await connection.createAppender('written');
    for (const row of rows) {
      for (const [name, type] of Object.entries(columns)) append(appender, type, row[name] ?? null);
      appender.endRow();
    }
    appender.closeSync();
    await connection.run(`COPY written TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
  } catch (cause) {
    throw unavailable('the file cannot be written', { where: path, cause });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function append(
  appender: DuckDBAppender,
  type: ParquetColumns[string],
  value: ParquetRow[string],
): void {
  if (value === null) appender.appendNull();
  else if (type === 'BIGINT') appender.appendBigInt(BigInt(value));
  else if (type === 'BOOLEAN') appender.appendBoolean(value === true);
  else appender.appendVarchar(String(value));
}
