/** Fields shared by rows and by what is read from them, each with its check. */

import { z } from 'zod';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256: 64 digits of 0-9, a-f');
export const countSchema = z.int().nonnegative();
export const instantSchema = z.int().describe('Microseconds since 1970-01-01T00:00:00Z.');
export const numberOrNull = z.number().nullable();

/** The place of a row in its run: number of the record, as-of, and knowledge time. */
export const place = {
  run: z.string(),
  record: countSchema,
  asOf: countSchema,
  time: instantSchema,
};
