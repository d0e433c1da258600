/** The parts of a gateway's answers that this client reads; unknown members are ignored. */

import { z } from 'zod';
import { sha256 } from '#contracts/streams/message';
import { submissionRowSchema } from '#read-models/entities/run-rows';
import { runSchema as shownSchema } from '#read-models/tables/shown';

/** Becomes the name of a folder here. */
const label = z.string().regex(/^(?!\.)[A-Za-z0-9._-]{1,250}$/);

export const submittedSchema = z.object({
  submission: sha256,
  tape: z.string(),
  runs: z.array(sha256),
  created: z.boolean(),
});
export type Submitted = z.infer<typeof submittedSchema>;

export const submissionSchema = submissionRowSchema.strip();
export type Submission = z.infer<typeof submissionSchema>;

export const runSchema = shownSchema
  .omit({ tape: true, decisions: true, watermark: true })
  .strip()
  .extend({
    label,
    /** What it waits for, since when (microseconds), in words; omitted if it does not wait. */
    wait: z.object({ reason: z.string(), since: z.int(), detail: z.string() }).optional(),
  });
export type Run = z.infer<typeof runSchema>;

export const cancelledSchema = z.object({ run: sha256, reason: z.string() });

export const clockTurnedSchema = z.object({ tape: z.string(), command: z.string() });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
