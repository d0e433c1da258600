/**
 * Rows from the topic `agent.decisions`: decisions of each run, their progress, and
 * refused answers.
 */

import { z } from 'zod';
import { failureClasses } from '#contracts/journal/answer-class';
import type { DecisionEvent, RunWait } from '#contracts/streams/runs';
import { countSchema, instantSchema, numberOrNull, sha256Schema } from './fields.js';
import { packed } from './packed-text.js';

/**
 * Decisions as received: the new ones of a message, so that a thousand of them are one row. A
 * stretch is one item.
 */
export const decisionPartRowSchema = z.strictObject({
  run: z.string(),
  /** Numbers of its first and last decision within the run, from 1, without gaps. */
  first: countSchema,
  last: countSchema,
  decisions: packed(z.custom<readonly DecisionEvent[]>()),
});

/** A decision as it is read. */
export const decisionRowSchema = z
  .strictObject({
    run: z.string(),
    number: countSchema.describe('Number within its run, from 1, without gaps.'),
    asOf: countSchema,
    time: instantSchema,
    type: z
      .string()
      .describe('DecisionMade, a stretch of DecisionsUnchanged, or why none was made.'),
    count: countSchema.describe('Due decisions that it covers; a stretch takes as many numbers.'),
    since: countSchema.describe('As-of of the first of them.'),
    decision: z.looseObject({ kind: z.string() }).nullable(),
    rationale: sha256Schema.nullable().describe('SHA-256 of the text.'),
    reason: z.string().nullable(),
    class: z
      .enum(failureClasses)
      .nullable()
      .describe('Class of the failure, if the agent states one, as agents that ask models do.'),
    calls: countSchema.describe('Number of tool calls made for it.'),
    callsDigest: sha256Schema.nullable().describe('Digest of those calls; null if none.'),
    disputed: z
      .array(z.strictObject({ symbol: z.string(), said: z.number(), price: numberOrNull }))
      .readonly()
      .describe(
        'Prices given by the agent that differ from those of the tape. Fills use the prices of ' +
          'the tape.',
      ),
  })
  .meta({ id: 'Decision', description: 'What an agent answered when it was asked.' });
export type DecisionRow = z.output<typeof decisionRowSchema>;

export const decisionProgressRowSchema = z.strictObject({
  run: z.string(),
  /** Decisions so far. */
  decisions: countSchema,
  /** Every decision due at or before this as-of is there. */
  watermark: countSchema,
  /** Why no further decisions are accepted, if some are missing. */
  failure: z.string().nullable(),
  /** What it waits for, until it resumes. */
  wait: z.custom<RunWait>().nullable(),
});

/** An answer refused twice is one row. */
export const refusalRowSchema = z
  .strictObject({
    run: z.string(),
    asOf: countSchema,
    /** Hash of agent and reason. */
    id: z.string(),
    agent: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'Refusal', description: 'A refused answer of an outside agent.' });
