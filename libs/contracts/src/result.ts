/** The published schema of `result.json`. Fractions, never percent; null where a figure is undefined. */

import { z } from 'zod';
import { executionPolicySchema } from './execution-policy.js';
import { calendarNames, dateRules, priceBases } from './fact-source.js';

const figure = z.number().nullable();
const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string();

export const drawdownSchema = z.strictObject({
  depth: z.number(),
  from: date.nullable(),
  to: date.nullable(),
  recovered: date.nullable(),
});

export const metricsSchema = z.strictObject({
  cumulativeReturn: figure,
  annualisedReturn: figure,
  annualisedVolatility: figure,
  sharpe: figure,
  sortino: figure,
  calmar: figure,
  /** Depth as a positive fraction. */
  maxDrawdown: figure,
  turnover: figure,
  timeInMarket: figure,
  /** Mean of gross position value over equity at the marks. */
  exposure: figure,
  hitRate: figure,
  profitFactor: figure,
  skewness: figure,
  kurtosis: figure,
  probabilisticSharpe: figure,
  sharpeStandardError: figure,
  /** Number of returns, one less than the marks. */
  returns: count,
  /** Positions opened, the ones still open included. */
  trades: count,
  fills: count,
  fees: z.number(),
  finalEquity: figure,
});

export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  level: z.number(),
});

export const coverageSchema = z.strictObject({
  due: count,
  answered: count,
  missing: count,
  invalid: count,
  late: count,
  failed: count,
  forced: count,
});

export const runResultSchema = z.strictObject({
  /** Folder of the run, below `runs/`. */
  run: z.string(),
  /** Hash of scenario, agent, symbol and repeat. */
  runId: sha256,
  agent: z.string(),
  symbol: z.string().nullable(),
  repeat: count,
  policy: executionPolicySchema,
  journalHash: sha256,
  /** A user's module that ran inside this process, without limits. */
  trusted: z.boolean(),
  metrics: metricsSchema,
  /** Why a figure is null, by its name. */
  undefinedBecause: z.record(z.string(), z.string()),
  drawdown: drawdownSchema.nullable(),
  /** Stationary block bootstrap; null where there are too few returns. */
  intervals: z.strictObject({
    cumulativeReturn: intervalSchema.nullable(),
    sharpe: intervalSchema.nullable(),
    maxDrawdown: intervalSchema.nullable(),
  }),
  /** Mean daily return above the baseline's, annualised, with its interval; null for the baseline itself. */
  againstBaseline: z
    .strictObject({
      baseline: z.string(),
      difference: z.number(),
      interval: intervalSchema.nullable(),
    })
    .nullable(),
  coverage: coverageSchema,
  denied: count,
  rowsDropped: count,
  /** `position` is 1, 0 or -1 for all-in and fraction sizes, otherwise the position's share of equity. */
  positionChanges: z.array(z.strictObject({ date, symbol: z.string(), position: z.number() })),
});

export const resultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  scenario: z.strictObject({
    name: z.string(),
    data: z.string(),
    synthetic: z.boolean(),
    window: z.strictObject({ from: date, to: date }),
    workflow: z.string(),
    symbols: z.array(z.string()),
    portfolio: z.boolean(),
    capital: z.number(),
    currency: z.string(),
    decide: z.enum(['session-close', 'bar']),
    calendar: z.enum(calendarNames),
    priceBasis: z.enum(priceBases),
    dateRule: z.enum(dateRules),
    seed: count,
    repeats: count,
    /** What a reader of the figures must know of the data, in plain sentences. */
    notes: z.array(z.string()),
  }),
  tape: z.strictObject({ id: z.string(), hash: sha256, facts: count }),
  runs: z.array(runResultSchema),
});

export type Metrics = z.infer<typeof metricsSchema>;
export type MetricName = keyof Metrics;
export type Interval = z.infer<typeof intervalSchema>;
export type Drawdown = z.infer<typeof drawdownSchema>;
export type Coverage = z.infer<typeof coverageSchema>;
export type RunResult = z.infer<typeof runResultSchema>;
export type Result = z.infer<typeof resultSchema>;
