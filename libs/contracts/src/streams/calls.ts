/** The messages of `agent.calls`: the tool and model calls of agents, decision by decision. */

import { z } from 'zod';
import { answerClasses } from '../journal/answer-class.js';
import { count, message, sha256 } from './message.js';

/** A recorded call; the text of its result is a claim check. */
export const toolCallSchema = z.strictObject({
  ordinal: z
    .int()
    .positive()
    .describe('Number of the call within its decision, from 1, without gaps.'),
  tool: z.string().max(200),
  arguments: z.string().describe('The arguments as the agent sent them, as canonical JSON.'),
  result: sha256
    .nullable()
    .describe(
      'SHA-256 of the result as JSON; null if the call failed. To get the text, repeat the call ' +
        'at its as-of.',
    ),
  bytes: count.describe('UTF-8 bytes of that JSON, or of the error.'),
  error: z.string().nullable().describe('The error, as reported to the agent.'),
  durationMs: z.number().nonnegative().describe('Wall time; not part of any digest.'),
});

/** One attempt to get one decision. */
const attemptKey = {
  run: sha256,
  asOf: count.describe('Where the decision is due.'),
  attempt: z.int().positive().describe('Number of the attempt to get this decision, from 1.'),
};

/** By topic and type. */
export const callMessages = {
  'agent.calls': {
    CallsMade: message('CallsMade', 1, {
      run: sha256,
      agent: z.string().describe('Id of the agent in its scenario.'),
      asOf: count.describe('Where the decision was due: the last fact that a call could see.'),
      digest: sha256.describe(
        'Digest of all calls of the decision, as in the preceding `ToolsCalled`. Ignore calls ' +
          'whose digest is not in the journal at this as-of: their answer was never accepted.',
      ),
      calls: z.array(toolCallSchema).min(1),
    }).describe('Tool calls of one decision, all or some of them; published before the decision.'),
    AskOpened: message('AskOpened', 1, {
      ...attemptKey,
      agent: z.string().max(200).describe('Id of the agent in its scenario.'),
      session: z.string().nullable().describe('Civil date, if the work has sessions.'),
      model: z.string().nullable().describe('provider/model; null if the agent names no model.'),
      prompt: sha256
        .nullable()
        .describe('SHA-256 of the rendered prompt; null for an agent that uses its own.'),
      openedAt: z.string().describe('Wall time, ISO 8601, UTC.'),
    }).describe(
      'An agent is about to be asked; published before its first model call. An attempt may be ' +
        'published again after a crash or from two workers at once: the first message of its key ' +
        'counts.',
    ),
    ModelCalled: message('ModelCalled', 1, {
      ...attemptKey,
      lane: z.string().min(1).max(64).describe('A conversation within the attempt.'),
      ordinal: z.int().positive().describe('Number of the call within its lane, from 1.'),
      provider: z.string(),
      api: z.string(),
      model: z.string(),
      canonicaliser: z.string(),
      digest: sha256.describe('SHA-256 of path and canonical request.'),
      tries: z
        .array(
          z.strictObject({
            outcome: z.string().describe('unknown: in flight when the gateway died.'),
            status: z.int().nullable(),
            startedAt: z.string(),
            durationMs: z.number().nonnegative(),
          }),
        )
        .min(1)
        .describe('HTTP requests to the provider.'),
      status: z.int().nullable().describe('HTTP status of the response that the agent got.'),
      usage: z
        .strictObject({
          input: count,
          output: count,
          cachedInput: count,
          cacheWrite: count,
          reasoning: count,
        })
        .nullable()
        .describe('Tokens; null if the provider did not report them.'),
      stopReason: z.string().nullable(),
      cost: z
        .strictObject({ usd: z.number().nonnegative(), prices: z.string() })
        .nullable()
        .describe('Priced by the price table of that version; null means unpriced, not free.'),
    }).describe(
      'A model call has ended. The recording of the model gateway has its request and response ' +
        'under the same key. The same call may be published again: one key is one call.',
    ),
    AskEnded: message('AskEnded', 1, {
      ...attemptKey,
      class: z.enum(answerClasses),
      reason: z
        .string()
        .max(2_000)
        .nullable()
        .describe('Reason in words; null if it was answered.'),
      durationMs: z.number().nonnegative(),
    }).describe('An attempt has ended; the first message of its key counts.'),
  },
};

export type ToolCall = z.infer<typeof toolCallSchema>;
export type CallsMade = z.infer<(typeof callMessages)['agent.calls']['CallsMade']>;
export type AskOpened = z.infer<(typeof callMessages)['agent.calls']['AskOpened']>;
export type ModelCalled = z.infer<(typeof callMessages)['agent.calls']['ModelCalled']>;
export type AskEnded = z.infer<(typeof callMessages)['agent.calls']['AskEnded']>;
