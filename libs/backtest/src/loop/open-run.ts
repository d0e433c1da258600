/**
 * A run ready to start: its cursor, workflow, fold and loop, and an agent or a recording to answer.
 */

import { setImmediate } from 'node:timers/promises';
import type { DecisionEvent, TapeHeader } from '#contracts';
import {
  isConfined,
  isRepeatable,
  isServed,
  isStateless,
  traitsOf,
  type AgentWith,
} from '#contracts/agents/agent-kinds';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import {
  type Agent,
  type AskedAt,
  httpAgent,
  type KeepCalls,
  mcpAgent,
  modelAgent,
  type ModuleAgentOptions,
  noModels,
  noTools,
  openAgent,
  ruleAgent,
  seatCapability,
  type ToolSeat,
  type ToolService,
} from '#agents';
import type { ModelService } from '#llm';
import type { JournalWriter } from '#event-log';
import { type AsOfStore, Cursor } from '#market-view';
import {
  allWorkflows,
  type AnswerTranslation,
  type KeepText,
  type RunPlan,
  toolsOf,
  type Workflow,
  type WorkflowFold,
  workflowOf,
  type WorkflowRun,
  type Workflows,
} from '#workflows';
import { agentAnswers, recordedAnswers } from './agent-answers.js';
import type { AskLimit } from './ask-limit.js';
import type { RepeatedDecision } from './repeat-calls.js';
import { type AnswerSource, type EventFold, RunLoop } from './run-loop.js';
import { type LiveAsking, timedAnswers } from './timed-answers.js';
import type { KeptAnswers } from './kept-answers.js';
import { AnswersAhead, TaskAsker } from './task-askers.js';

/** A run to do, or to replay over the journal that it left. */
export interface PlannedRun {
  readonly plan: RunPlan;
  readonly journal: JournalWriter;
  /** Answers already in the journal; repeatable agents are asked again. */
  readonly recorded?: readonly DecisionEvent[];
  /** Never asks an agent that is not repeatable: a missing recording is an error. */
  readonly replayOnly?: boolean;
  /**
   * For a tape that continues while agents are asked: times their answers, and never
   * repeats a question.
   */
  readonly live?: LiveAsking | undefined;
  /** Durable storage for answers until their turn; required for several tasks at once. */
  readonly kept?: KeptAnswers;
  /**
   * Whether the end of the tape ends the run, if its window has no end; otherwise the run
   * can be resumed.
   */
  readonly ends?: boolean | undefined;
  /** Fails on an unanswered decision instead of journaling it; names its moment. */
  readonly failFast?: (time: number) => string;
  /** Receives the rationales of decisions. */
  readonly keepText?: KeepText;
  /** Receives the tool calls of decisions. */
  readonly keepCalls?: KeepCalls | undefined;
  /** Receives each decision of a replay when it is due, to repeat its tool calls. */
  readonly repeatCalls?: (decision: RepeatedDecision) => void;
  /** Opens a second fold, which gets each event after the first. */
  readonly follow?: ((fold: WorkflowFold) => EventFold) | undefined;
  /** Opens the agent, instead of the one that the plan describes. */
  readonly openAgent?: OpenAgent;
  /** Receives the lines that a confined module prints. */
  readonly print?: (lines: string) => void;
}

/** Opens an agent before the first fact of its run. */
export type OpenAgent = () => AskedAgent | Promise<AskedAgent>;

/** An agent of any workflow. Only the workflow knows its questions and the answers it allows. */
type AskedAgent = Agent<AskedAt, unknown>;

/** Moves along the tape at its own pace: a run, or one of its askers. */
export interface Walker {
  readonly cursor: Cursor;
  readonly loop: Pick<RunLoop, 'advance' | 'waiting'> & Partial<Pick<RunLoop, 'foresee'>>;
}

export interface OpenedRun {
  readonly plan: RunPlan;
  readonly loop: RunLoop;
  readonly fold: WorkflowFold;
  readonly cursor: Cursor;
  /** The agent's observation: reads the present state. */
  readonly observation: AskedAt;
  /** Work on tasks ahead of the run, several at once; usually empty. */
  readonly askers: readonly Walker[];
}

export interface OpenRunOptions {
  readonly header: TapeHeader;
  /** Holds what the run's cursor has passed, and may hold more. */
  readonly store: AsOfStore;
  readonly agents: Omit<ModuleAgentOptions, 'header' | 'print'>;
  /** Serves tools to agents that work through them; without it such an agent is refused. */
  readonly tools?: ToolService | undefined;
  /** Reaches models for agents that ask them; without it such an agent is refused. */
  readonly models?: ModelService | undefined;
  /** Kinds of work that plans may ask for; defaults to those of this version. */
  readonly workflows?: Workflows | undefined;
  /** Bounds concurrent asks of asynchronous agents. */
  readonly asks?: AskLimit | undefined;
  /**
   * Processes that the run's module may have at a time: one for each task that it works on at once.
   */
  readonly moduleProcesses?: number | undefined;
  /** Whether the run's loop gets facts as they are released, before it reaches them. */
  readonly foresees?: boolean | undefined;
  /** Replaces the plan's agent as the source of answers. */
  readonly answers?: AnswerSource | ((translation: AnswerTranslation) => AnswerSource);
}

/** Opens a run before its first fact. Fails as `openAgent` does. */
export async function openRun(run: PlannedRun, options: OpenRunOptions): Promise<OpenedRun> {
  const { plan, journal } = run;
  const place = openPlace(plan, options);
  const { cursor, workflow } = place;
  const fold = workflow.openFold();
  fold.standing = () => place.opened.standing ?? null;
  const { answers, askers } = await openAnswers(run, place, options);
  const repeats = canRepeatAnswers(run);
  try {
    const followed = run.follow === undefined ? fold : bothOf(fold, run.follow(fold));
    const loop = new RunLoop({
      plan,
      cursor,
      workflow: place.opened,
      answers,
      journal,
      fold: followed,
      repeats,
    });
    return { plan, loop, fold, cursor, observation: place.opened.observation, askers };
  } catch (error) {
    await answers.close();
    throw error;
  }
}

const bothOf = (first: EventFold, second: EventFold): EventFold => ({
  take: (event) => {
    first.take(event);
    second.take(event);
  },
});

/** Where an agent is asked: a run of the workflow with its own cursor. */
interface AskingPlace {
  readonly workflow: Workflow;
  readonly cursor: Cursor;
  readonly opened: WorkflowRun;
}

function openPlace(
  plan: RunPlan,
  { header, store, workflows = allWorkflows }: OpenRunOptions,
): AskingPlace {
  const workflow = workflowOf(workflows, plan);
  const cursor = new Cursor(store, historyOf(plan), plan.calendar);
  return { workflow, cursor, opened: workflow.openRun(plan, header, cursor) };
}

/**
 * Bars per symbol that the run's agent looks back; null for all. A confined module keeps its own
 * copy of the past, and reads nothing here.
 */
export function historyOf(plan: RunPlan): number | null {
  if (plan.terms === undefined)
    return isConfined(plan.agent) ? 1 : traitsOf(plan.agent).history(plan.agent);
  // Its reports are measured on the prices of the past.
  if (reportsOf(plan.terms) !== undefined) return null;
  const { agent } = plan;
  if (isConfined(agent)) return 1;
  const { answers, history } = traitsOf(agent);
  // An agent supplied by the caller may read all bars.
  return answers === 'file' || answers === 'module' ? history(agent) : null;
}

/**
 * Whether the answers follow from tape and seed: a replay then asks again, and equal answers
 * become one event.
 */
const canRepeatAnswers = ({ plan, openAgent }: PlannedRun): boolean =>
  openAgent === undefined && isRepeatable(plan.agent);

interface OpenedAnswers {
  readonly answers: AnswerSource;
  readonly askers: readonly Walker[];
}

async function openAnswers(
  run: PlannedRun,
  place: AskingPlace,
  options: OpenRunOptions,
): Promise<OpenedAnswers> {
  const { plan, recorded, kept } = run;
  const { answers } = options;
  const direct = (source: AnswerSource): OpenedAnswers => ({ answers: source, askers: [] });
  if (typeof answers === 'function') return direct(answers(place.opened.translation(run.keepText)));
  if (answers !== undefined) return direct(answers);
  const repeats = canRepeatAnswers(run);
  if (recorded !== undefined && !repeats && run.replayOnly === true) {
    return direct(await replayed(recordedAnswers(recorded, undefined), run, place));
  }
  const { tasksAtOnce } = plan;
  if (kept !== undefined && tasksAtOnce !== undefined && place.workflow.hasIndependentTasks) {
    const count = Math.min(tasksAtOnce, kept.open, placesOf(plan, options));
    return openAskers(run, { ...options, kept, count });
  }
  if (recorded === undefined || repeats) return direct(await openLive(run, place, options));
  return direct(recordedAnswers(recorded, await openResumed(run, place, options)));
}

/** How many agents of a run may be open at once. */
function placesOf(
  { agent }: RunPlan,
  { asks, moduleProcesses = Infinity }: OpenRunOptions,
): number {
  const processes = isConfined(agent) ? moduleProcesses : Infinity;
  return Math.min(asks?.max ?? Infinity, processes);
}

/**
 * Opens the agent of a resumed run. Its output and reasons for recorded decisions are already kept.
 */
async function openResumed(
  run: PlannedRun,
  place: AskingPlace,
  options: OpenRunOptions,
): Promise<AnswerSource> {
  let isNew = false;
  const { agent } = run.plan;
  const keepText: KeepText = (...text) => (isNew ? run.keepText?.(...text) : undefined);
  const print = (lines: string): void => (isNew ? run.print?.(lines) : undefined);
  const { repeat, ...live } = await openLive({ ...run, keepText, print }, place, options);
  const resume: AnswerSource['answer'] = (...asked) => {
    isNew = true;
    return live.answer(...asked);
  };
  const keepsState = agent.kind === 'module' && !isStateless(agent);
  return {
    ...live,
    ...(repeat !== undefined && keepsState && { repeat }),
    // Output that the module printed before its last answer may be read after it.
    answer: (...asked) =>
      isNew || run.print === undefined
        ? resume(...asked)
        : setImmediate().then(() => resume(...asked)),
  };
}

/** Answers from a journal; their tool calls are repeated if they are to be compared. */
async function replayed(
  source: AnswerSource,
  { plan, repeatCalls }: PlannedRun,
  place: AskingPlace,
): Promise<AnswerSource> {
  const { agent } = plan;
  if (repeatCalls === undefined || !isServed(agent)) return source;
  const seat = await seatOf(plan, place, undefined);
  return {
    ...source,
    answer: (observation, signal) => {
      const answer = source.answer(observation, signal);
      const called = source.preludes?.().find(({ type }) => type === 'ToolsCalled');
      repeatCalls({
        asOf: observation.asOf,
        called: called?.type === 'ToolsCalled' ? called : null,
        open: () => seatCapability(agent, seat, { now: () => 0, take: () => undefined }),
      });
      return answer;
    },
  };
}

/** Opens one agent for each task to be worked on at once, each with its own cursor. */
async function openAskers(
  run: PlannedRun,
  options: OpenRunOptions & { readonly kept: KeptAnswers; readonly count: number },
): Promise<OpenedAnswers> {
  const ahead = new AnswersAhead(options.kept, run);
  const asking = run.keepCalls === undefined ? run : { ...run, keepCalls: ahead.keepCalls };
  const opening = Array.from({ length: options.count }, async (): Promise<Walker> => {
    const place = openPlace(run.plan, options);
    const { cursor, opened: workflow } = place;
    const answers = await openLive(asking, place, options);
    return { cursor, loop: new TaskAsker({ cursor, workflow, answers, ahead }) };
  });
  const opened = await Promise.allSettled(opening);
  const failed = opened.find(({ status }) => status === 'rejected');
  if (failed?.status !== 'rejected') return { answers: ahead, askers: await Promise.all(opening) };
  await ahead.close();
  throw failed.reason;
}

async function openLive(
  run: PlannedRun,
  place: AskingPlace,
  options: OpenRunOptions,
): Promise<AnswerSource> {
  const { cursor, opened } = place;
  const agent = await openPlanned(run, place, options);
  if (agent.history !== undefined && !isConfined(run.plan.agent))
    cursor.limitHistory(agent.history.bars);
  const translation = opened.translation(run.keepText);
  const { plan, failFast } = run;
  const { asks } = options;
  const source = agentAnswers(agent, { translation, asks, label: plan.label, failFast });
  return run.live === undefined ? source : timedAnswers(source, run.live);
}

async function openPlanned(
  run: PlannedRun,
  place: AskingPlace,
  options: OpenRunOptions,
): Promise<AskedAgent> {
  const { opened } = place;
  const { plan, openAgent: open, print, keepCalls } = run;
  const { header, agents, tools, models } = options;
  if (open === undefined && isServed(plan.agent)) {
    const seat = await seatOf(plan, place, keepCalls);
    return servedAgent(plan.agent, seat, { tools, models, directory: agents.directory });
  }
  if (open !== undefined) return open();
  const mayFollow = options.foresees === true && opened.isFollowed === true && isFresh(run);
  const followed = mayFollow ? { plan, header } : undefined;
  const follows = plan.calendar;
  return openAgent(plan.agent, opened.work, { ...agents, header, follows, print, followed });
}

/** Whether all its answers are still to come, and the run waits for them. */
const isFresh = ({ recorded, live }: PlannedRun): boolean =>
  recorded === undefined && live === undefined;

type ServedConfig = AgentWith<{ answers: 'tools' }>;

/** An agent that works through the tools of each decision. */
function servedAgent(
  agent: ServedConfig,
  seat: ToolSeat,
  {
    tools,
    models,
    directory,
  }: Pick<OpenRunOptions, 'tools' | 'models'> & { readonly directory: string },
): AskedAgent {
  if (agent.kind === 'rule') return ruleAgent(agent, seat);
  if (agent.kind === 'llm') {
    if (models === undefined) throw noModels(agent);
    return modelAgent(agent, seat, { models, directory });
  }
  if (tools === undefined) throw noTools(agent);
  if (agent.kind !== 'http') return mcpAgent(agent, seat, tools);
  if (models === undefined) throw noModels(agent);
  return httpAgent(agent, seat, { models, tools });
}

async function seatOf(
  plan: RunPlan,
  { workflow, opened, cursor }: AskingPlace,
  calls: KeepCalls | undefined,
): Promise<ToolSeat> {
  const { desk } = opened;
  const translation = opened.translation();
  return {
    run: { id: plan.id, label: plan.label },
    toolRules: workflow.toolRules ?? {},
    sets: await toolsOf(workflow, plan),
    view: cursor.view,
    work: opened.work,
    desk,
    defectOf: (decision) => {
      const event = translation.eventOf(decision);
      return event.type === 'DecisionInvalid' ? event.reason : undefined;
    },
    calls,
  };
}
