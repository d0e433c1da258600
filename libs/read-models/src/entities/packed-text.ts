/** Compresses long texts in a text column, since messages are highly repetitive. */

import { deflateSync, inflateSync } from 'node:zlib';
import type { z } from 'zod';

/**
 * Shorter texts are stored as is. Postgres also compresses from about this size, but only
 * after the transfer.
 */
const packedFrom = 2000;
/** Output buffer size: most results are small and need no second buffer. */
const chunkSize = 65_536;
/**
 * First character of zlib's output in Base64, since its first byte is 0x78. JSON lists and objects
 * start otherwise.
 */
const mark = 'e';

/** JSON text of a list or an object, as stored in the database: packed, or unchanged. */
export const packedText = (text: string): string =>
  text.length < packedFrom
    ? text
    : deflateSync(text, { level: 1, memLevel: 9, chunkSize }).toString('base64');

/** The inverse of `packedText`. */
export const unpackedText = (stored: string): string =>
  stored.startsWith(mark) ? inflateSync(Buffer.from(stored, 'base64')).toString() : stored;

const packedSchemas = new WeakSet<z.ZodType>();

/** Marks the schema of a text or a list that is stored packed. */
export function packed<S extends z.ZodType>(schema: S): S {
  packedSchemas.add(schema);
  return schema;
}

export const isPacked = (schema: z.ZodType): boolean => packedSchemas.has(schema);
