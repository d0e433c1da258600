/** The fields that rows and what is read of them share, each with its check. */

import { z } from 'zod';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256: 64 digits of 0-9, a-f');
export const countSchema = z.int().nonnegative();
export const instantSchema = z.int().describe('Microseconds since 1970-01-01T00:00:00Z.');
export const numberOrNull = z.number().nullable();

/** Where in its run a row belongs: number of the record, as-of, and knowledge time. */
export const place = {
  run: z.string(),
  record: countSchema,
  asOf: countSchema,
  time: instantSchema,
};
