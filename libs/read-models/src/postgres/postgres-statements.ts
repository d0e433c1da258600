/** Writes many rows in one Postgres statement: each column is sent as an array, whatever the number of rows. */

import type { EntityManager } from 'typeorm';
import { columnList, conflictClause, nameOf } from '../sql/sql-store.js';
import { codecs, columnTypes, type ColumnKind, type Table } from '../tables/table.js';

export type SqlValue = string | number | boolean | null;

/** Uses an unnamed statement: a cached plan would keep using tables that were swapped out. */
export async function writeRows(
  tables: EntityManager,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const arrays = table.columns.map(({ kind }, index) => `$${index + 1}::${columnTypes[kind]}[]`);
  const values = table.columns.map(({ property, kind }) => {
    const column = rows.map((row) => (row as Readonly<Record<string, unknown>>)[property]);
    return binaryArray(kind, column.map(codecs[kind].to) as SqlValue[]);
  });
  await tables.query(
    `INSERT INTO ${nameOf(tables, table)} (${columnList(table)}) SELECT * FROM unnest(${arrays.join()})
     ${conflictClause(table)}`,
    values,
  );
}

/** Object ids of element types in Postgres, the same in every version. */
const elementTypes: Readonly<Record<ColumnKind, number>> = {
  text: 25,
  json: 25,
  'packed text': 25,
  'packed json': 25,
  bigint: 20,
  double: 701,
  boolean: 16,
};

/** Dimensions, null flag, type, length, first index: four bytes each. */
const headerBytes = 20;
const lengthBytes = 4;
const twoTo32 = 2 ** 32;

/**
 * One dimension, from 1; each value as encoded by its codec: whole numbers are safe integers. The source of
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

/** Each writes a value and returns the index after it. */
const writers: Readonly<Record<ColumnKind, Write>> = {
  text: writeText,
  json: writeText,
  'packed text': writeText,
  'packed json': writeText,
  bigint(bytes, at, value) {
    const high = Math.floor((value as number) / twoTo32);
    bytes.writeInt32BE(high, at);
    return bytes.writeUInt32BE((value as number) - high * twoTo32, at + 4);
  },
  // Normalizes -0 to 0.
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
