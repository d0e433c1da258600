/** Pages of a table in the order of its key, within a fixed beginning of it. */

import type { KeyValue } from '../projections/row-changes.js';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { Table } from '../tables/tables.js';
import { columnList, decodedRow, keyList } from './row-codec.js';
import type { SqlReader } from './sql-store.js';

/** The rows `t` whose key begins with `prefix`, from the cursor on; those alone for which `condition` holds. */
export async function readPage<R extends object>(
  reader: SqlReader,
  table: Table<R>,
  prefix: readonly KeyValue[],
  page: Page,
  condition?: string,
): Promise<PageOf<R>> {
  const limit = limitOf(page);
  const fixed = table.keys.slice(0, prefix.length);
  const rest = table.keys.slice(prefix.length);
  const after = keyAfter(table.name, rest, page);
  const conditions = fixed.map(({ name }) => `t."${name}" = ?`);
  if (condition !== undefined) conditions.push(condition);
  if (after !== undefined) {
    conditions.push(`(${keyList(rest, 't')}) > (${rest.map(() => '?').join(', ')})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await reader.query(
    `SELECT ${columnList(table, 't')} FROM ${reader.name(table)} t ${where} ` +
      `ORDER BY ${keyList(table.keys, 't')} LIMIT ?`,
    [...prefix, ...(after ?? []), limit + 1],
  );
  const decoded = rows.map((row) => decodedRow(table, row));
  return pageOf(table.name, decoded, limit, (row) =>
    rest.map(({ property }) => (row as Record<string, KeyValue>)[property] as KeyValue),
  );
}

/** The row of a key. */
export async function readRow<R extends object>(
  reader: SqlReader,
  table: Table<R>,
  key: readonly KeyValue[],
): Promise<R | undefined> {
  const where = table.keys.map(({ name }) => `t."${name}" = ?`).join(' AND ');
  const sql = `SELECT ${columnList(table, 't')} FROM ${reader.name(table)} t WHERE ${where}`;
  const [row] = await reader.query(sql, key);
  return row === undefined ? undefined : decodedRow(table, row);
}
