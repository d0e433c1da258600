/** What the interface says about what happened in a run: decisions, orders, fills, equity, figures, records. */

import { z } from 'zod';
import { failureClasses } from '#contracts/journal/answer-class';
import { intervalSchema } from '#contracts/result/comparison';
import { coverageSchema, drawdownSchema } from '#contracts/result/result';
import { countSchema, instantSchema, sha256Schema } from './fields.js';

/** Where in its run a row belongs: number of the record, as-of, and knowledge time. */
const place = { run: z.string(), record: countSchema, asOf: countSchema, time: instantSchema };
const numberOrNull = z.number().nullable();

export const decisionRowSchema = z
  .strictObject({
    run: z.string(),
    number: countSchema.describe('Within its run, from 1, gapless.'),
    asOf: countSchema,
    time: instantSchema,
    type: z
      .string()
      .describe('DecisionMade, a stretch of DecisionsUnchanged, or why there is none.'),
    count: countSchema.describe('Due decisions that it stands for; a stretch has as many numbers.'),
    since: countSchema.describe('As-of from which on they were due.'),
    decision: z.looseObject({ kind: z.string() }).nullable(),
    rationale: sha256Schema.nullable().describe('SHA-256 of the text.'),
    reason: z.string().nullable(),
    class: z
      .enum(failureClasses)
      .nullable()
      .describe('Of the failure, where the agent states one, as those that ask models do.'),
    calls: countSchema.describe('Tool calls that were made for it.'),
    callsDigest: sha256Schema.nullable().describe('Over those calls; null where there were none.'),
    disputed: z
      .array(z.strictObject({ symbol: z.string(), said: z.number(), price: numberOrNull }))
      .readonly()
      .describe(
        'Prices that the agent gave and the tape does not have. Fills are at those of the tape.',
      ),
  })
  .meta({ id: 'Decision', description: 'What an agent answered when it was asked.' });

export const callRowSchema = z
  .strictObject({
    run: z.string(),
    asOf: countSchema.describe(
      'Where the decision was due: the last fact that the call could see.',
    ),
    ordinal: countSchema.describe('Within its decision, from 1, gapless.'),
    digest: sha256Schema.describe('Over all calls of its decision, as in the journal.'),
    tool: z.string(),
    arguments: z.string().describe('Canonical JSON, as it was asked.'),
    result: sha256Schema
      .nullable()
      .describe('SHA-256 of the result as JSON; null where the call failed.'),
    bytes: countSchema.describe('UTF-8 bytes of that JSON, or of the error.'),
    error: z.string().nullable().describe('Why the call failed, as the agent was told.'),
    durationMs: z.number().describe('Wall time; part of no digest.'),
  })
  .meta({ id: 'ToolCall', description: 'A tool call that an agent made for a decision.' });

export const refusalRowSchema = z
  .strictObject({
    run: z.string(),
    asOf: countSchema,
    id: z.string(),
    agent: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'Refusal', description: 'An answer from outside that was not taken.' });

export const orderRowSchema = z
  .strictObject({
    ...place,
    number: countSchema.describe('Of the order in its run.'),
    symbol: z.string(),
    session: z.int().describe('Days since 1970-01-01.'),
    orderType: z.string(),
    side: z.string(),
    size: z.unknown().describe('As in the journal event OrderAccepted.'),
    limitPrice: numberOrNull,
    stopPrice: numberOrNull,
    timeInForce: z.string(),
    groupName: z.string().nullable(),
    clientId: z.string().nullable(),
    status: z.enum(['waiting', 'filled', 'cancelled', 'denied']),
    reason: z.string().nullable(),
    fills: countSchema,
    endRecord: countSchema.nullable(),
  })
  .meta({ id: 'Order', description: 'An order and what became of it.' });

export const denialRowSchema = z
  .strictObject({
    ...place,
    orderNumber: countSchema.nullable(),
    symbol: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'Denial', description: 'A wanted order that our own checks refused.' });

export const fillRowSchema = z
  .strictObject({
    ...place,
    orderNumber: countSchema,
    symbol: z.string(),
    shares: z.number().describe('Signed.'),
    price: z.number(),
    fee: z.number(),
    at: z.string(),
    purpose: z.string(),
    weightBefore: z.number(),
    weightAfter: z.number(),
  })
  .meta({ id: 'Fill', description: 'Shares that changed hands.' });

export const positionRowSchema = z
  .strictObject({
    run: z.string(),
    symbol: z.string(),
    shares: z.number().describe('Signed; 0 where a position was closed.'),
    record: countSchema,
    asOf: countSchema,
  })
  .meta({ id: 'Position', description: 'What a run holds now.' });

export const equityRowSchema = z
  .strictObject({
    ...place,
    session: z.int().describe('Days since 1970-01-01.'),
    equity: z.number(),
    cash: z.number(),
    gross: z.number(),
    net: z.number(),
    stale: z.array(z.string()).readonly().describe('Symbols without a price of that session.'),
  })
  .meta({ id: 'Equity', description: 'The mark at a session close.' });

const figures = z
  .array(
    z.strictObject({
      name: z.string(),
      value: numberOrNull,
      undefinedBecause: z.string().nullable(),
    }),
  )
  .readonly();

export const scoreSchema = z
  .strictObject({
    run: z.string(),
    journalHash: sha256Schema,
    records: countSchema,
    metrics: figures,
    drawdown: drawdownSchema.nullable(),
    intervals: z.strictObject({
      cumulativeReturn: intervalSchema.nullable(),
      sharpe: intervalSchema.nullable(),
      maxDrawdown: intervalSchema.nullable(),
    }),
    coverage: coverageSchema,
  })
  .meta({
    id: 'Score',
    description: 'The figures of a finished run that traded; fractions, never percent.',
  });

export const taskScoreSchema = z
  .strictObject({
    run: z.string(),
    workflow: z.string(),
    journalHash: sha256Schema,
    records: countSchema,
    metrics: figures.describe('As the workflow names them.'),
    solutions: sha256Schema
      .nullable()
      .describe('Of the file of solutions that the answers were scored by; null without one.'),
    coverage: coverageSchema,
  })
  .meta({ id: 'TaskScore', description: 'The figures of a finished run of tasks.' });

/** Who reads it tells them apart by `workflow`, which a run that traded does not say. */
export const anyScoreSchema = z.union([scoreSchema, taskScoreSchema]);

export const journalPageSchema = z
  .strictObject({
    records: z
      .array(
        z.strictObject({
          record: countSchema,
          event: z
            .looseObject({ type: z.string(), asOf: countSchema, time: instantSchema })
            .describe('As in docs/reference/schemas/journal-event.schema.json.'),
        }),
      )
      .readonly(),
    next: countSchema.nullable().describe('`from` of the next page; null when there is none yet.'),
    journalHash: sha256Schema.nullable().describe('Null until the journal is closed.'),
  })
  .meta({ id: 'JournalPage', description: 'Records of a journal, in order.' });
