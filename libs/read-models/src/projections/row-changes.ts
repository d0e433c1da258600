/** The rows of one transaction: those loaded, and their changes, message by message. */

import { excerpt, invalidInput } from '#values';
import type { Table, ColumnKind, TableColumn } from '../tables/table.js';

export type KeyValue = string | number;

/** Rows that messages read and write. A broken message leaves no trace in them. */
export class RowChanges {
  private readonly loaded = new Map<Table, Map<string, object>>();
  private readonly changed = new Map<Table, Map<string, object>>();
  private readonly pending = new Map<Table, Map<string, object>>();
  /** Rows of append-only tables, and how many of them belong to accepted messages. */
  private readonly appended = new Map<Table, { readonly rows: object[]; accepted: number }>();

  /** Adds a row as stored in the database. */
  load(table: Table, row: object): void {
    rowsIn(this.loaded, table).set(keyOfRow(table, row), row);
  }

  /** The row after the messages so far; `undefined` if there is none, or if it was not loaded. */
  get<R extends object>(table: Table<R>, ...key: readonly KeyValue[]): R | undefined {
    const id = keyText(key);
    const found =
      this.pending.get(table)?.get(id) ??
      this.changed.get(table)?.get(id) ??
      this.loaded.get(table)?.get(id);
    return found as R | undefined;
  }

  /**
   * Sets a row, and keeps the members that are columns; an existing row stays if its table keeps
   * rows. `InvalidInput` if it does not fit.
   */
  put<R extends object>(table: Table<R>, row: R): void {
    checkRow(table, row);
    if (table.onConflict === 'append') {
      this.append(table, row);
      return;
    }
    const id = keyOfRow(table, row);
    const isKept = table.onConflict === 'keep';
    if (isKept && (this.pending.get(table)?.has(id) || this.changed.get(table)?.has(id))) return;
    rowsIn(this.pending, table).set(id, row);
  }

  /** Accepts the message: its rows are kept. */
  accept(): void {
    for (const [table, rows] of this.pending) {
      const target = rowsIn(this.changed, table);
      for (const [id, row] of rows) target.set(id, row);
    }
    this.pending.clear();
    for (const list of this.appended.values()) list.accepted = list.rows.length;
  }

  /** Rejects the broken message: its rows are removed. */
  reject(): void {
    this.pending.clear();
    for (const list of this.appended.values()) list.rows.length = list.accepted;
  }

  /** The rows to write. No key occurs twice. */
  *written(): Generator<readonly [Table, readonly object[]]> {
    for (const [table, rows] of this.changed) yield [table, [...rows.values()]];
    for (const [table, { rows }] of this.appended) if (rows.length > 0) yield [table, rows];
  }

  private append(table: Table, row: object): void {
    const list = this.appended.get(table);
    if (list === undefined) this.appended.set(table, { rows: [row], accepted: 0 });
    else list.rows.push(row);
  }
}

function rowsIn(from: Map<Table, Map<string, object>>, table: Table): Map<string, object> {
  let rows = from.get(table);
  if (rows === undefined) from.set(table, (rows = new Map()));
  return rows;
}

/** No key contains a NUL, so distinct keys have distinct texts. */
export const keyText = (key: readonly KeyValue[]): string =>
  key.length === 1 ? String(key[0]) : key.join('\0');

const keyOfRow = (table: Table, row: object): string =>
  keyText(table.keys.map(({ property }) => (row as Record<string, KeyValue>)[property] ?? ''));

/** Longer keys do not fit into an index page of Postgres. */
const keyLengthMax = 500;

const fits: Readonly<Record<ColumnKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  bigint: Number.isSafeInteger,
  double: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  json: (value) => value !== undefined && value !== null,
  'packed text': (value) => typeof value === 'string',
  'packed json': (value) => value !== undefined && value !== null,
};

/**
 * `InvalidInput`, naming table and column, unless every member of `row` is of its column's kind.
 */
function checkRow<R extends object>(table: Table<R>, row: R): void {
  for (const column of table.columns) {
    const value = (row as Record<string, unknown>)[column.property];
    if (value === null && column.isNullable) continue;
    if (fits[column.kind](value) && (!column.isKey || isKeyable(value))) continue;
    throw misfit(table, column, value);
  }
}

/** Postgres stores neither NUL nor lone surrogates; a key must be the same in both databases. */
const isKeyable = (value: unknown): boolean =>
  typeof value !== 'string' ||
  (value.length <= keyLengthMax && !value.includes('\0') && value.isWellFormed());

const misfit = (table: Table, column: TableColumn, value: unknown): Error =>
  invalidInput('the message does not fit the table', {
    where: `${table.name}.${column.name}`,
    expected: column.isKey
      ? `${column.kind}, as text of at most ${keyLengthMax} characters without NUL`
      : column.kind,
    found: excerpt(value),
  });
