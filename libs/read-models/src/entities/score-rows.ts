/** Rows from the topic `scores`: the figures of finished runs. */

import { z } from 'zod';
import { coverageSchema } from '#contracts/result/result';
import { runMessages } from '#contracts/streams/runs';
import { countSchema, numberOrNull, sha256Schema } from './fields.js';

const { drawdown, intervals } = runMessages.scores.RunScored.shape;

export const scoreRowSchema = z.strictObject({
  run: z.string(),
  journalHash: sha256Schema,
  records: countSchema,
  drawdown,
  intervals,
  coverage: coverageSchema,
});

/** For a run of tasks. */
export const taskScoreRowSchema = z.strictObject({
  run: z.string(),
  workflow: z.string(),
  journalHash: sha256Schema,
  records: countSchema,
  solutions: sha256Schema
    .nullable()
    .describe('SHA-256 of the solutions file that scored the answers; null if there is none.'),
  coverage: coverageSchema,
});

/** Figures of any run, as its workflow names them. */
export const metricRowSchema = z.strictObject({
  run: z.string(),
  name: z.string(),
  value: numberOrNull,
  /** Why the value is null. */
  undefinedBecause: z.string().nullable(),
});

const figures = z.array(metricRowSchema.omit({ run: true })).readonly();

/** The figures of a run that trades, as they are read. */
export const scoreSchema = z
  .strictObject({
    ...scoreRowSchema.pick({ run: true, journalHash: true, records: true }).shape,
    metrics: figures,
    ...scoreRowSchema.shape,
  })
  .meta({
    id: 'Score',
    description: 'The figures of a finished run that traded; fractions, never percent.',
  });

export const taskScoreSchema = z
  .strictObject({
    ...taskScoreRowSchema.omit({ solutions: true, coverage: true }).shape,
    metrics: figures.describe('Named by the workflow.'),
    ...taskScoreRowSchema.shape,
  })
  .meta({ id: 'TaskScore', description: 'The figures of a finished run of tasks.' });

/** Readers tell them apart by `workflow`, which a trading run does not have. */
export const anyScoreSchema = z.union([scoreSchema, taskScoreSchema]);
