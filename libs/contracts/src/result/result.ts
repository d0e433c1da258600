/** The published schema of `result.json`, one for every kind of work. Fractions, never percent. */

import { z } from 'zod';
import { answerClasses, outcomes } from '../journal/answer-class.js';
import { tradingComparisonSchema } from './comparison.js';
import { drawdownSchema, figuresSchema } from './figures.js';
import { intervalSchema } from './interval.js';
import { executionPolicySchema } from '../scenario/execution-policy.js';
import { recordedFeedSchema } from './recorded-feed.js';
import { sectionPictures } from './report-pictures.js';
import { calendarNameSchema } from '../facts/calendar-name.js';
import { dateRules, priceBases } from '../facts/fact-source.js';
import { taskTermsSchema } from '../scenario/task-terms.js';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string();

export const coverageSchema = z.strictObject({
  due: count,
  answered: count,
  missing: count,
  invalid: count,
  late: count,
  failed: count,
  forced: count,
});

/**
 * Why due decisions were not answered, or orders were denied. Merges reasons that differ
 * only in numbers.
 */
const reasonSchema = z.strictObject({
  outcome: z.enum(outcomes),
  reason: z.string().nullable().describe('Reason of the first of them; null if none was given.'),
  count: count.min(1),
  first: z.strictObject({
    asOf: count,
    date: date.describe('Its session, or its instant where decisions are due at bars or tasks.'),
    order: z.string().optional().describe('The terms of an order that was denied.'),
  }),
});

const reasons = z
  .array(reasonSchema)
  .optional()
  .describe('The three most frequent for decisions, all for orders; omitted if there are none.');

/** Maximum warnings listed per run; the rest are only counted. */
export const dataWarningsMax = 20;

/** A warning from the data check for a run's window, for one symbol and one kind of finding. */
const dataWarningSchema = z.strictObject({
  symbol: z.string(),
  /** Constant for one kind: `sessions have no bar`, or as worded by `tapefold data check`. */
  what: z.string(),
  /** First and last affected session. */
  from: date,
  to: date,
  count: count.min(1),
});

/** What is known about the bars of one symbol in the window of a scenario. */
export const symbolDataSchema = z.strictObject({
  symbol: z.string(),
  sessions: count.describe('Sessions of the calendar in the window.'),
  withBars: count.describe('Those of them that have a bar.'),
  warnings: z.array(dataWarningSchema).describe('One for each kind of finding.'),
});

/** The two symbols that a run chose. */
const pairSchema = z.strictObject({
  left: z.string(),
  right: z.string(),
  /**
   * The index of the figure `betaToIndex`; null if the scenario names none, or the data set has
   * none.
   */
  index: z.string().nullable(),
});

/**
 * A run's model usage, from its recording: a replayed run has the same figures. Times are those of
 * the recording.
 */
export const modelUseSchema = z.strictObject({
  /** provider/model; null for an agent that does not name one. */
  model: z.string().nullable(),
  /** SHA-256 of the prompt's text; null for an agent with a prompt of its own. */
  prompt: sha256.nullable(),
  classes: z
    .record(z.enum(answerClasses), count)
    .describe(
      'How the due decisions ended, by the journal: each by the class of its last attempt.',
    ),
  mainReason: z
    .strictObject({ class: z.enum(answerClasses), reason: z.string(), decisions: count.min(1) })
    .optional()
    .describe(
      'Why most decisions were not answered: class and reason of their last attempt. Left out ' +
        'where none has a reason.',
    ),
  attempts: count.describe('Of all decisions.'),
  calls: count.describe('Model calls.'),
  /** Attempts beyond the first of each call: rate limits, server failures. */
  retries: count,
  /** Attempts in progress when the gateway died: whether they reached the model is unknown. */
  uncertain: count,
  tokens: z.strictObject({ input: count, output: count, cachedInput: count, reasoning: count }),
  /** Calls that the provider may have answered without reporting usage. */
  unmetered: count,
  /** By the price table; null if no call had a price. */
  usd: z.number().nonnegative().nullable(),
  prices: z
    .string()
    .nullable()
    .describe('Version of the price table; all of them where there were several.'),
  /** Calls that the provider may have charged but that have no price: unpriced, not free. */
  unpriced: count,
  /**
   * Milliseconds from the first call of a decision to its end, over decisions; null if
   * there are none.
   */
  latencyMs: z.strictObject({ mean: z.number(), median: z.number(), p95: z.number() }).nullable(),
  canonicalisers: z.array(z.strictObject({ id: z.string(), sha256 })),
});

/**
 * State of an open-ended run during an open session, excluded from all other figures. Money in the
 * run's currency.
 */
const openSessionSchema = z.strictObject({
  time: z.string().describe('The last instant of the tape that the run has, UTC.'),
  equity: z.number().describe('Cash and positions at the last prices.'),
  profit: z.number().describe('Equity less the capital.'),
  cash: z.number(),
  positions: z.array(z.strictObject({ symbol: z.string(), shares: z.number(), price: z.number() })),
  halted: z.array(z.string()).optional().describe('Symbols whose trading is halted, if any.'),
});

/** A run. Members that only some kinds of work have are omitted by the others. */
export const runResultSchema = z.strictObject({
  /** Folder of the run, below `runs/`. */
  run: z.string(),
  /** Hash of scenario, agent, symbol and repeat. */
  runId: sha256,
  agent: z.string(),
  symbol: z
    .string()
    .nullable()
    .optional()
    .describe('What it traded; null for several symbols, omitted if it did not trade.'),
  repeat: count,
  policy: executionPolicySchema.optional(),
  journalHash: sha256,
  /** A user's module that ran inside this process, without limits. */
  trusted: z.boolean(),
  /**
   * Its agent is a separate program, which may have had a shell; others had only the tools of the
   * run.
   */
  mayHaveShell: z.literal(true).optional(),
  figures: figuresSchema,
  drawdown: drawdownSchema.optional(),
  againstBaseline: z
    .strictObject({
      baseline: z.string(),
      difference: z.number(),
      interval: intervalSchema.nullable(),
    })
    .nullable()
    .optional()
    .describe(
      "Mean daily return above the baseline's, annualized, with its interval; null for the " +
        'baseline itself.',
    ),
  coverage: coverageSchema,
  reasons,
  /** Tool calls behind its answers; omitted if there were none. */
  toolCalls: count.min(1).optional(),
  /** For an agent that uses models; omitted for others. */
  models: modelUseSchema.optional(),
  documents: count
    .optional()
    .describe('Pages with answers that are texts, below `documents/`; omitted if there are none.'),
  dataCoverage: z
    .strictObject({ sessions: count, withBars: count })
    .nullable()
    .optional()
    .describe(
      'Sessions of the window, and those of them with a bar, each summed over the symbols of the ' +
        'run; null if the result was derived without the data set.',
    ),
  warnings: z
    .array(dataWarningSchema)
    .max(dataWarningsMax)
    .nullable()
    .optional()
    .describe('The first of them; null if the result was derived without the data set.'),
  warningCount: count
    .nullable()
    .optional()
    .describe('Of all warnings, including those not listed.'),
  denied: count.optional().describe('Orders that were denied.'),
  cancelled: count
    .optional()
    .describe('Orders that ended without a fill after they were accepted.'),
  rowsDropped: count,
  feedGaps: count
    .min(1)
    .optional()
    .describe(
      'Gaps of a live feed in its journal that may affect its symbols. Omitted if there are none.',
    ),
  positionChangeCount: count.optional().describe('All of them are in `positions.csv`.'),
  positionChanges: z
    .array(z.strictObject({ date, symbol: z.string(), position: z.number() }))
    .nullable()
    .optional()
    .describe(
      "`position` is 1, 0 or -1 for all-in and fraction sizes, otherwise the position's share of " +
        'equity. Null if there are more than 1,000.',
    ),
  open: openSessionSchema.optional().describe('Omitted if no session is open.'),
  pair: pairSchema.nullable().optional().describe('For hedging only; null if no pair was chosen.'),
});

/** A run of the scenario that did not finish, so that its figures are missing. */
export const missingRunSchema = z.strictObject({
  run: z.string(),
  agent: z.string(),
  symbol: z.string().nullable(),
  repeat: count,
  status: z.enum(['cancelled', 'failed']),
  reason: z.string().nullable(),
});

/** A section of a report, as data: some sentences, a table, figures. */
export const reportSectionSchema = z.strictObject({
  title: z.string(),
  text: z.array(z.string()),
  table: z
    .strictObject({
      columns: z.array(
        z.strictObject({ title: z.string(), format: z.enum(['text', 'number', 'percent']) }),
      ),
      /** One cell per column; null if there is nothing to show. */
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    })
    .nullable(),
  ...sectionPictures,
});

/** What the runs of a scenario traded, and how. */
const marketSchema = z.strictObject({
  symbols: z.array(z.string()),
  portfolio: z.boolean(),
  capital: z.number(),
  currency: z.string(),
  decide: z.enum(['session-close', 'bar']),
  calendar: calendarNameSchema,
  priceBasis: z.enum(priceBases),
});

/** The version of `result.json`. */
export const resultVersion = 2;

/** The result of a scenario, whatever its workflow. */
export const resultSchema = z.strictObject({
  schemaVersion: z.literal(resultVersion),
  scenario: z.strictObject({
    name: z.string(),
    data: z.string(),
    synthetic: z.boolean(),
    workflow: z.string(),
    window: z
      .strictObject({ from: date, to: date })
      .optional()
      .describe(
        'For work over a window. For a window without an end, `to` is the last session reached.',
      ),
    open: z
      .literal(true)
      .optional()
      .describe(
        'The runs have no end yet; the figures are as if they ended at `window.to`, or with the ' +
          'data.',
      ),
    market: marketSchema.optional().describe('For work that trades.'),
    terms: taskTermsSchema.optional().describe('For work on tasks.'),
    solutions: sha256
      .nullable()
      .optional()
      .describe(
        'For work on tasks: SHA-256 of the file of solutions that scored the answers; null if ' +
          'there is none.',
      ),
    dateRule: z.enum(dateRules),
    seed: count,
    repeats: count,
    /** What a reader of the figures must know about the data, in plain sentences. */
    notes: z.array(z.string()),
  }),
  tape: z.strictObject({
    id: z.string(),
    hash: sha256,
    facts: count,
    /** For a tape recorded from a live feed, if the recording was available. */
    feed: recordedFeedSchema.optional(),
  }),
  runs: z.array(runResultSchema),
  /** Why a result is partial; empty if every run finished. */
  missingRuns: z.array(missingRunSchema),
  /** Omitted for one agent without repeats, beyond 200 agents, and for work on tasks. */
  comparison: tradingComparisonSchema.optional(),
  /** What the workflow shows besides the figures. */
  sections: z.array(reportSectionSchema),
});

export type Coverage = z.infer<typeof coverageSchema>;
export type Reason = z.infer<typeof reasonSchema>;
export type SymbolData = z.infer<typeof symbolDataSchema>;
export type DataWarning = z.infer<typeof dataWarningSchema>;
export type ModelUse = z.infer<typeof modelUseSchema>;
export type RunResult = z.infer<typeof runResultSchema>;
export type OpenSession = z.infer<typeof openSessionSchema>;
export type MissingRun = z.infer<typeof missingRunSchema>;
export type ReportSection = z.infer<typeof reportSectionSchema>;
export type ResultScenario = z.infer<typeof resultSchema>['scenario'];
export type Result = z.infer<typeof resultSchema>;
