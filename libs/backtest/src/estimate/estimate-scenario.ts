/** `tapefold estimate`: how much a scenario will use its models, before anything is spent. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { invalidInput, startOfUtcDay } from '#values';
import { promptOf } from '#agents/llm/prompt';
import { asksModels, kindsThat, type AgentWith } from '#contracts/agents/agent-kinds';
import { settingsOf } from '#contracts/agents/model-settings';
import { type Models, namedModel, type NamedModel } from '#llm/provider/models';
import { BudgetLedger } from '#llm/gateway/budget-ledger';
import { bytesOfToken, reservationOf, usdOf } from '#llm/provider/pricing';
import type { CallStep, TokenUsage } from '#llm';
import { overWindow, termsFor } from '#contracts/scenario/scenario';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import { allWorkflows, type Workflow, workflowOf, type Workflows } from '#workflows';
import { asksDefault } from '../loop/ask-limit.js';
import type { LoadedScenario } from '../tape/load-scenario.js';
import { runScenario } from '../run/run-scenario.js';
import { openScenarioTape } from '../tape/scenario-tape.js';
import {
  assumedDecision,
  type DecisionFigures,
  type ProviderLoad,
  timeBound,
  type TimeBound,
  tokensOf,
} from './expected-use.js';
import { readTranscripts, type RecordedTranscripts } from '../transcripts/read-transcripts.js';

/** An agent that reaches its models through the recording gateway. */
type AskingAgent = AgentWith<{ asksModels: true }>;

export interface AgentEstimate {
  readonly agent: string;
  /**
   * provider/model; null if the agent names none: it reaches models by itself, and its calls
   * are not counted.
   */
  readonly model: string | null;
  readonly runs: number;
  readonly decisions: number;
  readonly calls: number;
  /** By attempts and steps, or the budget of calls; null if nothing bounds an external agent. */
  readonly callsAtMost: number | null;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Bound on the output of one response, thoughts included; null if the agent sets it itself. */
  readonly responseTokensAtMost: number | null;
  /** US dollars; null is unpriced, not free. */
  readonly usd: number | null;
  /** By its budget of money; null where it has none. */
  readonly usdAtMost: number | null;
  /**
   * Why its budget allows no call at all: the reservation for the first one (its input, and all
   * the output that it may have, at the full price) exceeds the budget. Null if it fits, or
   * cannot be known.
   */
  readonly noCall: string | null;
  /** Where the figures of a decision come from. */
  readonly basis: 'assumed' | 'recorded' | 'not counted';
  readonly perDecision: DecisionFigures;
}

export interface ScenarioEstimate {
  readonly scenario: string;
  readonly agents: readonly AgentEstimate[];
  readonly decisions: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Sums priced agents; null if no agent is priced. */
  readonly usd: number | null;
  readonly unpriced: readonly string[];
  readonly prices: string | null;
  readonly time: TimeBound;
}

interface EstimateOptions {
  readonly models: Models;
  /** A result whose recordings show what a decision uses. */
  readonly from?: string | undefined;
  /** Concurrent asks. */
  readonly asks?: number | undefined;
  /** Available kinds of work; defaults to those of this version. */
  readonly workflows?: Workflows | undefined;
}

/**
 * Counts the decisions that will be due, exactly, by running the scenario with a rule in place of
 * its agents; the rest is arithmetic. `InvalidInput` for a scenario in which no agent asks models,
 * and for an unknown provider.
 */
export async function estimateScenario(
  loaded: LoadedScenario,
  { models, from, asks = asksDefault, workflows = allWorkflows }: EstimateOptions,
): Promise<ScenarioEstimate> {
  const { scenario } = loaded;
  const asking = scenario.agents.filter(asksModels);
  if (asking.length === 0) {
    const expected = `an agent of kind ${kindsThat((traits) => traits.asksModels).join(' or ')}`;
    throw invalidInput('no agent in this scenario asks models', { where: 'agents', expected });
  }
  const due = await decisionsDue(loaded);
  const workflow = workflowOf(workflows, scenario);
  const agents: AgentEstimate[] = [];
  for (const agent of asking) {
    const toolTokens = await tokensOfTools(workflow, termsFor(scenario, agent), agent);
    agents.push(await agentEstimate(agent, { loaded, due, toolTokens, workflow, models, from }));
  }
  const priced = agents.flatMap(({ usd }) => usd ?? []);
  const longestRunMs = Math.max(
    ...agents.map(({ perDecision }) => perDecision.modelMs * Math.max(...due)),
  );
  return {
    scenario: scenario.name,
    agents,
    decisions: sum(agents, ({ decisions }) => decisions),
    calls: sum(agents, ({ calls }) => calls),
    tokens: {
      input: sum(agents, ({ tokens }) => tokens.input),
      output: sum(agents, ({ tokens }) => tokens.output),
    },
    usd: priced.length === 0 ? null : priced.reduce((total, usd) => total + usd, 0),
    unpriced: agents.filter(({ usd }) => usd === null).map(({ agent }) => agent),
    prices: models.prices?.version ?? null,
    time: timeBound(loadsOf(agents, models), { longestRunMs, asks }),
  };
}

const sum = <T>(items: readonly T[], figure: (item: T) => number): number =>
  items.reduce((total, item) => total + figure(item), 0);

/**
 * Due decisions of the runs of one agent and one repeat: which are due does not
 * depend on the agent.
 */
async function decisionsDue({ scenario, directory }: LoadedScenario): Promise<number[]> {
  const over = overWindow(scenario);
  if (over === undefined) {
    const { dataset, lastSession } = await openScenarioTape(scenario, directory);
    const end = startOfUtcDay(lastSession + 1);
    const tasks = dataset.tasks(reportsOf(scenario.terms ?? {}));
    await dataset.close();
    return [tasks.filter(({ knowledgeTime }) => knowledgeTime < end).length];
  }
  const kind = 'random';
  const { baseline: _, ...rest } = over;
  const counted = { ...rest, agents: [{ id: 'counted', kind } as const], repeats: 1 };
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-estimate-'));
  try {
    const options = { out: join(folder, 'out'), codeVersion: 'estimate', jobs: 1, fresh: false };
    const outcome = await runScenario({ scenario: counted, directory }, options);
    if (outcome.kind !== 'finished') return [];
    return outcome.result.runs.map(({ coverage }) => coverage.due);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The definitions and descriptions of the workflow's tools; every call sends both. */
async function tokensOfTools(
  { tools: loadSets }: Workflow,
  terms: TaskTerms,
  agent: AskingAgent,
): Promise<number> {
  const sets = await loadSets(terms, null, agent.kind === 'llm' ? agent.preset : undefined);
  const defined = sum(
    sets.flatMap(({ tools }) => [...tools]),
    ({ name, description, input }) =>
      tokensOf(JSON.stringify({ name, description, parameters: z.toJSONSchema(input) })),
  );
  return defined + sum(sets, ({ instructions }) => tokensOf(instructions));
}

interface EstimateContext {
  readonly loaded: LoadedScenario;
  readonly due: readonly number[];
  readonly toolTokens: number;
  readonly workflow: Workflow;
  readonly models: Models;
  readonly from: string | undefined;
}

/** The size of an agent's own prompt, and its effort. */
function promptTraits(agent: AskingAgent, { prompts }: Workflow, directory: string) {
  if (agent.kind !== 'llm') return { promptTokens: 0, effort: undefined };
  const promptTokens = tokensOf(promptOf(agent, { prompts, directory }).text);
  return { promptTokens, effort: settingsOf(agent).effort };
}

/** What the budgets of an agent allow at most. */
function usdAtMost(
  { budget }: AskingAgent,
  { runs, decisions }: { readonly runs: number; readonly decisions: number },
): number | null {
  return least([times(budget?.decision?.usd, decisions), times(budget?.run?.usd, runs)]);
}

async function agentEstimate(
  agent: AskingAgent,
  { loaded, due, toolTokens, workflow, models, from }: EstimateContext,
): Promise<AgentEstimate> {
  const { scenario, directory } = loaded;
  const runs = due.length * scenario.repeats;
  const decisions = sum(due, (count) => count) * scenario.repeats;
  const named =
    agent.model === undefined
      ? undefined
      : namedModel(models, agent.model, `agents, ${agent.id}: model`);
  const recorded = from === undefined ? undefined : await recordedDecision(from, agent);
  const callsMax = callsOfAttempt(agent);
  const { promptTokens, effort } = promptTraits(agent, workflow, directory);
  const assumed = { promptTokens: promptTokens + toolTokens, effort, callsMax };
  const perDecision = recorded ?? (named === undefined ? notCounted : assumedDecision(assumed));
  const { input, output } = perDecision.usage;
  const perUsd = named === undefined ? null : usdOfDecision(perDecision.usage, named, models);
  return {
    agent: agent.id,
    model: agent.model ?? null,
    runs,
    decisions,
    calls: Math.round(perDecision.calls * decisions),
    callsAtMost: callsAtMost(agent, { runs, decisions }),
    tokens: { input: Math.round(input * decisions), output: Math.round(output * decisions) },
    responseTokensAtMost: agent.kind === 'llm' ? agent.maxOutputTokens : null,
    usd: perUsd === null ? null : perUsd * decisions,
    usdAtMost: usdAtMost(agent, { runs, decisions }),
    noCall: noCallReason(agent, promptTokens + toolTokens, models),
    basis: basisOf(recorded, named),
    perDecision,
  };
}

/** Reserves as the gateway does before a call. What an external agent requests is not known. */
function noCallReason(agent: AskingAgent, inputTokens: number, { prices }: Models): string | null {
  if (agent.kind !== 'llm') return null;
  const request = { bytes: inputTokens * bytesOfToken, outputMax: agent.maxOutputTokens };
  const reservation = reservationOf(request, prices?.models[agent.model]);
  return new BudgetLedger().reserve(0, reservation, agent.budget ?? {}) ?? null;
}

/** Stands for an agent that reaches models by itself. */
const notCounted: DecisionFigures = {
  attempts: 1,
  calls: 0,
  modelMs: 0,
  usage: { input: 0, output: 0, cachedInput: 0, cacheWrite: 0, reasoning: 0 },
};

function basisOf(
  recorded: DecisionFigures | undefined,
  named: NamedModel | undefined,
): AgentEstimate['basis'] {
  if (recorded !== undefined) return 'recorded';
  return named === undefined ? 'not counted' : 'assumed';
}

const callsOfAttempt = (agent: AskingAgent): number =>
  Math.min(
    agent.kind === 'llm' ? agent.steps : Infinity,
    agent.budget?.decision?.calls ?? Infinity,
  );

/** The upper bound on calls, whatever the model does. */
function callsAtMost(
  agent: AskingAgent,
  { runs, decisions }: { readonly runs: number; readonly decisions: number },
): number | null {
  const steps = agent.kind === 'llm' ? agent.steps * settingsOf(agent).attempts : undefined;
  return least([
    times(steps, decisions),
    times(agent.budget?.decision?.calls, decisions),
    times(agent.budget?.run?.calls, runs),
  ]);
}

const times = (value: number | undefined, count: number): number | undefined =>
  value === undefined ? undefined : value * count;

const least = (bounds: readonly (number | undefined)[]): number | null =>
  bounds.reduce<number | null>((found, bound) => {
    if (bound === undefined) return found;
    return found === null ? bound : Math.min(found, bound);
  }, null);

function usdOfDecision(usage: TokenUsage, named: NamedModel, { prices }: Models): number | null {
  const price = prices?.models[`${named.name}/${named.model}`];
  return price === undefined ? null : usdOf(usage, price);
}

function loadsOf(agents: readonly AgentEstimate[], models: Models): Map<string, ProviderLoad> {
  const loads = new Map<string, ProviderLoad>();
  for (const { model, calls, tokens, decisions, perDecision } of agents) {
    if (model === null) continue;
    const { name, provider } = namedModel(models, model);
    const before = loads.get(name) ?? { calls: 0, tokens: 0, modelMs: 0 };
    const { concurrent, requestsPerMinute, tokensPerMinute } = provider.limits;
    loads.set(name, {
      calls: before.calls + calls,
      tokens: before.tokens + tokens.input + tokens.output,
      modelMs: before.modelMs + perDecision.modelMs * decisions,
      concurrent,
      requestsPerMinute,
      tokensPerMinute,
    });
  }
  return loads;
}

/**
 * The mean over the finished decisions of an agent with the same id and model in a result, else of
 * all agents with that model; undefined if the result has neither, or no call with usage.
 * `InvalidInput` if nothing was recorded.
 */
async function recordedDecision(
  result: string,
  agent: { readonly id: string; readonly model?: string | undefined },
): Promise<DecisionFigures | undefined> {
  const runs = await readTranscripts(result);
  const ofModel = runs.filter(({ model }) => model === (agent.model ?? null));
  const own = ofModel.filter((run) => run.agent === agent.id);
  const taken = own.length > 0 ? own : ofModel;
  return taken.length === 0 ? undefined : meanOf(taken);
}

async function meanOf(runs: readonly RecordedTranscripts[]): Promise<DecisionFigures | undefined> {
  const total = { decisions: 0, attempts: 0, calls: 0, metered: 0, modelMs: 0 };
  const usage = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  const add = (call: CallStep): void => {
    total.calls++;
    total.modelMs += call.durationMs;
    if (call.usage === null) return;
    total.metered++;
    for (const name of Object.keys(usage) as (keyof typeof usage)[])
      usage[name] += call.usage[name];
  };
  for (const run of runs) {
    for await (const { attempts } of run.read()) {
      // A decision still open in a run that was stopped has not used all that it will.
      if (attempts.at(-1)?.class === null) continue;
      total.decisions++;
      total.attempts += attempts.length;
      for (const { calls } of attempts) calls.forEach(add);
    }
  }
  const { decisions, metered, calls } = total;
  // Without any usage the cost of a decision is unknown.
  if (decisions === 0 || metered === 0) return undefined;
  // Calls without usage are assumed to use as much as the others.
  const share = calls / metered / decisions;
  return {
    attempts: total.attempts / decisions,
    calls: calls / decisions,
    usage: {
      input: usage.input * share,
      output: usage.output * share,
      cachedInput: usage.cachedInput * share,
      cacheWrite: usage.cacheWrite * share,
      reasoning: usage.reasoning * share,
    },
    modelMs: total.modelMs / decisions,
  };
}
