/** The message of `dead-letters`: what could not be read, whole enough to be looked into. */

import { z } from 'zod';

/** Bytes of a broken message that are kept. */
export const deadLetterBytesMax = 65_536;

export const deadLetterSchema = z
  .strictObject({
    type: z.literal('DeadLetter'),
    version: z.literal(1),
    topic: z.string(),
    partition: z.int().nonnegative(),
    offset: z.int().nonnegative(),
    key: z.string().nullable(),
    reason: z.string().max(1000),
    value: z.string().describe('Base64 of its first bytes.'),
    size: z.int().nonnegative().describe('Number of its bytes.'),
  })
  .describe('A message that no reader could take. Nothing else was held up by it.');
export type DeadLetter = z.infer<typeof deadLetterSchema>;
