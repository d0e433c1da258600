/**
 * A workflow is a kind of work: it decides when an answer is due and how facts and answers
 * become events. The loop that feeds it, asks the agent, and journals what it returns is the
 * same for all of them.
 */

import { excerpt, invalidInput } from '#values';
import type {
  FactColumns,
  JournalEvent,
  JournalEventOf,
  Prelude,
  TapeHeader,
  Task,
  AnswerDocument,
} from '#contracts';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { Drawdown, Figures } from '#contracts/result/figures';
import type { OpenSession, ReportSection } from '#contracts/result/result';
import type { AgentKind, DecideAt, KnownWorkflow } from '#contracts/scenario/scenario';
import type { Solutions, TaskTerms } from '#contracts/scenario/task-terms';
import type { AskedAt, Work } from '#agents';
import type { Prompts, ToolRules } from '#agents/seat/work';
import type { Cursor } from '#market-view';
import type { PolicySet } from '#portfolio';
import type { RunDesk, ToolSet, TradingDesk } from '#tools';
import type { CoverageFold } from './coverage-fold.js';
import type { GradedWork, QuestionTrace } from './grading-stage.js';
import type { JudgedSolution } from './judgment.js';
import type { RunPlan } from './run-plan.js';

export type { QuestionTrace };

type Placeless<T> = T extends unknown ? Omit<T, 'asOf' | 'time'> : never;

/**
 * The event of a due answer, before it has its place: the answer, or the reason why it is missing.
 */
export type AnswerEvent = Placeless<
  | JournalEventOf<'DecisionMade'>
  | JournalEventOf<'AnswerGiven'>
  | JournalEventOf<'PairDecided'>
  | JournalEventOf<'DecisionMissing'>
  | JournalEventOf<'DecisionInvalid'>
  | JournalEventOf<'DecisionLate'>
  | JournalEventOf<'DecisionFailed'>
>;

/** Events that precede an answer in the journal, before they have their place. */
export type PreludeEvent = Placeless<Prelude>;

/** Turns what an agent returns, in the form of its workflow, into an event. */
export interface AnswerTranslation {
  /** The last event, if the same answer is given again. */
  again(answer: unknown): AnswerEvent | undefined;
  eventOf(answer: unknown): AnswerEvent;
  /** Notes on the answer that was translated last; usually none. */
  notes?(): readonly PreludeEvent[];
}

/** Stores a text that the journal refers to by hash. */
export type KeepText = (sha256: string, text: string) => void;

/** A fold over the journal of a run, from its first record on. */
export interface WorkflowFold {
  readonly records: number;
  readonly rowsDropped: number;
  readonly closed: JournalEventOf<'RunClosed'> | undefined;
  readonly coverage: CoverageFold;
  /** The open session of the run whose journal is folded; a journal does not hold its prices. */
  standing?: (() => OpenSession | null) | undefined;
  take(event: JournalEvent): void;
}

/** The figures of a finished run, by the names that its workflow gives them. */
export interface RunFigures {
  readonly figures: Figures;
  /** The dates of the deepest fall, for work with an equity. */
  readonly drawdown?: Drawdown | null;
}

interface ScoringInput {
  /** The scenario's, which seeds the bootstrap. */
  readonly seed: number;
  /** Ground truth, read only for scoring; null if the data set has none. */
  readonly solutions: Solutions | null;
}

/** A run as the sections of a report see it. */
export interface ScoredRunOf {
  readonly label: string;
  readonly plan: Pick<RunPlan, 'agent' | 'repeat'>;
  /** By as-of; questions without a recorded call are left out. */
  readonly traces: ReadonlyMap<number, QuestionTrace>;
  readonly fold: WorkflowFold;
  readonly figures: RunFigures;
}

/**
 * Members of a line of `answers.jsonl` that are added to those of every workflow, or replace them.
 * `answer` is undefined if there is none.
 */
export type AnswerMarks = (task: string, answer: unknown, ended: AnswerClass) => object;

/** A finished run with answers to judge. */
export interface JudgedRun {
  readonly plan: Pick<RunPlan, 'agent'>;
  readonly fold: WorkflowFold;
  readonly traces: ScoredRunOf['traces'];
  /** Where code checks the answers, too. */
  readonly solutions?: Solutions | null;
}

/** One answer, as judges see it: nothing but its own words says who gave it. */
export interface JudgedAnswer extends Pick<
  JudgedSolution,
  'task' | 'words' | 'known' | 'caps' | 'checked'
> {
  /** The instruction, and the rules by which it is judged. */
  readonly instruction: string;
  /** By name: first the answer itself, then the rules, and what it may rest on. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts of its task and of its tools, in which a name names something else than the author. */
  readonly world: () => readonly string[];
}

/** How a workflow presents its answers to judges: all that a judging run knows of it. */
export interface JudgedWork<Run = JudgedRun> {
  /** What judges score, from 0 to `most`. */
  readonly dimensions: readonly string[];
  readonly most: number;
  /** Whether the dimensions are checks in their order, which code makes by the solutions. */
  readonly hasChecks?: true;
  /** How answers were put before judges of earlier versions, by other dimensions. */
  readonly earlier?: Omit<JudgedWork<Run>, 'earlier'>;
  answersOf(run: Run): readonly JudgedAnswer[];
  /** The figure of a run that measures its earnings, a fraction; undefined if nothing is earned. */
  readonly money?: string;
}

/** What tools see of a run, for every kind of agent. */
export type Desk = Omit<RunDesk, 'submit'>;
export type MarketDesk = Omit<TradingDesk, 'submit'>;

/** How a workflow that trades describes its market. */
export interface Market {
  readonly policies: PolicySet;
  /** When decisions are due; undefined where data and scenario decide. */
  readonly decide?: DecideAt;
  /** Kind of the agent that others are measured against by default. */
  readonly baseline: AgentKind;
  /** What labels call a run over all symbols. */
  readonly subject: string;
  /**
   * Whether an agent that works through tools can decide on all symbols of a run with
   * one submission.
   */
  readonly submitsAll?: true;
  /**
   * Whether what a decision orders fills in one instant, so that its symbols need
   * sessions in common.
   */
  readonly fillsTogether?: true;
  /** Two opposite actions. */
  readonly actions: readonly [string, string];
}

/** A kind of work, under the name by which plans ask for it. */
export interface Workflow extends KnownWorkflow {
  /**
   * The tools of a question, under these terms; all of them without terms. Loaded on demand:
   * their schemas cost start-up time. `prompt`: the SHA-256 of the text of a model's prompt, which
   * may ask for another form of answers. `preset`: that of a model agent, which may have published
   * tools alone.
   */
  readonly tools: (
    terms: TaskTerms | null,
    prompt?: string | null,
    preset?: 'herculean',
  ) => Promise<readonly ToolSet[]>;
  readonly prompts: Prompts;
  /** Undefined if it does not trade. */
  readonly market?: Market;
  /** Kinds of agents that only this work has: its rules. */
  readonly rules: readonly AgentKind[];
  /**
   * Its rules that work through tools, by the name under which an agent of kind
   * `rule` asks for one.
   */
  readonly toolRules?: ToolRules;
  /** How it presents its answers to judges; undefined if only code scores them. */
  readonly judged?: JudgedWork;
  /** Instead of `judged`: how they are graded in several stages. */
  readonly graded?: GradedWork;
  /** Answers that are texts, each for a separate page of the report. */
  readonly documents?: (run: JudgedRun) => readonly AnswerDocument[];
  /**
   * Verdicts added to answers, after the last of them; undefined if there are none. Fails
   * as `score` does.
   */
  readonly marks?: (solutions: Solutions | null) => AnswerMarks;
  /**
   * Whether tasks never depend on each other's answers. Several can then be asked at once, each
   * through a separate run that skips the other tasks.
   */
  readonly hasIndependentTasks: boolean;
  /**
   * `InvalidInput`, naming the member, where the terms of a scenario are not as this
   * workflow defines them.
   */
  requireTerms(terms: TaskTerms, where: string): void;
  /** The figures of a run whose journal was folded to its end. */
  score(fold: WorkflowFold, input: ScoringInput): RunFigures;
  /** Report sections next to the figures, as data; `tasks` in the order in which they are asked. */
  sections(
    runs: readonly ScoredRunOf[],
    solutions: Solutions | null,
    tasks: readonly Task[],
  ): ReportSection[];
  /** Opens a run before its first fact; its agent reads at the cursor. */
  openRun(plan: RunPlan, header: TapeHeader, cursor: Cursor): WorkflowRun;
  openFold(): WorkflowFold;
}

/**
 * The registry: workflows by name. `runBacktest`, the adapter and the portfolio each receive one.
 */
export type Workflows = ReadonlyMap<string, Workflow>;

/** The workflow of a plan or a scenario. `InvalidInput` if it is unknown. */
export function workflowOf(
  workflows: Workflows,
  { workflow: name }: { readonly workflow: string },
): Workflow {
  const workflow = workflows.get(name);
  if (workflow !== undefined) return workflow;
  throw invalidInput('no such workflow', {
    where: 'workflow',
    expected: `one of ${[...workflows.keys()].join(', ')}`,
    found: excerpt(name),
  });
}

/**
 * One run of a workflow, between its first fact and its last. Every event that it returns has the
 * current place of the run's cursor.
 */
export interface WorkflowRun {
  /** Symbols by which events name instruments; empty if there is no market. */
  readonly symbols: readonly string[];
  /** What the fold of the journal needs to start, as canonical JSON: the terms of `RunOpened`. */
  readonly terms: string;
  /** Last session of the run's window; null for work without one. */
  readonly lastSession: number | null;
  /** The open session of a run without an end; null between sessions. */
  readonly standing?: OpenSession | null;
  /**
   * What the agent sees when it is asked. One object for the whole run; it reads the current state.
   */
  readonly observation: AskedAt;
  /** What each kind of agent is given of the run. */
  readonly work: Work;
  /** What tools see of the run; reads the present state, like the observation. */
  readonly desk: Desk;
  /** Whether the process of a module may follow such a run by itself, ahead of it. */
  readonly isFollowed?: true;
  /**
   * Reads the agent's answers; `keep` gets each rationale, since the journal holds only its hash.
   */
  translation(keep?: KeepText): AnswerTranslation;
  /** Whether an answer is due after the fact that was taken last. */
  readonly isDue: boolean;
  /**
   * Takes the fact in `row`, to which the cursor has just moved; returns the events that
   * follow from it.
   */
  takeFact(facts: FactColumns, row: number): readonly JournalEvent[];
  /** Whether an answer leaves everything unchanged: a stretch of them becomes one event. */
  changesNothing(answer: AnswerEvent): boolean;
  /**
   * Takes the due answer; returns the events that follow from it, without the answer itself.
   * `tookMs`: milliseconds of tape time before it arrived; it takes effect no sooner.
   */
  takeAnswer(answer: AnswerEvent, tookMs?: number): readonly JournalEvent[];
  /** Ends the run after its last fact. */
  end(): readonly JournalEvent[];
}

/** Shared, because most steps of a run yield no event. */
export const noEvents: readonly JournalEvent[] = Object.freeze([]);

/** Concatenates two lists, without a copy if one of them is empty. */
export function joined(
  first: readonly JournalEvent[],
  second: readonly JournalEvent[],
): readonly JournalEvent[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}
