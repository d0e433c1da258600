/** The messages of `runs`, `agent.decisions`, `portfolio.events` and `scores`: from a plan to its figures. */

import { z } from 'zod';
import { decisionSchema } from '../parsing/decision.js';
import { decisionEventSchema, journalEventSchema } from '../journal/journal-event-schema.js';
import { engineSemantics } from '../journal/journal-events.js';
import { planSchema } from '../scenario/manifest.js';
import {
  coverageSchema,
  taskFiguresSchema,
  symbolDataSchema,
  tradingFigures,
} from '../result/result.js';
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

/** `outside-agent`: an external one. `turn`: for a slot in the adapter. `stuck`: needs human intervention. */
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
        .describe("The version of the engine's semantics that the run is to be done with."),
      plan: planSchema,
      dataset: z
        .string()
        .optional()
        .describe(
          'The name under which the data set is registered, whose solutions score tasks, and whose texts tools show.',
        ),
    }).describe('A run that is to be done. Submitting it again changes nothing.'),
    ScenarioSubmitted: message('ScenarioSubmitted', 1, {
      submission: sha256,
      tape: z.string(),
      scenario: submittedScenarioSchema,
      runs: z.array(run),
      data: z
        .array(symbolDataSchema)
        .optional()
        .describe(
          'What the check of the data found about each symbol in the window; left out where it is not known.',
        ),
    }).describe(
      'A submitted scenario and its runs, in the order of its result. The key is the submission.',
    ),
    RunCancelled: message('RunCancelled', 1, {
      run,
      reason: z.string().max(300),
    }).describe('A run that nobody wants any more; what it published stays.'),
  },
  'agent.decisions': {
    Decisions: message('Decisions', 1, {
      run,
      first: z
        .int()
        .positive()
        .describe(
          'Number of the first due decision within its run, from 1, gapless; of the next one where there is none. ' +
            'A stretch has as many numbers as it has decisions.',
        ),
      decisions: z.array(decisionEventSchema),
      watermark: count.describe(
        'Every decision that is due at or before this as-of has been sent.',
      ),
      asking: z
        .int()
        .positive()
        .optional()
        .describe(
          'Of a live run: the as-of at which its agent is about to be asked. A process that resumes the run does not ' +
            'ask again.',
        ),
      wait: waitSchema
        .optional()
        .describe(
          'Of a run that has waited for some seconds. Such a message has neither decisions nor a watermark of its own.',
        ),
    }).describe(
      'Decisions of a run, in order. A stretch may be split between messages anywhere: its parts mean the same.',
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
    }).describe(
      'What an agent outside of the system answers; it becomes a decision, or a refusal.',
    ),
    AnswerRefused: message('AnswerRefused', 1, {
      run: z.string(),
      agent: z.string(),
      asOf: count,
      reason: z.string().max(500),
    }).describe('An answer from outside that was not taken.'),
  },
  'portfolio.events': {
    Events: message('Events', 1, {
      run,
      first: z
        .int()
        .positive()
        .describe('Number of the first record within its journal, from 1, gapless.'),
      events: z.array(journalEventSchema).min(1),
      hash: sha256
        .nullable()
        .describe('The hash of the journal, where its last record is among these.'),
    }).describe("Records of a run's journal, in order."),
  },
  scores: {
    RunScored: message('RunScored', 1, {
      run,
      journalHash: sha256,
      records: count,
      ...tradingFigures,
      coverage: coverageSchema,
    }).describe('The figures of a finished run that traded.'),
    TasksScored: message('TasksScored', 1, {
      run,
      workflow: z.string(),
      journalHash: sha256,
      records: count,
      solutions: sha256
        .nullable()
        .describe('Of the file of solutions that the answers were scored by; null without one.'),
      figures: taskFiguresSchema.describe('As the workflow names them; null where undefined.'),
      undefinedBecause: z.record(z.string(), z.string()),
      coverage: coverageSchema,
    }).describe('The figures of a finished run of tasks.'),
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
export type TasksScored = z.infer<(typeof runMessages)['scores']['TasksScored']>;
export type RunScored = z.infer<(typeof runMessages)['scores']['RunScored']>;

/** Whether a run was submitted to an engine with the same semantics of policies, fills and marks. */
export const isOfTheseSemantics = ({ semantics }: Pick<RunSubmitted, 'semantics'>): boolean =>
  semantics === engineSemantics;
