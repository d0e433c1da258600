/**
 * The messages of `runs`, `agent.decisions`, `portfolio.events` and `scores`: from a plan
 * to its figures.
 */

import { z } from 'zod';
import { decisionSchema } from '../parsing/decision.js';
import { decisionEventSchema, journalEventSchema } from '../journal/journal-event-schema.js';
import { engineSemantics } from '../journal/engine-semantics.js';
import { planSchema } from '../scenario/manifest.js';
import { drawdownSchema, figuresSchema } from '../result/figures.js';
import { coverageSchema, symbolDataSchema } from '../result/result.js';
import {
  executionSchema,
  taskScenarioSchema,
  tradingScenarioSchema,
  type Scenario,
} from '../scenario/scenario.js';
import { tradingWorkflows } from '../scenario/trading-terms.js';
import { count, message, sha256 } from './message.js';

const run = sha256;

/** A message always has its policy. */
const submittedScenarioSchema = z.union([
  // Both trading workflows in one: the number of alternatives without a tag must not grow.
  tradingScenarioSchema.extend({
    workflow: z.enum(tradingWorkflows).default('trading'),
    index: z.string().max(32).optional(),
    execution: executionSchema.default('close'),
  }),
  taskScenarioSchema,
]) as unknown as z.ZodType<Scenario>;

/**
 * `outside-agent`: an external one. `turn`: for a slot in the adapter. `stuck`: needs
 * human intervention.
 */
export const waitReasons = ['tape', 'agent', 'outside-agent', 'turn', 'stuck'] as const;

const waitSchema = z
  .strictObject({
    reason: z.enum(waitReasons),
    since: z
      .int()
      .describe('Microseconds since 1970-01-01T00:00:00Z, by the clock of the adapter.'),
    detail: z.string().max(500).describe('The reason in words.'),
    watermark: count.describe('Of the run while it waits, which ends with a later one.'),
  })
  .describe('What a run waits for.');

/** By topic and type. */
export const runMessages = {
  runs: {
    RunSubmitted: message('RunSubmitted', 1, {
      run,
      label: z.string(),
      submission: sha256.describe(
        'Id of the submission that it belongs to: the hash of scenario and data.',
      ),
      tape: z.string(),
      semantics: z
        .int()
        .positive()
        .describe("Version of the engine's semantics to use for the run."),
      plan: planSchema,
      dataset: z
        .string()
        .optional()
        .describe(
          'Registered name of the data set. Its solutions score tasks, and tools read its texts.',
        ),
    }).describe('Requests a run. Submitting it again has no effect.'),
    ScenarioSubmitted: message('ScenarioSubmitted', 1, {
      submission: sha256,
      tape: z.string(),
      scenario: submittedScenarioSchema,
      runs: z.array(run),
      data: z
        .array(symbolDataSchema)
        .optional()
        .describe('Findings of the data check for each symbol in the window; omitted if unknown.'),
    }).describe(
      'A submitted scenario and its runs, in the order of its result. The key is the submission.',
    ),
    RunCancelled: message('RunCancelled', 1, {
      run,
      reason: z.string().max(300),
    }).describe('Cancels a run. Messages that it has already published remain.'),
  },
  'agent.decisions': {
    Decisions: message('Decisions', 1, {
      run,
      first: z
        .int()
        .positive()
        .describe(
          'Number of its first due decision within the run, from 1, without gaps; the next ' +
            'number if it has none. A stretch takes one number for each of its decisions.',
        ),
      decisions: z.array(decisionEventSchema),
      watermark: count.describe('Every decision due at or before this as-of has been sent.'),
      asking: z
        .int()
        .positive()
        .optional()
        .describe(
          'For a live run: the as-of at which its agent is about to be asked. A process that ' +
            'resumes it does not ask again.',
        ),
      wait: waitSchema
        .optional()
        .describe(
          'Why the run has been waiting for several seconds. Such a message has no decisions ' +
            'and no new watermark.',
        ),
    }).describe(
      'Decisions of a run, in order. A stretch may be split across messages at any point; the ' +
        'meaning is the same.',
    ),
    AgentAnswer: message('AgentAnswer', 1, {
      run,
      agent: z.string().describe('Id of the agent in its scenario.'),
      asOf: z
        .int()
        .positive()
        .describe(
          'The last fact that the agent had seen: the as-of at which the decision was due.',
        ),
      decision: decisionSchema,
    }).describe('The answer of an outside agent. It becomes a decision or a refusal.'),
    AnswerRefused: message('AnswerRefused', 1, {
      run: z.string(),
      agent: z.string(),
      asOf: count,
      reason: z.string().max(500),
    }).describe('A refused answer of an outside agent.'),
  },
  'portfolio.events': {
    Events: message('Events', 1, {
      run,
      first: z
        .int()
        .positive()
        .describe('Number of the first record within its journal, from 1, gapless.'),
      events: z.array(journalEventSchema).min(1),
      hash: sha256.nullable().describe('Hash of the journal, if its last record is among these.'),
    }).describe("Records of a run's journal, in order."),
  },
  scores: {
    RunScored: message('RunScored', 2, {
      run,
      workflow: z
        .string()
        .optional()
        .describe('Omitted in figures of trading by an earlier version.'),
      journalHash: sha256,
      records: count,
      solutions: sha256
        .nullable()
        .optional()
        .describe(
          'For work on tasks: SHA-256 of the solutions file that scored the answers; null if ' +
            'there is none.',
        ),
      figures: figuresSchema.describe('Named by the workflow.'),
      drawdown: drawdownSchema.optional().describe('Omitted where there is no equity.'),
      coverage: coverageSchema,
    }).describe('The figures of a finished run.'),
  },
};

export type { DecisionEvent } from '../journal/due-decisions.js';
export type RunSubmitted = z.infer<(typeof runMessages)['runs']['RunSubmitted']>;
export type ScenarioSubmitted = z.infer<(typeof runMessages)['runs']['ScenarioSubmitted']>;
export type RunCancelled = z.infer<(typeof runMessages)['runs']['RunCancelled']>;
export type Decisions = z.infer<(typeof runMessages)['agent.decisions']['Decisions']>;
export type RunWait = NonNullable<Decisions['wait']>;
export type AgentAnswer = z.infer<(typeof runMessages)['agent.decisions']['AgentAnswer']>;
export type AnswerRefused = z.infer<(typeof runMessages)['agent.decisions']['AnswerRefused']>;
export type Events = z.infer<(typeof runMessages)['portfolio.events']['Events']>;
export type RunScored = z.infer<(typeof runMessages)['scores']['RunScored']>;

/**
 * Whether a run was submitted to an engine with the same semantics of policies, fills and marks.
 */
export const isOfTheseSemantics = ({ semantics }: Pick<RunSubmitted, 'semantics'>): boolean =>
  semantics === engineSemantics;
