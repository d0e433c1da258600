/** One run, planned: everything that its journal is a function of, besides the tape. */

import { canonicalHash, type CivilDate } from '#values';
import type { CalendarName, ExecutionPolicy } from '#contracts';
import { areOpenReports } from '#contracts/scenario/open-reports';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import { openEnd, type TradingWorkflow } from '#contracts/scenario/trading-terms';
import type { AgentConfig, DecideAt, EquityRowsOf } from '#contracts/scenario/scenario';
import type { RunSubmitted } from '#contracts/streams/runs';

/** The members of every plan, whatever the work is. */
interface PlanBase {
  /** Hash of scenario, agent, symbol and repeat: identifies the run permanently. */
  readonly id: string;
  /** Folder name within a result, legible. */
  readonly label: string;
  readonly workflow: string;
  readonly agent: AgentConfig;
  readonly repeat: number;
  /** The scenario's seed. */
  readonly baseSeed: number;
  /** The run's own: that of the scenario, mixed with agent, symbol and repeat. */
  readonly seed: number;
  /** SHA-256 of the data set's content; null on a live tape, and where the window has no end. */
  readonly data: string | null;
  /** SHA-256 of the agent's file; null for an agent without one. */
  readonly file: string | null;
}

export interface TradingPlan extends PlanBase {
  readonly workflow: TradingWorkflow;
  /** What the run trades: one symbol, or all of the scenario's in a portfolio or hedging run. */
  readonly symbols: readonly string[];
  readonly portfolio: boolean;
  readonly policy: ExecutionPolicy;
  readonly capital: number;
  readonly currency: string;
  readonly decide: DecideAt;
  /** Which marks have rows in its table of equity; plans of earlier versions have rows of all. */
  readonly equity?: EquityRowsOf | undefined;
  /** First and last session of the window; `openEnd` if it has no end. */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  readonly sessionsPerYear: number;
  /** Whose sessions the run follows, if not the tape's own. */
  readonly calendar?: CalendarName | undefined;
}

/** A plan of work on tasks, which needs no window, symbols or policy. */
export interface TaskPlan extends PlanBase {
  /** What the workflow itself defines; part of the journal, as canonical JSON. */
  readonly terms: TaskTerms;
  /** Tasks that the agent works on at once; the journal does not depend on it. */
  readonly tasksAtOnce: number;
}

/** A plan of any workflow. Members of a window, or of tasks, are undefined where it has none. */
export type RunPlan = PlanBase &
  Loose<Omit<TradingPlan, keyof PlanBase>> &
  Loose<Omit<TaskPlan, keyof PlanBase>>;

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Whether the window of a plan has no end: such runs go on as their data grows, until they are
 * ended by hand.
 */
export const isOpenPlan = (plan: RunPlan): boolean =>
  plan.lastSession === openEnd || areOpenReports(plan.terms ?? {});

/** The plan with the members of its window; undefined for work on tasks. */
export const planOverWindow = (plan: RunPlan): TradingPlan | undefined =>
  plan.terms === undefined ? (plan as TradingPlan) : undefined;

/** The plan with the members of its tasks; undefined for work over a window. */
export const planOfTasks = (plan: RunPlan): TaskPlan | undefined =>
  plan.terms === undefined ? undefined : (plan as TaskPlan);

/** The terms of a plan; empty for work over a window. */
export const termsOf = (plan: RunPlan): TaskTerms => plan.terms ?? {};

/**
 * The part of a plan that a submission sends; there is no folder that an agent's file
 * could come from.
 */
export function submittedPlan(plan: RunPlan): RunSubmitted['plan'] {
  const { id: _, label: __, symbols, ...rest } = plan;
  const traded = symbols && { symbols: [...symbols] };
  return { ...rest, ...traded, directory: '' } as RunSubmitted['plan'];
}

/** The plan of a submitted run. */
export function planOfSubmitted({
  run,
  label,
  plan,
}: Pick<RunSubmitted, 'run' | 'label' | 'plan'>): RunPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}

/**
 * The id of a submitted run on a feed: a changed description makes another tape, and
 * therefore other runs.
 */
export const idOnTape = (id: string, tape: string): string => canonicalHash({ id, tape });
