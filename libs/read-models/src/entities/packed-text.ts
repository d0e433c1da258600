/** Long texts in a column of text: compressed, for messages say the same many times over. */

import { deflateSync, inflateSync } from 'node:zlib';
import type { z } from 'zod';

/** Shorter ones stay as they are. Postgres begins to compress at about this size, but after all of it has come over. */
const packedFrom = 2000;
/** Room for what comes out at once: the little that mostly does needs no second buffer. */
const chunkSize = 65_536;
/** What Base64 of zlib's output begins with: its first byte is 0x78. JSON text begins with nothing of the kind. */
const mark = 'e';

/** JSON text of a list or an object, as it lies in the database: a text of its own kind, or itself. */
export const packedText = (text: string): string =>
  text.length < packedFrom
    ? text
    : deflateSync(text, { level: 1, memLevel: 9, chunkSize }).toString('base64');

/** What `packedText` was given. */
export const unpackedText = (stored: string): string =>
  stored.startsWith(mark) ? inflateSync(Buffer.from(stored, 'base64')).toString() : stored;

const packedSchemas = new WeakSet<z.ZodType>();

/** Marks the schema of a text or a list that lies packed in its column. */
export function packed<S extends z.ZodType>(schema: S): S {
  packedSchemas.add(schema);
  return schema;
}

export const isPacked = (schema: z.ZodType): boolean => packedSchemas.has(schema);
