/** A column of rows as one array in the binary format of Postgres: nothing is escaped, and nothing parsed. */

import type { ColumnKind } from '../tables.js';
import type { SqlValue } from '../sql/sql-store.js';

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
