/** The manifest of a run: what reproduces it. Nothing in it but the tape hash is part of the journal hash. */

import { z } from 'zod';
import { executionPolicySchema } from './execution-policy.js';
import { calendarNames, dateRules, priceBases } from './fact-source.js';
import { agentConfigSchema } from './scenario.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What is fixed about a tape, as JSON. */
export const tapeHeaderSchema = z.strictObject({
  id: z.string(),
  dataset: z.string(),
  instruments: z.array(z.strictObject({ symbol: z.string(), currency: z.string() })),
  calendar: z.enum(calendarNames),
  sessionsPerYear: z.int().positive(),
  priceBasis: z.enum(priceBases),
  tradePrice: z.enum(['close', 'adjClose']),
  barFrequency: z.enum(['daily', 'intraday']),
  synthetic: z.boolean(),
  dateRule: z.enum(dateRules),
});

/** What a run's journal is a function of, besides the tape. */
export const planSchema = z.strictObject({
  agent: agentConfigSchema,
  /** Folder from which the agent's file starts. */
  directory: z.string(),
  symbols: z.array(z.string()),
  portfolio: z.boolean(),
  repeat: z.int().nonnegative(),
  seed: z.int().nonnegative(),
  policy: executionPolicySchema,
  capital: z.number().positive(),
  currency: z.string(),
  decide: z.enum(['session-close', 'bar']),
  firstSession: z.int(),
  lastSession: z.int(),
  sessionsPerYear: z.int().positive(),
});

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
  }),
  plan: planSchema,
});

export type Manifest = z.infer<typeof manifestSchema>;
