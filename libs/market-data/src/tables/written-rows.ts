/** Rows to append to a table of a database: columns by name, and values as plain data. */

import type { DuckDBAppender } from '@duckdb/node-api';
import { quoteName } from './database.js';

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
