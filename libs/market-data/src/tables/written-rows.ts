/** Rows that are appended to a table of a database: columns by name, and values as plain data. */

import type { DuckDBAppender } from '@duckdb/node-api';
import { quoteName } from './database.js';

/** Column name → its type, in their order. Integers are 64 bits wide; every column may be null. */
export type WrittenColumns = Readonly<Record<string, 'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'VARCHAR'>>;

export type WrittenRow = Readonly<Record<string, string | number | boolean | null>>;

/** The columns as SQL, for `CREATE TABLE`. */
export const columnsText = (columns: WrittenColumns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${quoteName(name)} ${type}`)
    .join(', ');

/** Appends a row; a member that is none of the columns is left out, and a column without one is null. */
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
