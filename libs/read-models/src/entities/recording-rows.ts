/** Rows of the model gateway, made from no topic. `libs/llm` reads and writes them with its own statements. */

import { z } from 'zod';
import { countSchema } from './fields.js';

/** One row: the gateway that may make calls. */
export const modelGatewayRowSchema = z.strictObject({ place: z.string(), instance: z.string() });

const attempt = { run: z.string(), asOf: countSchema, attempt: countSchema };

export const modelAskRowSchema = z.strictObject({
  ...attempt,
  opened: z.string(),
  ended: z.string().nullable(),
});

export const modelCallRowSchema = z.strictObject({
  ...attempt,
  lane: z.string(),
  ordinal: countSchema,
  /** Whose call it is: the gateway, and the number of the claim within it. */
  instance: z.string(),
  claim: z.string(),
  claimedAt: z.string(),
  digest: z.string(),
  /** JSON, as `recorded-call.ts` in libs/llm describes it. */
  claimed: z.string(),
  tries: z.string(),
  call: z.string().nullable(),
});
