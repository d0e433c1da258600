/** The messages of `agent.calls`: what agents asked their tools, decision by decision. */

import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** A call, as it is kept; the text of its result by claim check. */
export const toolCallSchema = z.strictObject({
  ordinal: z.int().positive().describe('Number of the call within its decision, from 1, gapless.'),
  tool: z.string().max(200),
  arguments: z.string().describe('Canonical JSON, as it was asked.'),
  result: sha256
    .nullable()
    .describe(
      'SHA-256 of the result as JSON; null where the call failed. The text comes again when the call is repeated ' +
        'at its as-of.',
    ),
  bytes: count.describe('UTF-8 bytes of that JSON, or of the error.'),
  error: z.string().nullable().describe('Why the call failed, as the agent was told.'),
  durationMs: z.number().nonnegative().describe('Wall time; part of no digest.'),
});

export const callsMadeSchema = z
  .strictObject({
    type: z.literal('CallsMade'),
    version: z.literal(1),
    run: sha256,
    agent: z.string().describe('Id of the agent in its scenario.'),
    asOf: count.describe('Where the decision was due: the last fact that a call could see.'),
    digest: sha256.describe(
      'Over all calls of the decision, as `ToolsCalled` before it says. Calls under a digest that the journal does ' +
        'not have at this as-of are those of an agent whose answer never counted: pass them by.',
    ),
    calls: z.array(toolCallSchema).min(1),
  })
  .describe('Tool calls of one decision, all of them or some; published before the decision is.');

export type ToolCall = z.infer<typeof toolCallSchema>;
export type CallsMade = z.infer<typeof callsMadeSchema>;
