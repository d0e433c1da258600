/** Fields of paths and queries, and the form of a page. */

import { z } from 'zod';
import { speedSchema } from '#contracts/streams/market';
import { cursorPatterns, pageLimitMax, runStatuses, type ListName, type Page } from '#read-models';
import { sha256Schema } from '#read-models/entities/fields';

/** Names come from data sets; none of them is a path or contains a line break. */
const tapeIdSchema = z
  .string()
  .regex(/^[^/\\\x00-\x1f\x7f-\x9f]{1,200}$/u, 'the id of a tape: 1 to 200 characters, no slash')
  .regex(/[^.]/, 'the id of a tape');

/** One to four digits, at most 1,000: `pageLimitMax`. */
const limit = z
  .string()
  .regex(/^([1-9][0-9]{0,2}|1000)$/, `a whole number from 1 to ${pageLimitMax}`)
  .transform(Number)
  .meta({ description: `Rows a page, from 1 to ${pageLimitMax}; 100 when it is left out.` });

/** The query of a page of `list`: cursors of other lists are refused. */
export const pageQueryOf = (list: ListName) => pageQueryWith(cursorPatterns[list]);

/** The query of a page whose cursors match this pattern. */
export const pageQueryWith = (cursor: RegExp) =>
  z.strictObject({
    limit: limit.optional(),
    cursor: z
      .string()
      .regex(cursor, 'the `next` of the page before')
      .meta({ description: '`next` of the previous page.' })
      .optional(),
  });

const recordNumber = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'a record number')
  .transform(Number);

export const journalQuerySchema = z.strictObject({
  from: z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/, 'a record number, 1 or more')
    .transform(Number)
    .meta({ description: 'Number of the first record to return; default 1.' })
    .optional(),
  limit: limit.optional(),
});

export const runQuerySchema = pageQueryOf('runs').extend({
  submission: sha256Schema.optional(),
  tape: tapeIdSchema.optional(),
  status: z.enum(runStatuses).optional(),
});

/** Greater than 0, with up to nine digits before the point and six after it. */
const positiveDecimal = z
  .string()
  .regex(/^[0-9]{1,9}([.][0-9]{1,6})?$/, 'a number above 0, or max')
  .regex(/[1-9]/, 'a number above 0, or max')
  .transform(Number);

/** The release speed of the tape that a scenario needs; an existing tape keeps its speed. */
export const submitQuerySchema = z.strictObject({
  speed: z
    .union([z.literal('max'), positiveDecimal])
    .pipe(speedSchema)
    .optional()
    .meta({ description: '`max`, or times real time.' }),
});

/** Where a stream resumes, for clients that cannot send the header. */
export const streamQuerySchema = z.strictObject({ after: recordNumber.optional() });
export const submissionStreamQuerySchema = streamQuerySchema.extend({ submission: sha256Schema });

export const runPathSchema = z.strictObject({ run: sha256Schema });
export const submissionPathSchema = z.strictObject({ submission: sha256Schema });
export const tapePathSchema = z.strictObject({ tape: tapeIdSchema });

export type PageQuery = z.output<ReturnType<typeof pageQueryOf>>;

const pageLimitDefault = 100;

/** A page of `item`; the schema of the page has its own id. */
export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    items: z.array(item).readonly(),
    next: z.string().nullable().describe('The `cursor` of the next page; null on the last page.'),
  });

/** At most `most` rows where rows are large: a page may be shorter than requested. */
export function pageOf({ limit, cursor }: PageQuery, most = pageLimitMax): Page {
  return { limit: Math.min(limit ?? pageLimitDefault, most), after: cursor };
}
