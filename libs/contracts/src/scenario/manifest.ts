/**
 * The manifest of a run: what reproduces it. Of its contents, only the tape hash is part of
 * the journal hash.
 */

import { z } from 'zod';
import { executionPolicySchema } from './execution-policy.js';
import {
  calendarNameSchema,
  dayStartSchema,
  tapeCalendarNames,
  weekdayNames,
} from '../facts/calendar-name.js';
import { ownTableMax, takeCalendars } from '../facts/own-calendars.js';
import { dateRules, priceBases } from '../facts/fact-source.js';
import { agentConfigSchema, equityRowsOf } from './scenario.js';
import { taskTermsSchema, taskWorkflowSchema } from './task-terms.js';
import { tradingWorkflows } from './trading-terms.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The properties of a tape, as JSON. */
export const tapeHeaderSchema = z.strictObject({
  id: z.string(),
  dataset: z.string(),
  instruments: z.array(
    z.strictObject({
      symbol: z.string(),
      currency: z.string(),
      calendar: calendarNameSchema.optional(),
    }),
  ),
  calendar: z.enum(tapeCalendarNames),
  ownCalendar: z.string().max(60).optional(),
  ownCalendars: z
    .record(z.string().max(64), z.string().max(ownTableMax))
    .refine(takeCalendars, 'expected sessions with the hash in their name')
    .optional(),
  dayStart: dayStartSchema.optional(),
  weekStart: z.enum(weekdayNames).optional(),
  calendars: z.array(calendarNameSchema).min(1).readonly().optional(),
  sessionsPerYear: z.int().positive(),
  priceBasis: z.enum(priceBases),
  tradePrice: z.enum(['close', 'adjClose']),
  adjusted: z.literal('vendor').optional(),
  closeOnly: z.literal(true).optional(),
  barFrequency: z.enum(['daily', 'intraday']),
  barMinutes: z.record(z.string(), z.number().positive()).optional(),
  synthetic: z.boolean(),
  dateRule: z.enum(dateRules),
  peers: z.record(z.string(), z.array(z.string()).readonly()).optional(),
});

/**
 * The plan members of every workflow; in pieces, because manifests keep the order of their members.
 */
const asked = {
  agent: agentConfigSchema,
  /**
   * Base folder of the agent's file; empty in results of this version, so that they are the
   * same anywhere.
   */
  directory: z.string(),
};
const seeds = {
  repeat: z.int().nonnegative(),
  baseSeed: z.int().nonnegative(),
  seed: z.int().nonnegative(),
};
const hashes = {
  /** SHA-256 of the data set's content; null on a live tape. */
  data: sha256.nullable(),
  /** SHA-256 of the agent's file; null for an agent without one. */
  file: sha256.nullable(),
};

/** The inputs of a trading run's journal, besides the tape. A hedging run is a portfolio run. */
const tradingPlanSchema = z.strictObject({
  workflow: z.enum(tradingWorkflows),
  ...asked,
  symbols: z.array(z.string()),
  portfolio: z.boolean(),
  ...seeds,
  policy: executionPolicySchema,
  capital: z.number().positive(),
  currency: z.string(),
  decide: z.enum(['session-close', 'bar']),
  /** Rows of equity.csv; if omitted, those of all marks. */
  equity: equityRowsOf.optional(),
  firstSession: z.int(),
  lastSession: z.int(),
  sessionsPerYear: z.int().positive(),
  /** Whose sessions the run follows, if not the tape's own. */
  calendar: calendarNameSchema.optional(),
  ...hashes,
});

/** The same for work on tasks, whose workflow defines its own terms. */
const taskPlanSchema = z.strictObject({
  workflow: taskWorkflowSchema,
  ...asked,
  ...seeds,
  ...hashes,
  terms: taskTermsSchema,
  /** Tasks that the agent works on at once; it does not affect the journal. */
  tasksAtOnce: z.int().positive(),
});

/** A plan, a union by workflow. */
export const planSchema = z.union([tradingPlanSchema, taskPlanSchema]);

export const manifestSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** Run id: hash of scenario, agent, symbol and repeat. */
  run: sha256,
  label: z.string(),
  scenario: z.string(),
  /** The version of the engine's semantics that wrote the journal. */
  semantics: z.int().positive(),
  codeVersion: z.string(),
  data: z.strictObject({
    /** Absolute path, or name of a bundled data set. */
    reference: z.string(),
    sha256,
    badRows: z.enum(['refuse', 'drop']),
  }),
  tape: z.strictObject({
    header: tapeHeaderSchema,
    /** Last session on the tape, as days since 1970-01-01. */
    until: z.int(),
    /** Null while the run is not finished. */
    hash: sha256.nullable(),
    /** For an open-ended live run: the number of facts that its result covers. */
    facts: z.int().nonnegative().optional(),
  }),
  plan: planSchema,
});

export type Manifest = z.infer<typeof manifestSchema>;
