/** A run made ready: its cursor, book, fold and loop, and an agent or a recording to answer. */

import { invalidInput } from '#values';
import type { DecisionEvent, TapeHeader } from '#contracts';
import {
  historyNeed,
  isRepeatable,
  openAgent,
  type Agent,
  type AgentContext,
  type AskedAt,
  type ModuleAgentOptions,
} from '#agents';
import type { JournalWriter } from '#event-log';
import { Cursor, type AsOfStore } from '#market-view';
import {
  allWorkflows,
  isTradingPlan,
  workflowOf,
  type KeepText,
  type RunPlan,
  type WorkflowFold,
  type WorkflowRun,
  type Workflows,
} from '#workflows';
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

/** Opens an agent before the first fact of its run. There is a context where the run trades. */
export type OpenAgent = (context: AgentContext | undefined) => AskedAgent | Promise<AskedAgent>;

/** An agent of any workflow, which alone knows what it asks and what may be said. */
type AskedAgent = Agent<AskedAt, unknown>;

export interface OpenedRun {
  readonly plan: RunPlan;
  readonly loop: RunLoop;
  readonly fold: WorkflowFold;
  readonly cursor: Cursor;
}

export interface OpenRunOptions {
  readonly header: TapeHeader;
  /** Holds what the run's cursor has passed, and may hold more. */
  readonly store: AsOfStore;
  readonly agents: Omit<ModuleAgentOptions, 'header'>;
  /** Kinds of work that plans may ask for; those of this version when left out. */
  readonly workflows?: Workflows | undefined;
  /** Bounds the asks of asynchronous agents that are under way. */
  readonly asks?: AskLimit | undefined;
  /** Answers from elsewhere, in the place of the plan's agent. */
  readonly answers?: AnswerSource;
}

/** Opens a run before its first fact. Fails as `openAgent` does. */
export async function openRun(run: PlannedRun, options: OpenRunOptions): Promise<OpenedRun> {
  const { plan, journal } = run;
  const { header, store, workflows = allWorkflows } = options;
  const workflow = workflowOf(workflows, plan);
  const cursor = new Cursor(store, historyOf(plan));
  const opened = workflow.openRun(plan, header, cursor);
  const fold = workflow.openFold();
  const loop = new RunLoop({
    plan,
    cursor,
    workflow: opened,
    answers: options.answers ?? (await openAnswers(run, { cursor, opened }, options)),
    journal,
    fold,
    repeats: isAskedAgain(run),
  });
  return { plan, loop, fold, cursor };
}

/** Bars per symbol that the run's agent looks back; null for all. */
export function historyOf(plan: RunPlan): number | null {
  if (!isTradingPlan(plan)) return null;
  return isInProcess(plan) ? historyNeed(plan.agent).bars : 1;
}

/** A confined module keeps its own copy of the past, and reads nothing here. */
function isInProcess({ agent }: RunPlan): boolean {
  return agent.kind !== 'module' || agent.trusted;
}

/** Whether the answers follow from tape and seed: then a replay asks again, and stretches are told as one. */
const isAskedAgain = ({ plan, openAgent }: PlannedRun): boolean =>
  openAgent === undefined && isRepeatable(plan.agent.kind);

async function openAnswers(
  run: PlannedRun,
  { cursor, opened }: { readonly cursor: Cursor; readonly opened: WorkflowRun },
  options: OpenRunOptions,
): Promise<AnswerSource> {
  const { plan, recorded } = run;
  const repeats = isAskedAgain(run);
  if (recorded !== undefined && !repeats && run.replayOnly === true) {
    return recordedAnswers(recorded, undefined);
  }
  const agent = await openPlanned(run, cursor, options);
  if (agent.history !== undefined && isInProcess(plan)) cursor.limitHistory(agent.history.bars);
  const { asks } = options;
  const live = agentAnswers(agent, { translation: opened.translation(run.keepText), asks });
  return recorded === undefined || repeats ? live : recordedAnswers(recorded, live);
}

async function openPlanned(
  { plan, openAgent: open }: PlannedRun,
  cursor: Cursor,
  { header, agents }: OpenRunOptions,
): Promise<AskedAgent> {
  if (!isTradingPlan(plan)) {
    if (open !== undefined) return open(undefined);
    throw invalidInput('no agent of this kind does tasks yet', {
      where: `agents, ${plan.agent.id}: kind`,
      expected: 'a workflow that trades',
      found: plan.workflow,
    });
  }
  const { symbols, policy, capital, decide, seed } = plan;
  const instruments = header.instruments.filter(({ symbol }) => symbols.includes(symbol));
  const context = { symbols, instruments, policy, capital, decide, seed, view: cursor.view };
  if (open !== undefined) return open(context);
  return openAgent(plan.agent, context, { ...agents, header });
}
