/** Whether a row fits its table: what a broken or hostile message says must not reach the database. */

import { excerpt, invalidInput } from '#values';
import type { ColumnKind, Table, TableColumn } from '../tables.js';

/** Longer keys do not fit into an index page of Postgres. */
const keyLengthMax = 500;

const fits: Readonly<Record<ColumnKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  bigint: Number.isSafeInteger,
  double: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  json: (value) => value !== undefined && value !== null,
  packed: (value) => typeof value === 'string',
};

/** `InvalidInput`, naming table and column, unless every member of `row` is of its column's kind. */
export function checkRow<R extends object>(table: Table<R>, row: R): void {
  for (const column of table.columns) {
    const value = (row as Record<string, unknown>)[column.property];
    if (value === null && column.isNullable) continue;
    if (fits[column.kind](value) && (!column.isKey || isKeyable(value))) continue;
    throw misfit(table, column, value);
  }
}

/** Postgres holds no NUL and no half of a surrogate pair; a key must be the same in both databases. */
const isKeyable = (value: unknown): boolean =>
  typeof value !== 'string' ||
  (value.length <= keyLengthMax && !value.includes('\0') && value.isWellFormed());

const misfit = (table: Table, column: TableColumn, value: unknown): Error =>
  invalidInput('a message whose members make no row', {
    where: `${table.name}.${column.name}`,
    expected: column.isKey
      ? `${column.kind}, as text of at most ${keyLengthMax} characters without NUL`
      : column.kind,
    found: excerpt(value),
  });
