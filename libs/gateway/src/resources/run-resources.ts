/**
 * The interface's resources for submissions and runs: schemas of its answers, checked
 * against what is read.
 */

import { z } from 'zod';
import { scenarioSchema, scenarioSchemaOf } from '#contracts/scenario/scenario';
import { instantSchema, sha256Schema } from '#read-models/entities/fields';
import { runSchema } from '#read-models/tables/shown';
import { judgedBy } from '../http/schema.pipe.js';
import { runWaitReasons } from './run-waits.js';

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

/** A scenario as submitted, and as returned with its defaults. */
export const scenarioBodySchema = judgedBy(
  scenarioSchema.meta({
    id: 'ScenarioRequest',
    description:
      'A scenario, as in docs/reference/scenario.md; it names registered data sets only.',
    examples: [exampleScenario],
  }),
  scenarioSchemaOf,
);
export const submittedSchema = z
  .strictObject({
    submission: sha256Schema,
    tape: z.string(),
    runs: z
      .array(sha256Schema)
      .readonly()
      .describe(
        'The ids that `tapefold run` gives; different ones if their tape has failed before.',
      ),
    created: z.boolean().describe('False if the same scenario was submitted before.'),
  })
  .meta({ id: 'Submitted', description: 'The result of submitting a scenario.' });

const runWaitSchema = z
  .strictObject({
    reason: z.enum(runWaitReasons),
    since: instantSchema,
    detail: z.string().describe('The reason in words.'),
  })
  .meta({ id: 'RunWait', description: 'What a run has been waiting for, for several seconds.' });

export const shownRunSchema = runSchema
  .extend({ wait: runWaitSchema.optional().describe('Omitted if the run is not waiting.') })
  .meta({ id: 'Run', description: 'A run and its progress.' });

/** Characters as readers and JSON Schema count them, not as JavaScript does. */
const reason = z
  .string()
  .refine((text) => [...text].length <= 300, 'at most 300 characters')
  .meta({ maxLength: 300 });

export const cancelBodySchema = z
  .strictObject({ reason: reason.default('cancelled on request') })
  .meta({
    id: 'Cancel',
    description: 'Why the run is cancelled.',
    examples: [{ reason: 'a wrong window' }],
  });

export const cancelledSchema = z
  .strictObject({ run: sha256Schema, reason: z.string() })
  .meta({ id: 'Cancelled', description: 'The request was accepted. Published messages remain.' });
