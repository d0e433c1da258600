/** Settings of agents that answer tasks, where a scenario sets none. */

import { z } from 'zod';
import { agentKinds, type AgentTraits } from '#contracts/agents/agent-kinds';
import type { KnownWorkflow } from '#contracts/scenario/scenario';

type AgentDefaults = NonNullable<KnownWorkflow['agentDefaults']>;

/** An agent is not parsed yet where its defaults are sought: its kind may be any value. */
const traitsOfKind = (kind: unknown): AgentTraits | undefined =>
  (agentKinds as Readonly<Record<string, AgentTraits>>)[String(kind)];

/** Agents that reason need time, in ms. */
export const timed =
  (timeBudgetMs: number): AgentDefaults =>
  ({ kind }) =>
    traitsOfKind(kind)?.reasons ? { timeBudgetMs } : {};

/**
 * Output tokens of one response, thoughts included, for models that write at length: a report of a
 * week, or a list of judgments with their passages.
 */
const pageTokens = 16_384;
/** The same for models that write a whole document. */
const documentTokens = 32_768;

const writing =
  (maxOutputTokens: number): AgentDefaults =>
  ({ kind }) =>
    kind === 'llm' ? { maxOutputTokens } : {};

/** Apply to agents that write a report of some pages. */
export const reportDefaults = writing(pageTokens);

/** Providers refuse a temperature together with reasoning. */
const exact: AgentDefaults = ({ kind, effort = 'none' }) =>
  kind === 'llm' && effort === 'none' ? { temperature: 0 } : {};

/** Apply to agents whose answers code scores. */
export const scoredDefaults: AgentDefaults = (agent) => ({
  ...timed(120_000)(agent),
  ...exact(agent),
});

/** Apply to agents that judge: a judgment that cannot be read is asked for again, once. */
export const judgeDefaults: AgentDefaults = ({ kind, effort }) => ({
  ...(traitsOfKind(kind)?.asksModels && { attempts: 2, timeBudgetMs: 120_000 }),
  ...exact({ kind, effort }),
  ...writing(pageTokens)({ kind }),
});

const size = 'a Markdown document of 1 to 200000 characters';

/** What workflows have in common whose answer is one Markdown document. */
export const documentWork = {
  terms: z.strictObject({}),
  answer: z.string(size).min(1, size).max(200_000, size),
  // A report takes its time.
  agentDefaults: (agent: Parameters<AgentDefaults>[0]) => ({
    ...timed(1_800_000)(agent),
    ...writing(documentTokens)(agent),
  }),
} as const;
