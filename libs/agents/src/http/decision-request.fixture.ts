/** What a program behind an address is posted of trading, as a schema. */

import { z } from 'zod';
import { executionPolicySchema } from '#contracts/scenario/execution-policy';

const price = z.number().nullable();

export const decisionRequestSchema = z.strictObject({
  type: z.literal('decision-request'),
  /** The version of this form. */
  version: z.literal(1),
  /**
   * Names the attempt: the same when it is asked again, after a crash or in a replay. Also
   * `Idempotency-Key`.
   */
  ask: z.string(),
  run: z.string(),
  label: z.string(),
  agent: z.string(),
  workflow: z.string(),
  symbols: z.array(z.string()),
  asOf: z.int().nonnegative(),
  /** From 1. */
  attempt: z.int().positive(),
  /** ISO 8601, UTC, of the market. */
  time: z.string(),
  session: z.string().nullable(),
  policy: executionPolicySchema,
  capital: z.number(),
  account: z.strictObject({
    cash: z.number(),
    equity: z.number(),
    /** Shares by symbol, signed; symbols of which none are held are left out. */
    positions: z.record(z.string(), z.number()),
  }),
  /** Last prices by symbol, in currency per share; null before the first. */
  prices: z.record(z.string(), price),
  /** Only in a hedging run, once it has chosen a pair. */
  pair: z
    .strictObject({
      left: z.string(),
      right: z.string(),
      direction: z.enum(['LONG_SHORT', 'SHORT_LONG']).nullable(),
      entryPrices: z.strictObject({ left: z.number(), right: z.number() }).nullable(),
    })
    .nullable(),
  tools: z.strictObject({
    /** MCP over streamable HTTP; the token in it opens the tools of this decision alone. */
    url: z.string(),
    calls: z.int(),
    bytes: z.int(),
  }),
  /**
   * The model that it reaches through the recording gateway; null where its
   * configuration names none.
   */
  model: z
    .strictObject({
      name: z.string(),
      api: z.string().nullable(),
      /** The paths of the provider's API are below it. No key is needed. */
      baseUrl: z.string(),
    })
    .nullable(),
  budget: z.strictObject({
    /** Milliseconds for the decision, all attempts together. */
    timeMs: z.int(),
    /** By the wall clock: ISO 8601, UTC. */
    deadline: z.string(),
    modelCalls: z.int().nullable(),
    tokens: z.int().nullable(),
    usd: z.number().nullable(),
  }),
});
export type PostedDecision = z.infer<typeof decisionRequestSchema>;
