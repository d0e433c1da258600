/**
 * Builds a task workflow from schemas for terms, answers and solutions, a scoring function and
 * report sections.
 */

import type { z } from 'zod';
import { corruptJournal, excerpt, invalidInput, invariant } from '#values';
import type { Task, AnswerDocument } from '#contracts';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { valueAt } from '#contracts/parsing/value-at';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { ReportSection } from '#contracts/result/result';
import type { KnownWorkflow } from '#contracts/scenario/scenario';
import type { Solutions, TaskTerms } from '#contracts/scenario/task-terms';
import type { Prompts, ToolRules } from '#agents/seat/work';
import type { Figure } from '#metrics/sample/figure';
import type { MarketView } from '#market-view';
import type { ToolSet } from '#tools';
import { planOfTasks } from '../workflow/run-plan.js';
import type {
  AnswerMarks,
  JudgedRun,
  JudgedWork,
  QuestionTrace,
  ScoredRunOf,
  Workflow,
  WorkflowFold,
} from '../workflow/workflow.js';
import { TaskFold, type DueTask } from './task-fold.js';
import { taskPrompts } from './task-prompts.js';
import { TaskRun, type AnswerDefect, type Measures } from './task-run.js';
import type { ScriptLine } from '#agents/script/task-script';
import type { AnswerToGrade, GradedWork } from '../workflow/grading-stage.js';

/** The agent's answers and the solutions. */
export interface AnsweredTasks<Answer, Solution, Terms> {
  /** Valid answers by the id of their task. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Solutions by task id, not necessarily for every task; null if the data set has none. */
  readonly solutions: ReadonlyMap<string, Solution> | null;
  readonly terms: Terms;
  /**
   * What the run measured, by the id of a task in the order in which they were asked;
   * null: at its end.
   */
  readonly measured: ReadonlyMap<string | null, unknown>;
  /** Number of tasks asked, answered or not. */
  readonly due: number;
}

/** A run among those of a report. */
export interface ReportedTasks<Answer, Solution, Terms> extends AnsweredTasks<
  Answer,
  Solution,
  Terms
> {
  readonly plan: ScoredRunOf['plan'];
  readonly traces: ScoredRunOf['traces'];
  /** The due tasks, in order. */
  readonly asked: readonly (DueTask & Task)[];
}

/** A finished run with answers to judge. */
export interface JudgedTasks<Answer, Solution, Terms> extends AnsweredTasks<
  Answer,
  Solution,
  Terms
> {
  readonly plan: JudgedRun['plan'];
  /** The trace recorded for a task. */
  readonly traceOf: (task: string) => QuestionTrace | undefined;
}

/** A due task, with its answer and solution. */
export interface MarkedTask<Answer, Solution> {
  readonly answer: Answer | undefined;
  readonly solution: Solution | undefined;
  readonly ended: AnswerClass;
}

/** The definition of a task workflow. Tasks do not depend on answers to other tasks. */
interface TaskWork<Answer, Solution, Terms> extends KnownWorkflow {
  /** What a scenario may set under `terms`. */
  readonly terms: z.ZodType<Terms>;
  /** The form of a valid answer; scoring decides whether it is right. */
  readonly answer: z.ZodType<Answer>;
  /**
   * The form that is asked for under these terms, where that is not all of `answer`. `prompt`: the
   * SHA-256 of the text of a model's prompt; null for other agents.
   */
  readonly asks?: (terms: Terms, prompt: string | null) => z.ZodType<Answer>;
  /** The form that is taken under these terms, where that is more than what is asked for. */
  readonly accepts?: (terms: Terms) => z.ZodType<Answer>;
  readonly solution: z.ZodType<Solution>;
  /** Tools of its own, in addition to those of every task; all of them without terms. */
  readonly tools?: (terms: Terms | null) => Promise<readonly ToolSet[]>;
  /** The same as HERCULEAN publishes them, for agents of its preset. */
  readonly publishedTools?: () => Promise<readonly ToolSet[]>;
  /** Those of any task when left out. */
  readonly prompts?: Prompts;
  /** Rules that work through the tools of a task. */
  readonly toolRules?: ToolRules;
  /** Why an answer of a valid form does not fit this task, in one line; undefined if it fits. */
  readonly defect?: (
    answer: Answer,
    asked: { readonly terms: Terms; readonly task: Task; readonly view: MarketView },
  ) => string | undefined;
  /** How its answers are put before judges. */
  readonly judged?: JudgedWork<JudgedTasks<Answer, Solution, Terms>>;
  /** Instead of `judged`: how they are graded in several stages. */
  readonly graded?: GradedWork<Answer, Solution>;
  /** Answers that are texts, each for a separate page of the report. */
  readonly documents?: (run: JudgedTasks<Answer, Solution, Terms>) => readonly AnswerDocument[];
  /** Members added to an answer's line in `answers.jsonl`, or in place of the answer. */
  readonly marks?: (due: MarkedTask<Answer, Solution>) => object;
  /** What a run measures. */
  readonly measures?: (terms: Terms) => Measures;
  /** A line of a script, if it is not a task and its answer. */
  readonly scriptLine?: ScriptLine;
  score(answered: AnsweredTasks<Answer, Solution, Terms>): Readonly<Record<string, Figure>>;
  /** Report sections next to the figures, by the label of the run. */
  sections?(
    runs: ReadonlyMap<string, ReportedTasks<Answer, Solution, Terms>>,
  ): readonly ReportSection[];
}

/** The workflow that does this work. */
export function taskWorkflow<Answer, Solution, Terms>(
  work: TaskWork<Answer, Solution, Terms>,
): Workflow {
  const answered = (fold: WorkflowFold, solutions: Solutions | null) => {
    invariant(fold instanceof TaskFold, 'a run of tasks has a fold of tasks');
    return {
      answers: mapped(fold.answers, (answer, task) =>
        fromJournal(work.answer, answer, `task ${excerpt(task)}`),
      ),
      solutions: solutions && checkedSolutions(work, solutions),
      terms: fromJournal(work.terms, fold.terms, 'terms'),
      measured: fold.measured,
      due: fold.coverage.now().due,
    };
  };
  const { prompts = taskPrompts, judged, graded, documents } = work;
  const { name, agentDefaults, hasReports, hasCases, toolRules } = work;
  return {
    name,
    ...(agentDefaults && { agentDefaults }),
    ...(hasReports && { hasReports }),
    ...(hasCases && { hasCases }),
    ...(toolRules && { toolRules }),
    tools: async (terms, prompt = null, preset) => {
      const { taskTools } = await import('#tools');
      const published = preset === undefined ? undefined : await work.publishedTools?.();
      const own = published ?? (await work.tools?.(terms && work.terms.parse(terms))) ?? [];
      return [...own, taskTools(work.asks?.(work.terms.parse(terms ?? {}), prompt) ?? work.answer)];
    },
    prompts,
    rules: [],
    hasIndependentTasks: true,
    requireTerms: (terms, where) => requireTerms(work.terms, terms, where),
    openRun: (asked, _, cursor) => {
      const plan = planOfTasks(asked);
      invariant(plan !== undefined, 'a run of tasks has a plan of tasks');
      const terms = work.terms.parse(plan.terms);
      const form = work.accepts?.(terms) ?? work.asks?.(terms, null) ?? work.answer;
      const defect: AnswerDefect = (answer, asked) =>
        sentenceOf(defectOf(form, answer)) ??
        work.defect?.(work.answer.parse(answer), { terms, ...asked });
      const measures = work.measures?.(terms);
      return new TaskRun(plan, cursor, defect, { prompts, measures, scriptLine: work.scriptLine });
    },
    openFold: () => new TaskFold(),
    ...(judged && {
      judged: {
        ...readingRuns(judged, answered),
        ...(judged.earlier && { earlier: readingRuns(judged.earlier, answered) }),
      },
    }),
    ...(graded && { graded: checkedGrading(work, graded) }),
    ...(documents && { documents: (run) => documents(judgedTasks(run, answered)) }),
    ...(work.marks && { marks: (solutions) => marksOf(work, solutions) }),
    score: (fold, { solutions }) => ({ figures: work.score(answered(fold, solutions)) }),
    sections: (runs, solutions, tasks) => {
      const pairs = runs.map(({ label, fold, plan, traces }) => {
        const due = fold instanceof TaskFold ? fold.due : [];
        invariant(due.length <= tasks.length, 'what was due are the tasks of the data set');
        const asked = due.map((one, at) => ({ ...one, ...tasks[at]! }));
        return [label, { ...answered(fold, solutions), plan, traces, asked }] as const;
      });
      return [...(work.sections?.(new Map(pairs)) ?? [])];
    },
  };
}

function marksOf<Answer, Solution, Terms>(
  work: TaskWork<Answer, Solution, Terms>,
  solutions: Solutions | null,
): AnswerMarks {
  const byTask = solutions && checkedSolutions(work, solutions);
  return (task, given, ended) => {
    const answer = given === undefined ? given : work.answer.parse(given);
    return work.marks?.({ answer, solution: byTask?.get(task), ended }) ?? {};
  };
}

function requireTerms(schema: z.ZodType, terms: TaskTerms, where: string): void {
  const defect = defectOf(schema, terms);
  if (defect === undefined) return;
  const { path, expected, found } = defect;
  const place = [where, path].filter((part) => part !== '').join('.');
  throw invalidInput('a term that the workflow does not take', { where: place, expected, found });
}

type Answered<Answer, Solution, Terms> = (
  fold: WorkflowFold,
  solutions: Solutions | null,
) => AnsweredTasks<Answer, Solution, Terms>;

/** How answers are put before judges, from runs of any workflow. */
function readingRuns<Answer, Solution, Terms>(
  { earlier: _, ...judged }: JudgedWork<JudgedTasks<Answer, Solution, Terms>>,
  answered: Answered<Answer, Solution, Terms>,
): Omit<JudgedWork, 'earlier'> {
  return { ...judged, answersOf: (run) => judged.answersOf(judgedTasks(run, answered)) };
}

/** A run of any workflow as this one sees it. `Invariant` if it belongs to another. */
function judgedTasks<Answer, Solution, Terms>(
  { fold, traces, plan, solutions = null }: JudgedRun,
  answered: Answered<Answer, Solution, Terms>,
): JudgedTasks<Answer, Solution, Terms> {
  invariant(fold instanceof TaskFold, 'a run of tasks has a fold of tasks');
  const traceOf = (task: string) => traces.get(fold.asOfs.get(task) ?? -1);
  return { ...answered(fold, solutions), plan, traceOf };
}

/** Stages are handed values of any workflow, and hand on what fits the schemas of this one. */
function checkedGrading<Answer, Solution, Terms>(
  { answer: schema, solution: truth }: TaskWork<Answer, Solution, Terms>,
  { stages }: GradedWork<Answer, Solution>,
): GradedWork {
  const checkedOf = (one: AnswerToGrade): AnswerToGrade<Answer, Solution> => ({
    ...one,
    answer: fromJournal(schema, one.answer, `task ${excerpt(one.task)}`),
    solution: one.solution === null ? null : checkedSolution(truth, one.solution, one.task),
  });
  return {
    stages: stages.map(({ workflow, tasksOf }) => ({
      workflow,
      tasksOf: (input) => tasksOf({ ...input, answers: input.answers.map(checkedOf) }),
    })),
  };
}

/** Checks a value from a journal: our own are valid, foreign ones may contain anything. */
function fromJournal<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { expected, found } = defectOf(schema, value) as Defect;
  throw corruptJournal('the journal belongs to another workflow', { where, expected, found });
}

interface Defect {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

function defectOf(schema: z.ZodType, value: unknown): Defect | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const found = valueAt(value, path);
  return {
    path: path.join('.'),
    expected: expectedOf(issue),
    found: found === undefined ? 'nothing' : excerpt(found),
  };
}

function sentenceOf(defect: Defect | undefined): string | undefined {
  if (defect === undefined) return undefined;
  const { path, expected, found } = defect;
  return `${path === '' ? 'answer' : `answer.${path}`}: expected ${expected}; found ${found}`;
}

/** Solutions come from a file of the data set, and so from outside. */
function checkedSolutions<Solution>(
  { solution: schema }: { readonly solution: z.ZodType<Solution> },
  { byTask }: Solutions,
): ReadonlyMap<string, Solution> {
  return mapped(byTask, (value, task) => checkedSolution(schema, value, task));
}

function checkedSolution<T>(schema: z.ZodType<T>, value: unknown, task: string): T {
  const defect = defectOf(schema, value);
  if (defect === undefined) return schema.parse(value);
  const { path, expected } = defect;
  const where = `solution of task ${excerpt(task)}${path === '' ? '' : `: ${path}`}`;
  // The message does not quote the solution: agents may read logs and dead letters.
  throw invalidInput("the solution does not match the workflow's schema", { where, expected });
}

function mapped<T>(
  from: ReadonlyMap<string, unknown>,
  map: (value: unknown, key: string) => T,
): ReadonlyMap<string, T> {
  return new Map([...from].map(([key, value]) => [key, map(value, key)]));
}
