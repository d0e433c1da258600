/** A run made ready: its cursor, book, fold and loop, and an agent or a recording to answer. */

import type { DecisionEvent, TapeHeader } from '#contracts';
import {
  historyNeed,
  isRepeatable,
  openAgent,
  type Agent,
  type AgentContext,
  type ModuleAgentOptions,
} from '#agents';
import type { JournalWriter } from '#event-log';
import { Cursor, type AsOfStore } from '#market-view';
import { TradingFold, TradingRun, type KeepText, type RunPlan } from '#workflows';
import { agentAnswers, recordedAnswers } from './agent-answers.js';
import type { AskLimit } from './ask-limit.js';
import { RunLoop, type AnswerSource } from './run-loop.js';

/** A run that is to be done, or done again over the journal that it left. */
export interface PlannedRun {
  readonly plan: RunPlan;
  readonly journal: JournalWriter;
  /** Answers that stand in the journal already; agents that repeat themselves are asked again. */
  readonly recorded?: readonly DecisionEvent[];
  /** Never ask an agent that does not repeat itself: a missing recording is an error. */
  readonly replayOnly?: boolean;
  /** Takes the rationales of decisions. */
  readonly keepText?: KeepText;
  /** Opens the agent, in the place of the one that the plan describes. */
  readonly openAgent?: OpenAgent;
}

/** Opens an agent before the first fact of its run. */
export type OpenAgent = (context: AgentContext) => Agent | Promise<Agent>;

export interface OpenedRun {
  readonly plan: RunPlan;
  readonly loop: RunLoop;
  readonly fold: TradingFold;
  readonly cursor: Cursor;
}

export interface OpenRunOptions {
  readonly header: TapeHeader;
  /** Holds what the run's cursor has passed, and may hold more. */
  readonly store: AsOfStore;
  readonly agents: Omit<ModuleAgentOptions, 'header'>;
  /** Bounds the asks of asynchronous agents that are under way. */
  readonly asks?: AskLimit | undefined;
  /** Answers from elsewhere, in the place of the plan's agent. */
  readonly answers?: AnswerSource;
}

/** Opens a run before its first fact. Fails as `openAgent` does. */
export async function openRun(run: PlannedRun, options: OpenRunOptions): Promise<OpenedRun> {
  const { plan, journal } = run;
  const { header, store } = options;
  const cursor = new Cursor(store, historyOf(plan));
  const fold = new TradingFold();
  const answers = options.answers ?? (await openAnswers(run, cursor, options));
  const loop = new RunLoop({
    plan,
    cursor,
    workflow: new TradingRun(plan, header, cursor),
    answers,
    journal,
    fold,
    repeats: run.openAgent === undefined && isRepeatable(plan.agent.kind),
  });
  return { plan, loop, fold, cursor };
}

/** Bars per symbol that the run's agent looks back; null for all. */
export function historyOf(plan: RunPlan): number | null {
  return isInProcess(plan) ? historyNeed(plan.agent).bars : 1;
}

/** A confined module keeps its own copy of the past, and reads nothing here. */
function isInProcess({ agent }: RunPlan): boolean {
  return agent.kind !== 'module' || agent.trusted;
}

async function openAnswers(
  run: PlannedRun,
  cursor: Cursor,
  { header, agents, asks }: OpenRunOptions,
): Promise<AnswerSource> {
  const { plan, recorded } = run;
  const repeats = run.openAgent === undefined && isRepeatable(plan.agent.kind);
  if (recorded !== undefined && !repeats && run.replayOnly === true) {
    return recordedAnswers(recorded, undefined);
  }
  const { symbols, policy, capital, decide, seed } = plan;
  const instruments = header.instruments.filter(({ symbol }) => symbols.includes(symbol));
  const context = { symbols, instruments, policy, capital, decide, seed, view: cursor.view };
  const agent = await (run.openAgent?.(context) ??
    openAgent(plan.agent, context, { ...agents, header }));
  if (agent.history !== undefined && isInProcess(plan)) cursor.limitHistory(agent.history.bars);
  const live = agentAnswers(agent, { symbols, keep: run.keepText, asks });
  return recorded === undefined || repeats ? live : recordedAnswers(recorded, live);
}
