/** Statements of one transaction of Postgres: columns go over as arrays, however many rows there are. */

import type { TopicName } from '#contracts/streams/topics';
import { columnList, conflictClause, decodedRow, encoded, quoted } from '../sql/row-codec.js';
import type { SqlValue, SqlWriter } from '../sql/sql-store.js';
import { checkpoints, type ColumnKind, type Table, type TableColumn } from '../tables/tables.js';
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

/** Numbers of the types of elements in Postgres, the same in every version. */
const elementTypes: Readonly<Record<ColumnKind, number>> = {
  text: 25,
  json: 25,
  packed: 25,
  bigint: 20,
  double: 701,
  boolean: 16,
};

/** Dimensions, whether there are nulls, type, length, first index: four bytes each. */
const headerBytes = 20;
const lengthBytes = 4;
const twoTo32 = 2 ** 32;

/**
 * One dimension, from 1; a value of each kind as `row-codec` encodes it: whole numbers are safe integers. The source of
 * the format: `array_send` and the `*send` functions of the element types in the server.
 */
export function binaryArray(kind: ColumnKind, values: readonly SqlValue[]): Buffer {
  const bytes = Buffer.allocUnsafe(sizeOf(kind, values));
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(elementTypes[kind], 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = headerBytes;
  for (const value of values) {
    const end = value === null ? at + lengthBytes : writers[kind](bytes, at + lengthBytes, value);
    bytes.writeInt32BE(value === null ? -1 : end - at - lengthBytes, at);
    at = end;
  }
  return bytes;
}

type Write = (bytes: Buffer, at: number, value: Exclude<SqlValue, null>) => number;

const writeText: Write = (bytes, at, value) => at + bytes.write(value as string, at);

/** Each writes a value; the index behind it. */
const writers: Readonly<Record<ColumnKind, Write>> = {
  text: writeText,
  json: writeText,
  packed: writeText,
  bigint(bytes, at, value) {
    const high = Math.floor((value as number) / twoTo32);
    bytes.writeInt32BE(high, at);
    return bytes.writeUInt32BE((value as number) - high * twoTo32, at + 4);
  },
  // There is one zero in our tables.
  double: (bytes, at, value) => bytes.writeDoubleBE((value as number) + 0, at),
  boolean: (bytes, at, value) => bytes.writeUInt8(value === true ? 1 : 0, at),
};

function sizeOf(kind: ColumnKind, values: readonly SqlValue[]): number {
  let size = headerBytes + lengthBytes * values.length;
  if (elementTypes[kind] === elementTypes.text) {
    for (const value of values) if (value !== null) size += Buffer.byteLength(value as string);
    return size;
  }
  const each = kind === 'boolean' ? 1 : 8;
  for (const value of values) if (value !== null) size += each;
  return size;
}
