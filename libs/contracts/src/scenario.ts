/** A scenario: what a user writes to get runs. The published schema of `scenario.yaml`. */

import { z } from 'zod';
import { executionPolicyInputSchema } from './execution-policy.js';

const symbol = z.string().min(1).max(32);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'expected YYYY-MM-DD');
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'expected letters, digits, ".", "_", "-", 64 at most',
  );
const timeBudgetMs = z.int().min(1).max(3_600_000);

export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ id, kind: z.literal('buy-and-hold') }),
  z.strictObject({
    id,
    kind: z.literal('sma-cross'),
    fast: z.int().positive().max(10_000),
    slow: z.int().positive().max(10_000),
  }),
  z.strictObject({
    id,
    kind: z.literal('rsi-reversion'),
    length: z.int().positive().max(10_000).default(14),
    enter: z.number().min(0).max(100).default(30),
    exit: z.number().min(0).max(100).default(70),
  }),
  z.strictObject({ id, kind: z.literal('random'), seed: z.int().nonnegative().optional() }),
  z.strictObject({ id, kind: z.literal('script'), file: z.string().min(1) }),
  z.strictObject({
    id,
    kind: z.literal('module'),
    file: z.string().min(1),
    /** In this process, without limits; says so in the result. */
    trusted: z.boolean().default(false),
    timeBudgetMs: timeBudgetMs.default(10_000),
    /** Bars of history that the module reads per symbol; all of it when left out. */
    history: z.int().positive().optional(),
    config: z.record(z.string(), z.json()).default({}),
  }),
  /** A program of somebody else's that reads the topics and answers on them; only where there are topics. */
  z.strictObject({ id, kind: z.literal('external') }),
]);

export const scenarioSchema = z.strictObject({
  name: id,
  /** A folder, a .duckdb file, or the name of a bundled data set. */
  data: z.string().min(1),
  window: z.strictObject({ from: date, to: date }),
  workflow: z.literal('trading').default('trading'),
  symbols: z.array(symbol).min(1).max(10_000),
  /** One run over all symbols instead of one run a symbol. */
  portfolio: z.boolean().default(false),
  capital: z.number().positive().max(1e15).default(100_000),
  execution: z.union([z.string().min(1), executionPolicyInputSchema]).default('close'),
  /** Defaults to `bar` for intraday data, to `session-close` for daily data. */
  decide: z.enum(['session-close', 'bar']).optional(),
  seed: z.int().nonnegative().default(0),
  repeats: z.int().positive().max(10_000).default(1),
  /** Rows with defects: refuse the data set, or drop the rows and journal which. */
  badRows: z.enum(['refuse', 'drop']).default('refuse'),
  agents: z.array(agentConfigSchema).min(1).max(100_000),
  /** Agent id against which differences are measured; `buy-and-hold`'s first agent when left out. */
  baseline: id.optional(),
});

export type AgentConfig = z.infer<typeof agentConfigSchema>;
export type AgentKind = AgentConfig['kind'];
export type Scenario = z.infer<typeof scenarioSchema>;
export type DecideAt = 'session-close' | 'bar';
