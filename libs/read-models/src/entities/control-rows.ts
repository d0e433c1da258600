/** Rows that are not projected from topics: tokens of the interface, and the audit of their use. */

import { z } from 'zod';
import { countSchema, instantSchema } from './fields.js';

export const tokenRowSchema = z.strictObject({
  name: z.string(),
  /** SHA-256 of the token, hex. The token itself is not stored. */
  hash: z.string(),
  scopes: z.array(z.string()).readonly(),
  /** Null: never. */
  expires: instantSchema.nullable(),
});

export const auditRowSchema = z
  .strictObject({
    at: instantSchema,
    id: z.string(),
    who: z.string().describe('Name of the token.'),
    what: z.string(),
    outcome: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, when, and how it ended.' });

/** How far each partition has been projected: written in the same transaction as the rows. */
export const checkpointRowSchema = z.strictObject({
  topic: z.string(),
  partition: countSchema,
  /** Messages before it are in the tables. */
  nextOffset: countSchema,
});
