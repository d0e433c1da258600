/**
 * The part of a result that compares its agents: over repeats, over sessions, and with each other.
 */

import { z } from 'zod';
import { intervalSchema } from './interval.js';

const figure = z.number().nullable();
const count = z.int().nonnegative();
const probability = z.number().min(0).max(1);
/** Figures by which trading agents are compared. */
export const comparedFigures = ['return', 'sharpe'] as const;

const spreadSchema = z.strictObject({
  mean: z.number(),
  deviation: figure.describe('Sample standard deviation of the repeats; null where there is one.'),
  overRuns: intervalSchema
    .nullable()
    .describe('Student’s interval of the mean over repeats; null where there is one.'),
});

const estimateSchema = spreadSchema.extend({
  overDays: intervalSchema
    .nullable()
    .describe('Block bootstrap of the sessions, all runs together.'),
});

const differenceSchema = z.strictObject({
  difference: z.number(),
  interval: intervalSchema.describe('Of this difference alone.'),
  p: probability.describe('Of this difference alone.'),
  pAdjusted: probability.describe('Corrected for the number of differences that were tested.'),
  smallestSeen: z
    .number()
    .nonnegative()
    .describe('True difference that is found with a power of 80%, after the correction.'),
});

const comparedEntrySchema = z.strictObject({
  agent: z.string(),
  runs: count,
  /** Runs of the scenario that did not finish. */
  missingRuns: count,
  due: count,
  answered: count,
  /** Due decisions that ended without an answer: late, missing, invalid and failed. */
  failures: count,
  /** Why it is not ranked. */
  refused: z.string().nullable(),
  /** Null if returns are undefined, and with fewer than ten returns. */
  return: estimateSchema
    .nullable()
    .describe('Mean daily return times the sessions of a year; null with fewer than ten returns.'),
  /** Null if a run has none, and with fewer than ten returns. */
  sharpe: estimateSchema
    .nullable()
    .describe('Annualized; null where a run has none, and with fewer than ten returns.'),
  /** Between repeats; null if there is only one, or if they were not asked the same. */
  agreement: z
    .strictObject({
      decisions: count.describe('Asked of every repeat.'),
      equal: figure.describe('Share of pairs of repeats that answered the same.'),
      alpha: figure.describe(
        'Krippendorff’s alpha for nominal data; null where all answers are equal.',
      ),
    })
    .nullable(),
});

const rankingSchema = z.strictObject({
  by: z.enum(comparedFigures),
  ranks: z.array(
    z.strictObject({
      agent: z.string(),
      value: z.number(),
      rank: count.min(1),
      best: count.min(1),
      worst: count.min(1),
    }),
  ),
  /** The agent that is distinguishable from all others as the best; null if there is none. */
  winner: z.string().nullable(),
  /** Median over pairs; null if there are none. */
  smallestSeen: figure,
});

const effectSchema = z.strictObject({
  /** The part that is held constant. */
  fixed: z.string(),
  one: z.string(),
  other: z.string(),
  agents: z.tuple([z.string(), z.string()]),
  by: z.enum(comparedFigures),
  ...differenceSchema.shape,
});

/** Frameworks of agents by the models that they use. */
const modelTableSchema = z.strictObject({
  cells: z.array(z.strictObject({ framework: z.string(), model: z.string(), agent: z.string() })),
  /** One framework minus another, with the same model. */
  ofFrameworks: z.array(effectSchema),
  /** One model minus another, in the same framework. */
  ofModels: z.array(effectSchema),
});

export const tradingComparisonSchema = z.strictObject({
  level: z.number(),
  /** Returns between the sessions that all runs share. */
  returns: count,
  entries: z.array(comparedEntrySchema),
  rankings: z.array(rankingSchema),
  /** One agent minus another, among the ranked ones; beyond 20 agents only against the baseline. */
  differences: z.array(
    z.strictObject({
      one: z.string(),
      other: z.string(),
      by: z.enum(comparedFigures),
      ...differenceSchema.shape,
    }),
  ),
  models: modelTableSchema.nullable(),
});

export type ComparedFigure = (typeof comparedFigures)[number];
export type Spread = z.infer<typeof spreadSchema>;
export type ComparedEntry = z.infer<typeof comparedEntrySchema>;
export type RankedBy = z.infer<typeof rankingSchema>;
export type ModelTable = z.infer<typeof modelTableSchema>;
export type ModelEffect = z.infer<typeof effectSchema>;
export type TradingComparison = z.infer<typeof tradingComparisonSchema>;
