/** Rows from the topic `runs`: submissions, runs and cancellations. */

import { z } from 'zod';
import { symbolDataSchema } from '#contracts/result/result';
import { planSchema } from '#contracts/scenario/manifest';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { countSchema, sha256Schema } from './fields.js';

export const submissionRowSchema = z
  .strictObject({
    submission: sha256Schema,
    tape: z.string(),
    scenario: scenarioSchema.meta({ id: 'Scenario', description: 'A scenario in full.' }),
    runs: z.array(sha256Schema).readonly().describe('In the order of the result.'),
    data: z
      .array(symbolDataSchema)
      .readonly()
      .nullable()
      .describe('Findings of the data check for each symbol; null if unknown.'),
  })
  .meta({ id: 'Submission', description: 'A submitted scenario and its runs.' });
export type SubmissionRow = z.output<typeof submissionRowSchema>;

/** The runs of each submission: several submissions may share a run. */
export const submissionRunRowSchema = z.strictObject({
  submission: z.string(),
  run: z.string(),
  /** In the order of the scenario's result, from 1. */
  position: countSchema,
});

export const runRowSchema = z.strictObject({
  run: sha256Schema,
  label: z.string(),
  /** The first submission that asked for it. */
  submission: sha256Schema,
  tape: z.string(),
  plan: planSchema.meta({ id: 'Plan', description: 'What a journal is a function of.' }),
});

export const cancellationRowSchema = z.strictObject({ run: z.string(), reason: z.string() });
