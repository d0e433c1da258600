/** Rows from the topic `scores`: the figures of finished runs. */

import { z } from 'zod';
import { drawdownSchema } from '#contracts/result/figures';
import { intervalSchema } from '#contracts/result/interval';
import { coverageSchema } from '#contracts/result/result';
import { countSchema, numberOrNull, sha256Schema } from './fields.js';

export const scoreRowSchema = z.strictObject({
  run: z.string(),
  workflow: z.string().nullable().describe('Null for figures that an earlier version published.'),
  journalHash: sha256Schema,
  records: countSchema,
  solutions: sha256Schema
    .nullable()
    .describe('SHA-256 of the solutions file that scored the answers; null if there is none.'),
  drawdown: drawdownSchema.nullable().describe('Null where there is no equity.'),
  coverage: coverageSchema,
});

/** Figures of any run, as its workflow names them. */
export const metricRowSchema = z.strictObject({
  run: z.string(),
  name: z.string(),
  value: numberOrNull,
  /** Why the value is null. */
  undefinedBecause: z.string().nullable(),
  interval: intervalSchema.nullable().describe('Null if it has none.'),
});

/** The figures of a run, as they are read. */
export const scoreSchema = z
  .strictObject({
    ...scoreRowSchema.pick({ run: true, workflow: true, journalHash: true, records: true }).shape,
    metrics: z
      .array(metricRowSchema.omit({ run: true }))
      .readonly()
      .describe('Named by the workflow; fractions, never percent.'),
    ...scoreRowSchema.shape,
  })
  .meta({ id: 'Score', description: 'The figures of a finished run.' });
