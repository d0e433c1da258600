/** Rows to values of a database and back: JSON as text, flags and whole numbers as each driver has them. */

import { packedText, unpackedText } from '../entities/packed-text.js';
import type { KeyValue } from '../projections/row-changes.js';
import type { ColumnKind, Table, TableColumn } from '../tables/tables.js';
import type { SqlRow, SqlValue } from './sql-store.js';

/** The values of a row in the order of the columns. */
export const encodedRow = (table: Table, row: object): SqlValue[] =>
  table.columns.map(({ property, kind }) =>
    encoded(kind, (row as Record<string, unknown>)[property]),
  );

/** Postgres takes no NUL in a text and nobody half of a surrogate pair; JSON escapes both. */
export function encoded(kind: ColumnKind, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'packed') return packedText(value as string);
  if (typeof value !== 'string') return value as number | boolean;
  const text = value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** A row that was selected by `columnList`. */
export function decodedRow<R extends object>(table: Table<R>, row: SqlRow): R {
  const decoded: Record<string, unknown> = {};
  for (const { property, kind } of table.columns) decoded[property] = value(kind, row[property]);
  return decoded as R;
}

function value(kind: ColumnKind, stored: unknown): unknown {
  if (stored === null || stored === undefined) return null;
  if (kind === 'json') return JSON.parse(stored as string);
  if (kind === 'packed') return unpackedText(stored as string);
  if (kind === 'boolean') return Boolean(stored);
  return kind === 'text' ? stored : Number(stored);
}

/** Rows that are read at once where all of a table is read: packed ones may hold thousands of records each. */
export const rowsAtOnce = ({ columns }: Table): number =>
  columns.some(({ kind }) => kind === 'packed') ? 50 : 2000;

export const quoted = (name: string): string => `"${name}"`;

/** The columns for SELECT, each under the name of its property. */
export const columnList = (table: Table, alias: string): string =>
  table.columns.map(({ name, property }) => `${alias}."${name}" AS "${property}"`).join(', ');

export const keyList = (columns: readonly TableColumn[], alias: string): string =>
  columns.map(({ name }) => `${alias}."${name}"`).join(', ');

/** What an INSERT does with a row whose key is there. */
export function conflictClause({ columns, keys, onConflict }: Table): string {
  if (onConflict === 'append') return '';
  const target = keys.map(({ name }) => quoted(name)).join(', ');
  const others = columns.filter(({ isKey }) => !isKey);
  if (onConflict === 'keep') return `ON CONFLICT (${target}) DO NOTHING`;
  const set = others.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ');
  return `ON CONFLICT (${target}) DO UPDATE SET ${set}`;
}

export const keyOf = (table: Table, row: object): KeyValue[] =>
  table.keys.map(({ property }) => (row as Record<string, KeyValue>)[property] as KeyValue);
