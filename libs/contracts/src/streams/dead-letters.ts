/** The message of `dead-letters`: what could not be read, whole enough to be looked into. */

import { z } from 'zod';

/** Bytes of a broken message that are kept. */
export const deadLetterBytesMax = 65_536;

/** A message that no reader could take. Nothing else was held up by it. */
export const deadLetterSchema = z.strictObject({
  type: z.literal('DeadLetter'),
  version: z.literal(1),
  topic: z.string(),
  partition: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  key: z.string().nullable(),
  reason: z.string().max(1000),
  /** Base64 of its first bytes. */
  value: z.string(),
  /** Number of its bytes. */
  size: z.int().nonnegative(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;
