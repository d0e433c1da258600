/** Statements of SQLite over one connection: many rows a statement, of few sizes, so that each is prepared once. */

import type { DataSource } from 'typeorm';
import { unavailable } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import type { KeyValue } from '../projections/row-changes.js';
import {
  columnList,
  conflictClause,
  decodedRow,
  encodedRow,
  keyList,
  quoted,
} from '../sql/row-codec.js';
import { readRow } from '../sql/read-page.js';
import type { SqlReader, SqlRow, SqlValue, SqlWriter } from '../sql/sql-store.js';
import { checkpoints, type Table } from '../tables/tables.js';

/** Rows of a statement, and at the most 19 values a row: well below SQLite's 32,766 values. */
const sizes = [256, 32, 4, 1];

export const readerOf = (source: DataSource): SqlReader => ({
  name: ({ name }) => quoted(name),
  query: (sql, values = []) => run(source, sql, values),
});

export function writerOf(source: DataSource): SqlWriter {
  const reader = readerOf(source);
  return {
    ...reader,
    async lockCheckpoint(topic: TopicName, partition: number) {
      const row = await readRow(reader, checkpoints, [topic, partition]);
      return row?.nextOffset ?? 0;
    },
    async load(table, keys) {
      const rows: object[] = [];
      for (const part of parts(keys)) {
        const found = await reader.query(loading(table, part.length), part.flat());
        for (const row of found) rows.push(decodedRow(table, row));
      }
      return rows;
    },
    async write(table, rows) {
      for (const part of parts(rows)) {
        const values = part.flatMap((row) => encodedRow(table, row));
        await reader.query(writing(table, part.length), values);
      }
    },
  };
}

async function run(
  source: DataSource,
  sql: string,
  values: readonly SqlValue[],
): Promise<readonly SqlRow[]> {
  try {
    const rows: unknown = await source.query(sql, [...values]);
    return Array.isArray(rows) ? (rows as SqlRow[]) : [];
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    if (!/locked|busy|disk|full|readonly|not open/i.test(found)) throw cause;
    throw unavailable('the database does not take the statement', { found, cause });
  }
}

function loading(table: Table, rows: number): string {
  const marks = `(${table.keys.map(() => '?').join(', ')})`;
  const keys = Array.from({ length: rows }, () => marks).join(', ');
  return (
    `SELECT ${columnList(table, 't')} FROM "${table.name}" t ` +
    `WHERE (${keyList(table.keys, 't')}) IN (VALUES ${keys})`
  );
}

function writing(table: Table, rows: number): string {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const marks = `(${table.columns.map(() => '?').join(', ')})`;
  const values = Array.from({ length: rows }, () => marks).join(', ');
  return `INSERT INTO "${table.name}" (${names}) VALUES ${values} ${conflictClause(table)}`;
}

/** Cuts a list into parts of the few sizes, largest first. */
function* parts<T extends object | readonly KeyValue[]>(
  rows: readonly T[],
): Generator<readonly T[]> {
  let from = 0;
  for (const size of sizes) {
    for (; rows.length - from >= size; from += size) yield rows.slice(from, from + size);
  }
}
