/** Rows from the topic `portfolio.events`: journals as received, and the content of each event. */

import { z } from 'zod';
import type { JournalEvent } from '#contracts';
import { countSchema, instantSchema, numberOrNull, place } from './fields.js';
import { packed } from './packed-text.js';

export const runProgressRowSchema = z.strictObject({
  run: z.string(),
  /** Records of the journal so far. */
  records: countSchema,
  /** As-of and knowledge time of the last of them. */
  asOf: countSchema,
  time: instantSchema,
  /** Hash of the whole journal; null until it is closed. */
  journalHash: z.string().nullable(),
  tapeHash: z.string().nullable(),
  /** Facts of the tape that the run read, once it has ended. */
  facts: countSchema.nullable(),
  /** Why no further records are accepted, if some are missing. */
  failure: z.string().nullable(),
});
export type RunProgressRow = z.output<typeof runProgressRowSchema>;

export const journalRowSchema = z.strictObject({
  run: z.string(),
  /** Numbers of its first and last record, from 1. */
  first: countSchema,
  last: countSchema,
  events: packed(z.custom<readonly JournalEvent[]>()),
  journalHash: z.string().nullable(),
});

export const orderRowSchema = z.strictObject({
  run: z.string(),
  number: countSchema.describe('Of the order in its run.'),
  /** Number of the record that accepted it. */
  record: countSchema,
  asOf: countSchema,
  time: instantSchema,
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
  /** Why it was cancelled or denied. */
  reason: z.string().nullable(),
  /**
   * Number of its fills, parts included; a flip has two. A waiting order with fills was
   * filled in part.
   */
  fills: countSchema,
  /** Number of the last record that filled, cancelled or denied it. */
  endRecord: countSchema.nullable(),
});
export type OrderRow = z.output<typeof orderRowSchema>;

export const orderSchema = z
  .strictObject({ ...place, ...orderRowSchema.shape })
  .meta({ id: 'Order', description: 'An order and its outcome.' });

export const denialRowSchema = z
  .strictObject({
    ...place,
    /** Null if it was denied before it got a number. */
    orderNumber: countSchema.nullable(),
    symbol: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'Denial', description: "An order that the product's own checks denied." });

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
    shares: z.number().describe('Signed; 0 if the position was closed.'),
    /** Number and as-of of the record that last changed it. */
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
