/**
 * The market stream: the members of each kind of fact beyond its times. Types are inferred
 * from the schemas.
 */

import { z } from 'zod';
import { calendarNameSchema } from './calendar-name.js';

const symbol = z.string().min(1).max(32);
/** `YYYY-MM-DD` as civil date number (days since 1970-01-01). */
const date = z.int();
const instant = z.int();
/** A text held in the document store: its SHA-256 (hex) and length in UTF-16 code units. */
const documentRefSchema = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  chars: z.int().nonnegative(),
});

/**
 * Published by a news feed; known at `publishedAt`, or at its day's session close if only a
 * date is known.
 */
const newsSchema = z.strictObject({
  kind: z.literal('news'),
  id: z.string(),
  symbols: z.array(symbol),
  publishedAt: instant,
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  url: z.string(),
  body: documentRefSchema.nullable(),
});

/**
 * A filing's metadata; its sections by claim check. Known at acceptance, else 17:30 New
 * York of its date.
 */
export const filingSchema = z.strictObject({
  kind: z.literal('filing'),
  symbol,
  form: z.string(),
  filedDate: date,
  acceptedAt: instant.nullable(),
  periodEnd: date.nullable(),
  accession: z.string().nullable(),
  sections: z.array(z.strictObject({ name: z.string(), document: documentRefSchema })),
});

/** The numbers of one filing, as originally filed. Known when the filing is. */
const fundamentalsSchema = z.strictObject({
  kind: z.literal('fundamentals'),
  symbol,
  form: z.string(),
  fiscalYear: z.int().nullable(),
  fiscalPeriod: z.string().nullable(),
  periodStart: date.nullable(),
  periodEnd: date,
  filedDate: date,
  acceptedAt: instant.nullable(),
  accession: z.string().nullable(),
  /** statement → tag → value with its unit. */
  statements: z.record(
    z.string(),
    z.record(
      z.string(),
      z.strictObject({ value: z.number(), unit: z.string(), label: z.string() }),
    ),
  ),
});

/**
 * A cash dividend; known at its declaration, else at the open of its ex date. Cash moves
 * on the ex date.
 */
const dividendSchema = z.strictObject({
  kind: z.literal('dividend'),
  symbol,
  exDate: date,
  declaredDate: date.nullable(),
  recordDate: date.nullable(),
  payDate: date.nullable(),
  /** Per share at that time, in `currency`. */
  amount: z.number(),
  currency: z.string(),
  type: z.string(),
});

/** `to` new shares for `from` old shares; known at the open of its effective date. */
const splitSchema = z.strictObject({
  kind: z.literal('split'),
  symbol,
  effectiveDate: date,
  from: z.number().positive(),
  to: z.number().positive(),
});

/**
 * Omitted for sessions of the tape's own calendar; of another, only runs that follow it see them.
 */
const sessionCalendar = calendarNameSchema.optional();

/** An exchange session opens; known then. */
const sessionOpenSchema = z.strictObject({
  kind: z.literal('sessionOpen'),
  session: date,
  calendar: sessionCalendar,
});

/**
 * An exchange session closes, the last fact of its instant; marks and daily decisions belong to it.
 */
const sessionCloseSchema = z.strictObject({
  kind: z.literal('sessionClose'),
  session: date,
  early: z.boolean(),
  calendar: sessionCalendar,
});

/** A row that was dropped on request, at the knowledge time it would have had. */
const rowDroppedSchema = z.strictObject({
  kind: z.literal('rowDropped'),
  file: z.string(),
  line: z.int().positive(),
  reason: z.string(),
});

/** A live feed delivered a fact behind the tape; the tape has this notice instead of the fact. */
const lateFactSchema = z.strictObject({
  kind: z.literal('lateFact'),
  source: z.string(),
  /** When it would have been known. */
  knowledgeTime: instant,
  reason: z.string(),
});

/**
 * A task: available from its knowledge time. Its inputs are claim checks; the solution is never on
 * a tape.
 */
const taskSchema = z.strictObject({
  kind: z.literal('task'),
  id: z.string(),
  instruction: z.string(),
  inputs: z.array(
    z.strictObject({
      name: z.string(),
      document: documentRefSchema,
      /** For a document in a folder, if its time is stated; never after the task's. */
      knownAt: instant.optional(),
    }),
  ),
});

const positive = z.number().positive();

/** The values of a bar, in a fact that is not a bar. */
const barValuesSchema = z.strictObject({
  open: positive,
  high: positive,
  low: positive,
  close: positive,
  volume: z.number().nonnegative().nullable(),
  vwap: positive.nullable(),
});

/**
 * A feed corrected an earlier item, or added one that it missed: known on arrival. Facts already
 * on the tape stay unchanged. `eventTime` is that of the affected bar or trade, `id` the vendor's
 * id of a trade.
 */
const correctionSchema = z.strictObject({
  kind: z.literal('correction'),
  symbol,
  of: z.enum(['bar', 'trade']),
  /** Arrived late, differs from the earlier version, or never happened. */
  change: z.enum(['late', 'replaced', 'cancelled']),
  eventTime: instant,
  id: z.string().max(200).nullable(),
  /** The current values; null if it never happened, and in a correction of the other kind. */
  bar: barValuesSchema.nullable(),
  trade: z.strictObject({ price: positive, size: z.number().nonnegative() }).nullable(),
});

/** Trading of a symbol was halted or resumed; known when the feed reported it. */
const tradingStatusSchema = z.strictObject({
  kind: z.literal('tradingStatus'),
  symbol,
  halted: z.boolean(),
  /** The venue's own code. */
  code: z.string().max(32),
  reason: z.string().max(500),
});

/** Part of a feed is lost for good, contents unknown. Known when the loss was certain. */
const feedGapSchema = z.strictObject({
  kind: z.literal('feedGap'),
  source: z.string(),
  /** Empty if all symbols of the feed may be affected. */
  symbols: z.array(symbol),
  from: instant,
  to: instant,
  /** The number of messages, if the feed numbers them. */
  missing: z.int().positive().nullable(),
  reason: z.string().max(500),
});

export const factPayloadSchema = z.discriminatedUnion('kind', [
  newsSchema,
  filingSchema,
  fundamentalsSchema,
  dividendSchema,
  splitSchema,
  sessionOpenSchema,
  sessionCloseSchema,
  rowDroppedSchema,
  lateFactSchema,
  taskSchema,
  correctionSchema,
  tradingStatusSchema,
  feedGapSchema,
]);

export type DocumentRef = z.infer<typeof documentRefSchema>;
export type News = z.infer<typeof newsSchema>;
export type Filing = z.infer<typeof filingSchema>;
export type Fundamentals = z.infer<typeof fundamentalsSchema>;
export type Dividend = z.infer<typeof dividendSchema>;
export type Split = z.infer<typeof splitSchema>;
export type SessionOpen = z.infer<typeof sessionOpenSchema>;
export type RowDropped = z.infer<typeof rowDroppedSchema>;
export type Task = z.infer<typeof taskSchema>;
export type BarValues = z.infer<typeof barValuesSchema>;
export type Correction = z.infer<typeof correctionSchema>;
export type TradingStatus = z.infer<typeof tradingStatusSchema>;
export type FactPayload = z.infer<typeof factPayloadSchema>;
