/**
 * Rows of tool calls: the calls, from `agent.calls`, and which of them count, from
 * `portfolio.events`.
 */

import { z } from 'zod';
import { countSchema, sha256Schema } from './fields.js';
import { packed } from './packed-text.js';

/**
 * A call as received; one of an answer that never counted has a digest that is not in the journal.
 */
export const callRowSchema = z
  .strictObject({
    run: z.string(),
    asOf: countSchema.describe(
      'Where the decision was due: the last fact that the call could see.',
    ),
    ordinal: countSchema.describe('Number within its decision, from 1, without gaps.'),
    digest: sha256Schema.describe('Digest of all calls of its decision, as in the journal.'),
    tool: z.string(),
    arguments: packed(z.string().describe('As the agent sent them, as canonical JSON.')),
    result: sha256Schema
      .nullable()
      .describe('SHA-256 of the result as JSON; null if the call failed.'),
    bytes: countSchema.describe('UTF-8 bytes of that JSON, or of the error.'),
    error: z.string().nullable().describe('The error, as reported to the agent.'),
    durationMs: z.number().describe('Wall time; not part of any digest.'),
  })
  .meta({ id: 'ToolCall', description: 'A tool call that an agent made for a decision.' });

/** What the journal records about the calls of a decision. */
export const calledDecisionRowSchema = z.strictObject({
  run: z.string(),
  asOf: countSchema,
  digest: z.string(),
  calls: countSchema,
});
