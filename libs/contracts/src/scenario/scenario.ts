/** A scenario: what a user writes to get runs. The published schema of `scenario.yaml`. */

import { z } from 'zod';
import { executionPolicyInputSchema } from './execution-policy.js';
import { openObject } from './open-object.js';
import { areOpenReports } from './open-reports.js';
import { taskTermsSchema, taskWorkflowSchema, type TaskTerms } from './task-terms.js';
import { scenarioCalendarSchema } from '../facts/calendar-name.js';
import { valueAt } from '../parsing/value-at.js';
import { windowSchema } from './weekly-reports.js';

const symbol = z.string().min(1).max(32);
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'expected letters, digits, ".", "_", "-", 64 at most',
  );
const timeBudgetMs = z.int().min(1).max(3_600_000);
const callLimitsSchema = z.strictObject({
  /** Calls per decision. */
  calls: z.int().min(1).max(10_000).default(200),
  /** UTF-8 bytes of all their results. */
  bytes: z.int().min(1000).max(1_000_000_000).default(4_000_000),
});

const noAddress = 'expected an address that begins with http:// or https://';
const address = z
  .string()
  .max(2000)
  .regex(/^https?:[/][/][^ /]/, noAddress)
  .refine((text) => URL.canParse(text), noAddress);

/** `provider/model`: a provider of the models file, and the name under which it knows the model. */
const modelName = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][a-z0-9-]{0,31}[/][^ ]+$/, 'expected provider/model');

/** Deeper than the settings of any agent, and cheap to check. */
const configDepthMax = 32;

/** Members of every agent. */
const named = {
  id,
  /** Members of the scenario's `terms` that this agent overrides; only for work on tasks. */
  terms: taskTermsSchema.optional(),
};

/** Spending limits. A call that could exceed them is not made. */
const modelBudgetSchema = z.strictObject({
  calls: z.int().min(1).max(1_000_000).optional().describe('Model calls.'),
  tokens: z.int().min(1).optional().describe('Input and output tokens together.'),
  usd: z.number().positive().optional().describe('US dollars, by the price table.'),
});

/** Members of an agent whose every model call is recorded. */
const asking = {
  ...named,
  /** For one decision, including all attempts. */
  timeBudgetMs: timeBudgetMs.default(300_000),
  /** Limits on the tool use of one decision; the agent is informed. */
  limits: callLimitsSchema.optional(),
  /** Maximum attempts to get a submission for one decision. */
  attempts: z.int().min(1).max(20).default(1),
  budget: z
    .strictObject({ decision: modelBudgetSchema.optional(), run: modelBudgetSchema.optional() })
    .optional()
    .describe('What model calls may cost, for one decision and for the whole run.'),
};

/** What a model agent remembers of its earlier decisions. */
const memorySchema = z.union([
  z.literal('none'),
  z.strictObject({ last: z.int().min(1).max(100) }).describe('Its last decisions.'),
  z.literal('notes').describe('Notes of its own, which it may rewrite with each decision.'),
]);

/**
 * How a hedging agent picks its pair: by name, or by the behavior of the symbols in the last
 * `formation` bars.
 */
const pairChoice = {
  ...named,
  left: symbol.optional(),
  right: symbol.optional(),
  formation: z.int().min(30).max(10_000).default(252),
  /** Minimum correlation of returns for a candidate. */
  correlation: z.number().min(-1).max(1).default(0.3),
};
const isPairOfTwo = (pair: { left?: string | undefined; right?: string | undefined }): boolean =>
  (pair.left === undefined) === (pair.right === undefined) &&
  (pair.left === undefined || pair.left !== pair.right);
const ofTwo = { message: 'two different symbols as left and right, or neither', path: ['right'] };

export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...named, kind: z.literal('buy-and-hold') }),
  z.strictObject({
    ...named,
    kind: z.literal('sma-cross'),
    fast: z.int().positive().max(10_000),
    slow: z.int().positive().max(10_000),
  }),
  z.strictObject({
    ...named,
    kind: z.literal('rsi-reversion'),
    length: z.int().positive().max(10_000).default(14),
    enter: z.number().min(0).max(100).default(30),
    exit: z.number().min(0).max(100).default(70),
  }),
  z
    .strictObject({
      ...pairChoice,
      kind: z.literal('pair-hold'),
      direction: z.enum(['LONG_SHORT', 'SHORT_LONG']).default('LONG_SHORT'),
    })
    .refine(isPairOfTwo, ofTwo),
  z
    .strictObject({
      ...pairChoice,
      kind: z.literal('pair-zscore'),
      /** Common bars, including the current one. */
      lookback: z.int().min(3).max(10_000).default(60),
      enter: z.number().positive().max(100).default(2),
      exit: z.number().min(0).max(100).default(0.5),
    })
    .refine(isPairOfTwo, ofTwo)
    .refine(({ enter, exit }) => exit <= enter, {
      message: 'at most enter',
      path: ['exit'],
    }),
  z.strictObject({ ...named, kind: z.literal('random'), seed: z.int().nonnegative().optional() }),
  z.strictObject({ ...named, kind: z.literal('script'), file: z.string().min(1) }),
  z.strictObject({
    ...named,
    kind: z.literal('module'),
    file: z.string().min(1),
    /** In this process, without limits; the result reports it. */
    trusted: z.boolean().default(false),
    timeBudgetMs: timeBudgetMs.default(10_000),
    /** Bars of history that the module reads per symbol; defaults to all. */
    history: z.int().positive().optional(),
    config: openObject(configDepthMax).default({}),
    /**
     * Files and folders that the module may read besides what it imports, by their paths
     * from the scenario.
     */
    reads: z.array(z.string().min(1).max(4096)).min(1).max(100).optional(),
    /** Keeps no state between tasks, so that it can work on several at once. */
    stateless: z.literal(true).optional(),
  }),
  /** An external program that reads the topics and answers on them; only available with topics. */
  z.strictObject({ ...named, kind: z.literal('external') }),
  /**
   * Any program that speaks MCP: it gets the tools of each decision at an address, including
   * one to submit.
   */
  z.strictObject({
    ...named,
    kind: z.literal('mcp'),
    timeBudgetMs: timeBudgetMs.default(300_000),
    /** Limits of one decision; the agent is informed. */
    limits: callLimitsSchema.optional(),
    /** Where each open decision is posted as JSON; if omitted, `tapefold run` prints it. */
    post: address.optional(),
  }),
  /** A rule that ships with the workflow, and works through the tools of each question. */
  z.strictObject({
    ...named,
    kind: z.literal('rule'),
    rule: id.describe('Its name, as the workflow has it.'),
    /** Limits on the tool use of one decision. */
    limits: callLimitsSchema.optional(),
    config: openObject(configDepthMax).default({}),
  }),
  /** A language model in a loop of thought, tool call and observation, until it submits. */
  z.strictObject({
    ...asking,
    kind: z.literal('llm'),
    model: modelName,
    /** Defaults: `herculean` is effort medium, 5 attempts, no memory. */
    preset: z.enum(['herculean']).optional(),
    stream: z.boolean().default(true),
    effort: z.enum(['none', 'low', 'medium', 'high']).optional(),
    /** The model reasons, although its name does not say so: no temperature is sent. */
    reasoner: z.literal(true).optional(),
    temperature: z.number().min(0).max(2).optional(),
    /** Seed of the model's sampling, if its provider supports one. */
    modelSeed: z.int().nonnegative().optional(),
    maxOutputTokens: z.int().min(1).max(1_000_000).default(4096),
    attempts: z.int().min(1).max(20).optional(),
    /** Model calls per attempt. */
    steps: z.int().min(1).max(1000).default(20),
    memory: memorySchema.optional(),
    /** A built-in prompt, or a file; defaults to the workflow's own. */
    prompt: z.string().min(1).max(1000).optional(),
  }),
  /**
   * A program behind a URL: each decision is posted to it, with its tools, and it responds
   * with an answer.
   */
  z.strictObject({
    ...asking,
    kind: z.literal('http'),
    url: address,
    /**
     * A model used through the recording gateway; its requests may name the model or omit the name.
     */
    model: modelName.optional(),
  }),
  /**
   * An agent that the operator of the services registered under a name; only available
   * with services.
   */
  z.strictObject({ ...named, kind: z.literal('registered'), agent: id }),
]);

/** Rows with defects: reject the data set, or drop the rows and journal which. */
const badRows = z.enum(['refuse', 'drop']).default('refuse');
const seed = z.int().nonnegative().default(0);
const repeats = z.int().positive().max(10_000).default(1);
const agents = z.array(agentConfigSchema).min(1).max(100_000);
const symbols = z.array(symbol).min(1).max(10_000);
/** A folder, a .duckdb file, or the name of a bundled data set. */
const data = z.string().min(1);

/** What the table of a run's equity has rows of. */
export const equityRowsOf = z.enum(['sessions', 'marks']);
export type EquityRowsOf = z.infer<typeof equityRowsOf>;

/** The name of a policy, or one of the scenario's own. */
export const executionSchema = z.union([z.string().min(1), executionPolicyInputSchema]);

/** Agents trade symbols over a window. */
export const tradingScenarioSchema = z.strictObject({
  name: id,
  data,
  window: windowSchema,
  workflow: z.literal('trading').default('trading'),
  symbols,
  /**
   * Whose sessions decide and are marked; defaults to the calendar of the first symbol, and of runs
   * of one symbol to that of their own.
   */
  calendar: scenarioCalendarSchema.optional(),
  /** One run over all symbols instead of one run per symbol. */
  portfolio: z.boolean().default(false),
  capital: z.number().positive().max(1e15).default(100_000),
  execution: executionSchema.default('realistic'),
  /** Defaults to `bar` for intraday data, to `session-close` for daily data. */
  decide: z.enum(['session-close', 'bar']).optional(),
  /**
   * Rows of equity.csv: one a session, with the least and greatest equity of its marks, or one a
   * mark. Defaults to `marks` where the window has no end or has fewer than ten sessions.
   */
  equity: equityRowsOf.optional(),
  seed,
  repeats,
  badRows,
  agents,
  /**
   * Agent id against which differences are measured; defaults to the first `buy-and-hold` agent.
   */
  baseline: id.optional(),
});

/** Agents each choose one pair of a pool and trade it over a window, one action per session. */
export const hedgingScenarioSchema = tradingScenarioSchema.extend({
  workflow: z.literal('hedging'),
  /** The pool. */
  symbols: symbols.min(2),
  portfolio: z.literal(true).default(true).describe('One run for each agent, over the whole pool.'),
  execution: executionSchema.default('pair-realistic'),
  decide: z.literal('session-close').optional(),
  /**
   * A symbol of the data set, in the pool or not, against which the beta of each run is measured.
   */
  index: symbol.optional(),
});

/** Agents work on the tasks of a data set. No market is needed, so there is no window or policy. */
export const taskScenarioSchema = z.strictObject({
  name: id,
  data,
  workflow: taskWorkflowSchema,
  /** Symbols whose prices and filings are on the tape; defaults to all of the data set's. */
  symbols: symbols.optional(),
  /** Defined by the workflow itself. */
  terms: taskTermsSchema.default({}),
  /** Tasks that an agent works on at once; more than one requires a stateless agent. */
  tasksAtOnce: z.int().min(1).max(256).default(1),
  seed,
  repeats,
  badRows,
  agents,
});

/**
 * Weekly reports, as a user writes them: window and symbols become the member
 * `reports` of the terms.
 */
const reportScenarioSchema = taskScenarioSchema.extend({ window: windowSchema, symbols });

/** A file of audit cases, beside the scenario or in the data folder. */
const casesFile = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^#]+$/, 'expected the path of a file without "#"');

/**
 * Audits, as a user writes them: data and files of cases become one reference, `DATA#FILE`, or
 * `DATA##FILE#SOLUTIONS`.
 */
const auditScenarioSchema = taskScenarioSchema.extend({
  tasks: casesFile,
  solutions: casesFile.optional(),
});

/** A scenario, a union by workflow. */
export const scenarioSchema = z.union([
  tradingScenarioSchema,
  hedgingScenarioSchema,
  taskScenarioSchema.extend({
    window: windowSchema
      .optional()
      .describe('Of weekly reports alone: the last sessions of the weeks that are reported on.'),
    tasks: casesFile
      .optional()
      .describe('Of audits alone: a file of cases, beside the scenario or in the data folder.'),
    solutions: casesFile
      .optional()
      .describe('Of audits alone: the solutions of the cases, if their own file has none.'),
  }),
]) as unknown as z.ZodType<Scenario>;

/** What a scenario parser needs to know about a workflow. */
export interface KnownWorkflow {
  readonly name: string;
  /**
   * Defaults for settings that the scenario omits for this agent; `terms` are those of its runs.
   */
  readonly agentDefaults?: (agent: Readonly<Record<string, unknown>>) => object;
  /**
   * Whether its tasks are weekly reports: then a scenario has a window and symbols,
   * which become terms.
   */
  readonly hasReports?: true;
  /**
   * Whether its tasks are audit cases: then a scenario names a file of them, which becomes
   * part of `data`.
   */
  readonly hasCases?: true;
}

/**
 * Picks the union member to validate an untrusted value against, so that errors refer to the
 * intended workflow. An unknown workflow is the first error.
 */
export function scenarioSchemaOf(
  value: unknown,
  workflows: readonly KnownWorkflow[],
): z.ZodType<Scenario> {
  const name =
    typeof value === 'object' && value !== null && 'workflow' in value ? value.workflow : undefined;
  if (name === undefined || name === 'trading') return tradingScenarioSchema;
  if (name === 'hedging') return hedgingScenarioSchema;
  const known = workflows.find((workflow) => workflow.name === name);
  if (known !== undefined) return withDefaults(taskSchemaOf(known, value), known);
  const named = z.looseObject({ workflow: z.enum(workflows.map((workflow) => workflow.name)) });
  return named.pipe(taskScenarioSchema) as unknown as z.ZodType<Scenario>;
}

/**
 * For a workflow of weekly reports: `window` and `symbols` become terms; all symbols of the data
 * are on the tape.
 */
function taskSchemaOf(
  { hasReports, hasCases }: KnownWorkflow,
  value: unknown,
): z.ZodType<Scenario> {
  if (hasCases !== undefined && valueAt(value, ['tasks']) !== undefined) {
    return auditScenarioSchema.transform(({ data: folder, tasks, solutions, ...rest }) => ({
      ...rest,
      data: solutions === undefined ? `${folder}#${tasks}` : `${folder}##${tasks}#${solutions}`,
    })) as unknown as z.ZodType<Scenario>;
  }
  if (hasReports === undefined || valueAt(value, ['terms', 'reports']) !== undefined) {
    return taskScenarioSchema;
  }
  return reportScenarioSchema.transform(({ window, symbols: own, terms, ...rest }) => ({
    ...rest,
    terms: { ...terms, reports: { window, symbols: own } },
  })) as unknown as z.ZodType<Scenario>;
}

function withDefaults(
  schema: z.ZodType<Scenario>,
  { agentDefaults }: KnownWorkflow,
): z.ZodType<Scenario> {
  if (agentDefaults === undefined) return schema;
  const terms = z.looseObject({}).optional();
  const given = z.looseObject({ terms, agents: z.array(z.looseObject({ terms })) });
  return z.preprocess((value) => {
    const { data } = given.safeParse(value);
    const agents = data?.agents.map((agent) => ({
      ...agentDefaults({ ...agent, terms: { ...data.terms, ...agent.terms } }),
      ...agent,
    }));
    return data === undefined ? value : { ...data, agents };
  }, schema) as unknown as z.ZodType<Scenario>;
}

export type AgentConfig = z.infer<typeof agentConfigSchema>;
export type AgentKind = AgentConfig['kind'];
/** Scenarios that trade over a window, including pairs. */
export type TradingScenario =
  z.infer<typeof tradingScenarioSchema> | z.infer<typeof hedgingScenarioSchema>;
export type TaskScenario = z.infer<typeof taskScenarioSchema>;

/**
 * A scenario of any workflow. Members of a window, or of tasks, are undefined where it has none.
 */
export type Scenario = Pick<
  TaskScenario,
  'name' | 'data' | 'seed' | 'repeats' | 'badRows' | 'agents'
> &
  Loose<Omit<z.infer<typeof tradingScenarioSchema>, 'workflow'>> &
  Loose<Pick<z.infer<typeof hedgingScenarioSchema>, 'index'>> &
  Loose<Omit<TaskScenario, 'workflow'>> & { workflow: string };

type Loose<T> = { [K in keyof T]?: T[K] | undefined };

/** The scenario with the members of its window; undefined for work on tasks. */
export const overWindow = (scenario: Scenario): TradingScenario | undefined =>
  scenario.window === undefined ? undefined : (scenario as TradingScenario);

/** The scenario with the members of its tasks; undefined for work over a window. */
export const ofTasks = (scenario: Scenario): TaskScenario | undefined =>
  scenario.window === undefined ? (scenario as TaskScenario) : undefined;

/**
 * Terms of an agent's runs: the scenario's, overridden by its own; empty for work over a window.
 */
export const termsFor = (scenario: Scenario, agent: AgentConfig): TaskTerms =>
  scenario.window === undefined ? { ...scenario.terms, ...agent.terms } : {};

/** Whether the window of a scenario has no end. */
export const isOpenEnded = (scenario: Scenario): boolean =>
  scenario.window?.to === 'open' || areOpenReports(scenario.terms ?? {});

export type DecideAt = 'session-close' | 'bar';
