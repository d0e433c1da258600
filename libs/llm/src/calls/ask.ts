/**
 * An ask: one attempt to get one decision from an agent that reaches its model through the gateway.
 */

import { z } from 'zod';
import { answerClasses } from '#contracts/journal/answer-class';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** Which attempt it is: of a run, at a due decision. */
export const askKeySchema = z.strictObject({
  /** Id of the run. */
  run: sha256,
  /** As-of of the decision. */
  asOf: count,
  /** From 1. */
  attempt: z.int().positive(),
});

/** What is durable before the first call of an attempt. */
export const openedAskSchema = askKeySchema.extend({
  agent: z.string().describe('Id of the agent in its scenario.'),
  session: z.string().nullable().describe('Civil date of the decision, if the work has sessions.'),
  model: z.string().nullable().describe('provider/model; null if the agent names no model.'),
  /** SHA-256 of the prompt as it was rendered; null for an agent with a prompt of its own. */
  prompt: sha256.nullable(),
  openedAt: z.string().describe('Wall time, ISO 8601, UTC.'),
});

/** How an attempt ended. */
export const endedAskSchema = askKeySchema.extend({
  class: z.enum(answerClasses),
  /** In words; null if it was answered. */
  reason: z.string().nullable(),
  /** The decision as canonical JSON; null if there is none. */
  decision: z.string().nullable(),
  /** The agent's own notes behind this decision; null if it keeps none, or wrote none. */
  notes: z.string().nullable(),
  durationMs: z.number().nonnegative(),
});

/** The same for an open attempt. */
export const askEndSchema = endedAskSchema.omit({ run: true, asOf: true, attempt: true });

/** An attempt, with its end if it has one. */
export const recordedAskSchema = z.strictObject({
  opened: openedAskSchema,
  ended: endedAskSchema.nullable(),
});

/** Spending limits; a member that is left out is unbounded. */
const modelBudget = z
  .strictObject({
    calls: z.number().optional(),
    /** Input and output together. */
    tokens: z.number().optional(),
    usd: z.number().optional(),
  })
  .optional();

/** Options of an attempt when it is opened. */
export const askRequestSchema = openedAskSchema.omit({ openedAt: true }).extend({
  /** Wall time at which the decision is late, ISO 8601, UTC: pending calls are abandoned then. */
  deadline: z.iso.datetime(),
  budget: z.strictObject({ decision: modelBudget, run: modelBudget }),
});

export type AskKey = Readonly<z.infer<typeof askKeySchema>>;
export type OpenedAsk = Readonly<z.infer<typeof openedAskSchema>>;
export type EndedAsk = Readonly<z.infer<typeof endedAskSchema>>;

export type AskEnd = Readonly<z.infer<typeof askEndSchema>>;
export type RecordedAsk = Readonly<z.infer<typeof recordedAskSchema>>;
export type AskRequest = Readonly<z.infer<typeof askRequestSchema>>;
