/** Parquet files outside of data sets: whole tables of plain values, read and written through DuckDB. */

import { existsSync } from 'node:fs';
import { invalidInput, unavailable } from '#values';
import type { RawFields } from '../rows/row-fields.js';
import { connect, openDatabase, quoteText } from './database.js';
import { appendRow, columnsText, type WrittenColumns, type WrittenRow } from './written-rows.js';

/**
 * All rows of a file in order, as returned by `Database.rows`: 64-bit integers become text. Throws `InvalidInput` for a
 * file that is missing, or is not Parquet.
 */
export async function readParquet(path: string, name: string): Promise<RawFields[]> {
  // The name of a missing file would be used as a pattern.
  if (!existsSync(path)) throw invalidInput('no such file', { where: name });
  const database = await openDatabase(null, name);
  try {
    const rows: RawFields[] = [];
    // A pattern with every special character in brackets matches only itself.
    const literal = path.replace(/[[\]*?]/g, '[$&]');
    for await (const chunk of database.rows(`SELECT * FROM read_parquet(${quoteText(literal)})`))
      rows.push(...chunk);
    return rows;
  } finally {
    database.close();
  }
}

/** Writes a new file; the same rows yield the same bytes. Throws `Unavailable` if the disk fails. */
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
