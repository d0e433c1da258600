/** The parts of a gateway's answers that this client reads; unknown members are ignored. */

import { z } from 'zod';
import { planSchema } from '#contracts/scenario/manifest';
import { symbolDataSchema } from '#contracts/result/result';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { count, sha256 } from '#contracts/streams/message';

/** Becomes the name of a folder here. */
const label = z.string().regex(/^(?!\.)[A-Za-z0-9._-]{1,250}$/);

export const submittedSchema = z.object({
  submission: sha256,
  tape: z.string(),
  runs: z.array(sha256),
  created: z.boolean(),
});
export type Submitted = z.infer<typeof submittedSchema>;

export const submissionSchema = z.object({
  submission: sha256,
  tape: z.string(),
  scenario: scenarioSchema,
  /** In the order of the result. */
  runs: z.array(sha256),
  /** Null if unknown. */
  data: z.array(symbolDataSchema).nullable(),
});
export type Submission = z.infer<typeof submissionSchema>;

export const runSchema = z.object({
  run: sha256,
  label,
  submission: sha256,
  plan: planSchema,
  status: z.enum(['submitted', 'running', 'finished', 'cancelled', 'failed']),
  records: count,
  asOf: count,
  /** Knowledge time of the last record, microseconds. */
  time: z.int(),
  journalHash: sha256.nullable(),
  tapeHash: sha256.nullable(),
  failure: z.string().nullable(),
  cancelReason: z.string().nullable(),
  isScored: z.boolean(),
  /** Facts of its tape so far; null if unknown. */
  tapeFacts: count.nullable(),
  isTapeClosed: z.boolean(),
  isTapePaused: z.boolean(),
  /** What it waits for, since when (microseconds), in words; omitted if it does not wait. */
  wait: z.object({ reason: z.string(), since: z.int(), detail: z.string() }).optional(),
});
export type Run = z.infer<typeof runSchema>;

export const cancelledSchema = z.object({ run: sha256, reason: z.string() });

export const clockTurnedSchema = z.object({ tape: z.string(), command: z.string() });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
