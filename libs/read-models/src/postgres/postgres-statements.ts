/** Statements of one transaction of Postgres: columns go over as arrays, however many rows there are. */

import type { TopicName } from '#contracts/streams/topics';
import { columnList, conflictClause, decodedRow, encoded, quoted } from '../sql/row-codec.js';
import type { SqlValue, SqlWriter } from '../sql/sql-store.js';
import { checkpoints, type ColumnKind, type Table, type TableColumn } from '../tables.js';
import { binaryArray } from './binary-array.js';
import type { Client } from './postgres-connections.js';

const arrayTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'text[]',
  json: 'text[]',
  packed: 'text[]',
  bigint: 'bigint[]',
  double: 'double precision[]',
  boolean: 'boolean[]',
};

/** The statements have no names of their own: a plan that is kept would go on with tables that were swapped out. */
export function writerOf(client: Client, schema: string): SqlWriter {
  const name = (table: Table): string => `${quoted(schema)}.${quoted(table.name)}`;
  return {
    name,
    query: (sql, values) => client.query(sql, values),
    lockCheckpoint: (topic, partition) =>
      lockCheckpoint(client, name(checkpoints), topic, partition),
    async load(table, keys) {
      if (keys.length === 0) return [];
      const columns = table.keys.map(({ kind }, index) =>
        binaryArray(
          kind,
          keys.map((key) => key[index] as SqlValue),
        ),
      );
      const on = table.keys.map((key, index) => `t."${key.name}" = k.k${index}`).join(' AND ');
      const aliases = table.keys.map((_, index) => `k${index}`).join(', ');
      const rows = await client.query(
        `SELECT ${columnList(table, 't')} FROM ${name(table)} t
         JOIN ${unnest(table.keys)} AS k(${aliases}) ON ${on}`,
        columns,
      );
      return rows.map((row) => decodedRow(table, row));
    },
    async write(table, rows) {
      const names = table.columns.map((column) => quoted(column.name)).join(', ');
      await client.query(
        `INSERT INTO ${name(table)} (${names}) SELECT * FROM ${unnest(table.columns)}
         ${conflictClause(table)}`,
        table.columns.map(({ property, kind }) => {
          const values = rows.map((row) =>
            encoded(kind, (row as Record<string, unknown>)[property]),
          );
          return binaryArray(kind, values);
        }),
      );
    },
  };
}

/** The row is there before it is locked, so that two who begin with the same partition wait for each other as well. */
async function lockCheckpoint(
  client: Client,
  table: string,
  topic: TopicName,
  partition: number,
): Promise<number> {
  const key = [topic, partition];
  const locking = `SELECT next_offset FROM ${table} WHERE topic = ? AND partition = ? FOR UPDATE`;
  let [row] = await client.query(locking, key);
  if (row === undefined) {
    await client.query(
      `INSERT INTO ${table} (topic, partition, next_offset) VALUES (?, ?, 0)
       ON CONFLICT DO NOTHING`,
      key,
    );
    [row] = await client.query(locking, key);
  }
  return Number(row?.['next_offset']);
}

const unnest = (columns: readonly TableColumn[]): string =>
  `unnest(${columns.map(({ kind }) => `?::${arrayTypes[kind]}`).join(', ')})`;
