/** The rows of one transaction: what was loaded, and what messages change of it, message by message. */

import { excerpt, invalidInput } from '#values';
import type { Table, ColumnKind, TableColumn } from '../tables/table.js';

export type KeyValue = string | number;

/** Rows that messages read and write. A message that turns out to be broken leaves no trace in them. */
export class RowChanges {
  private readonly loaded = new Map<Table, Map<string, object>>();
  private readonly changed = new Map<Table, Map<string, object>>();
  private readonly pending = new Map<Table, Map<string, object>>();
  /** Rows of tables that are appended to, and how many of them are of messages that are whole. */
  private readonly appended = new Map<Table, { readonly rows: object[]; accepted: number }>();

  /** Takes in a row as the database has it. */
  load(table: Table, row: object): void {
    rowsIn(this.loaded, table).set(keyOfRow(table, row), row);
  }

  /** The row as the messages so far left it; `undefined` where there is none, or where it was not loaded. */
  get<R extends object>(table: Table<R>, ...key: readonly KeyValue[]): R | undefined {
    const id = keyText(key);
    const found =
      this.pending.get(table)?.get(id) ??
      this.changed.get(table)?.get(id) ??
      this.loaded.get(table)?.get(id);
    return found as R | undefined;
  }

  /**
   * Sets a row, of which the members that are columns are kept; one that is there already stays where its table keeps
   * rows. `InvalidInput` where it does not fit.
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

  /** The message is whole: its rows stand. */
  accept(): void {
    for (const [table, rows] of this.pending) {
      const target = rowsIn(this.changed, table);
      for (const [id, row] of rows) target.set(id, row);
    }
    this.pending.clear();
    for (const list of this.appended.values()) list.accepted = list.rows.length;
  }

  /** The message is broken: nothing of it stands. */
  reject(): void {
    this.pending.clear();
    for (const list of this.appended.values()) list.rows.length = list.accepted;
  }

  /** What has to be written. No key is in it twice. */
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

/** No key holds a NUL, so none reads like two. */
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

/** `InvalidInput`, naming table and column, unless every member of `row` is of its column's kind. */
function checkRow<R extends object>(table: Table<R>, row: R): void {
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
