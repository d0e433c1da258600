/** What the interface says about submissions and runs: the schemas of its answers, checked against what is read. */

import { z } from 'zod';
import { planSchema } from '#contracts/scenario/manifest';
import { symbolDataSchema } from '#contracts/result/result';
import { scenarioSchema, scenarioSchemaOf } from '#contracts/scenario/scenario';
import { judgedBy } from '../http/schema.pipe.js';
import { runWaitReasons } from './run-waits.js';
import { countSchema, instantSchema, sha256Schema, statusSchema } from './fields.js';

const exampleScenario = {
  name: 'hello',
  data: 'aapl-2013-2018',
  window: { from: '2017-01-03', to: '2017-12-29' },
  symbols: ['AAPL'],
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'cross', kind: 'sma-cross', fast: 20, slow: 50 },
  ],
};

/** A scenario as it comes in, and as it is told with its defaults. */
export const scenarioBodySchema = judgedBy(
  scenarioSchema.meta({
    id: 'ScenarioRequest',
    description:
      'A scenario, as in docs/reference/scenario.md; it names registered data sets only.',
    examples: [exampleScenario],
  }),
  scenarioSchemaOf,
);
const scenario = scenarioSchema.meta({ id: 'Scenario', description: 'A scenario in full.' });
const plan = planSchema.meta({ id: 'Plan', description: 'What a journal is a function of.' });

export const submissionSchema = z
  .strictObject({
    submission: sha256Schema,
    tape: z.string(),
    scenario,
    runs: z.array(sha256Schema).readonly().describe('In the order of the result.'),
    data: z
      .array(symbolDataSchema)
      .readonly()
      .nullable()
      .describe('What the check of the data found about each symbol; null where it is not known.'),
  })
  .meta({ id: 'Submission', description: 'A scenario that was handed in, and its runs.' });

export const submittedSchema = z
  .strictObject({
    submission: sha256Schema,
    tape: z.string(),
    runs: z
      .array(sha256Schema)
      .readonly()
      .describe('The ids that `tapefold run` gives; others where their tape has failed before.'),
    created: z.boolean().describe('False where the same was submitted before.'),
  })
  .meta({ id: 'Submitted', description: 'What came of handing in a scenario.' });

const runWaitSchema = z
  .strictObject({
    reason: z.enum(runWaitReasons),
    since: instantSchema,
    detail: z.string().describe('The reason in words.'),
  })
  .meta({ id: 'RunWait', description: 'What a run has been waiting for, for some seconds.' });

export const runSchema = z
  .strictObject({
    run: sha256Schema,
    label: z.string(),
    submission: sha256Schema,
    tape: z.string(),
    plan,
    status: statusSchema,
    records: countSchema.describe('Records of its journal so far.'),
    asOf: countSchema.describe('As-of of the last of them; 0 before the first.'),
    time: instantSchema,
    decisions: countSchema,
    watermark: countSchema.describe('Every decision due at or before this as-of is counted.'),
    journalHash: sha256Schema.nullable().describe('Null until the journal is closed.'),
    tapeHash: sha256Schema.nullable(),
    cancelReason: z.string().nullable(),
    failure: z.string().nullable().describe('Why it cannot go on, where it has failed.'),
    isScored: z.boolean().describe('Whether its figures are there.'),
    tapeFacts: countSchema.nullable().describe('Facts of its tape so far.'),
    isTapeClosed: z.boolean(),
    isTapePaused: z.boolean().describe('By the commands to its clock; a closed tape is past them.'),
    wait: runWaitSchema.optional().describe('Left out where it does not wait.'),
  })
  .meta({ id: 'Run', description: 'A run and how far it is.' });

/** Characters as readers and JSON Schema count them, not as JavaScript does. */
const reason = z
  .string()
  .refine((text) => [...text].length <= 300, 'at most 300 characters')
  .meta({ maxLength: 300 });

export const cancelBodySchema = z
  .strictObject({ reason: reason.default('cancelled on request') })
  .meta({
    id: 'Cancel',
    description: 'Why nobody wants a run any more.',
    examples: [{ reason: 'a wrong window' }],
  });

export const cancelledSchema = z
  .strictObject({ run: sha256Schema, reason: z.string() })
  .meta({ id: 'Cancelled', description: 'The request was taken; what was published stays.' });
