/** The fields that requests and answers share, each with its check. */

import { z } from 'zod';
import { speedSchema } from '#contracts/streams/market';
import { pageLimitMax, runStatuses } from '#read-models';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256: 64 digits of 0-9, a-f');
export const countSchema = z.int().nonnegative();

export const instantSchema = z.int().describe('Microseconds since 1970-01-01T00:00:00Z.');

export const statusSchema = z.enum(runStatuses);

/** Names come from data sets; none of them is a path, and none breaks a line. */
export const tapeIdSchema = z
  .string()
  .regex(/^[^/\\\p{Cc}\p{Cs}]{1,200}$/u, 'the id of a tape: 1 to 200 characters, no slash')
  .refine((id) => !/^\.+$/.test(id), 'the id of a tape');

const limit = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, `a whole number from 1 to ${pageLimitMax}`)
  .transform(Number)
  .refine((value) => value <= pageLimitMax, `at most ${pageLimitMax}`)
  .meta({ description: `Rows a page, from 1 to ${pageLimitMax}; 100 when it is left out.` });

const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,1000}$/, 'the `next` of the page before')
  .meta({ description: 'The `next` of the page before.' });

export const pageQuerySchema = z.strictObject({
  limit: limit.optional(),
  cursor: cursor.optional(),
});

const recordNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'the number of a record')
  .transform(Number);

export const journalQuerySchema = z.strictObject({
  from: recordNumber
    .refine((value) => value > 0, 'the number of a record, from 1')
    .meta({ description: 'Number of the first record wanted; 1 when it is left out.' })
    .optional(),
  limit: limit.optional(),
});

export const runQuerySchema = pageQuerySchema.extend({
  submission: sha256Schema.optional(),
  tape: tapeIdSchema.optional(),
  status: statusSchema.optional(),
});

/** How fast the tape is released that a scenario needs; a tape that is there already keeps its speed. */
export const submitQuerySchema = z.strictObject({
  speed: z
    .union([
      z.literal('max'),
      z
        .string()
        .regex(/^\d{1,9}(\.\d{1,6})?$/)
        .transform(Number),
    ])
    .pipe(speedSchema)
    .optional()
    .meta({ description: '`max`, or times real time.' }),
});

/** Where a stream goes on, for clients that cannot send the header. */
export const streamQuerySchema = z.strictObject({ after: recordNumber.optional() });
export const submissionStreamQuerySchema = streamQuerySchema.extend({ submission: sha256Schema });

export const runPathSchema = z.strictObject({ run: sha256Schema });
export const submissionPathSchema = z.strictObject({ submission: sha256Schema });
export const tapePathSchema = z.strictObject({ tape: tapeIdSchema });

export type PageQuery = z.output<typeof pageQuerySchema>;
